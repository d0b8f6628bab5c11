import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureSchemas } from './iso-20022-schema.mjs';

/**
 * Runs before `npm start`, `npm run dev`, `npm test`, `npm run test:both`, `npm run bench` and `npm run soak`, on the machine's own Node (20 or newer) and with nothing installed: brings
 * node_modules in line with the lock file when it is not. With `--tests` it also makes sure of what the tests need from the distribution: a
 * Chromium and the schema of the credit transfer file.
 */

const root = join(import.meta.dirname, '..');
const withTests = process.argv.includes('--tests');

/** Environment without npm's description of the running script, which would mislead a nested npm. */
function plainEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
}

/** What a lock file says is installed, by folder. npm writes one into `node_modules` once an installation is whole. */
const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/** Whether what is installed is what the lock file names; what only tests use may be left out where no test is run. */
function isInLine() {
  const { '': _root, ...wanted } = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const mayLack = ({ optional, devOptional, dev }) => optional || devOptional || (dev && !withTests);
  return (
    Object.keys(present).every((folder) => folder in wanted) &&
    Object.entries(wanted).every(([folder, one]) =>
      folder in present ? present[folder].integrity === one.integrity : mayLack(one),
    )
  );
}

function ensurePackages() {
  if (isInLine()) return;
  console.log('Installing the packages of the lock file. The first time this takes about a minute.');
  const started = Date.now();
  const npmCli = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npmCli
    ? spawnSync(process.execPath, [npmCli, ...args], { cwd: root, stdio: 'inherit', env: plainEnvironment() })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', env: plainEnvironment() });
  if (result.status !== 0) {
    console.error('The packages could not be installed: see the lines above.');
    process.exit(1);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The shell without windows comes first: it is the same browser at half the processor time. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

function findBrowser() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : null;
  for (const folder of PATH.split(delimiter))
    for (const name of BROWSERS) if (existsSync(join(folder, name))) return join(folder, name);
  return null;
}

/** The browser tests run in the distribution's Chromium: no test tool downloads a browser of its own. */
function ensureBrowser() {
  if (findBrowser()) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    console.error(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH.',
    );
    process.exit(1);
  }
  console.log('Installing Chromium for the browser tests.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name);
  // Distributions that do not package the shell have the browser.
  if (!apt('update', '-qq') || !(install('chromium-headless-shell') || install('chromium'))) process.exit(1);
}

ensurePackages();
if (withTests) {
  ensureBrowser();
  ensureSchemas();
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What comes into the product from others, and what must never go out of it: exact versions, a lock file that names every byte, install
 * scripts by name only, licences that may be passed on, a software bill of materials, and no secret in a tracked file. Part of
 * `npm run check`; needs no network.
 */

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Licences under which a package may be shipped or used here. A new one is read by a person, then added. */
const LICENCES = new Set([
  '0BSD',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT or MPL-2.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that state their licence elsewhere than in their manifest, or otherwise than SPDX names it, as a person read it. */
const READ_ELSEWHERE = new Map(
  Object.entries({ 'fonteditor-core': 'MIT', 'png-js': 'MIT', 'incremental-encoder': 'MPL-2.0' }),
);

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Faults of package.json and package-lock.json, one line each. */
export function faultsOfPackages(manifest, lock) {
  const faults = [];
  const locked = lock.packages ?? {};
  for (const group of GROUPS) {
    for (const [name, version] of Object.entries(manifest[group] ?? {})) {
      if (!EXACT.test(version))
        faults.push(`${name} is asked for as « ${version} »: write its exact version`);
      const found = locked[`node_modules/${name}`];
      if (!found) faults.push(`${name} is not in the lock file`);
      else if (found.version !== version)
        faults.push(`${name} is ${found.version} in the lock file and ${version} in package.json`);
      if (locked['']?.[group]?.[name] !== version)
        faults.push(`${name} is not in the lock file's own list as ${version}`);
    }
  }
  if (lock.lockfileVersion !== 3) faults.push(`the lock file has version ${lock.lockfileVersion}, not 3`);

  const allowed = manifest.allowScripts ?? {};
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '') continue;
    const name = nameOf(path);
    if (!path.startsWith('node_modules/')) faults.push(`${path} is not an installed package`);
    if (entry.link) faults.push(`${name} is a link to a folder`);
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
      faults.push(`${name} has no SHA-512 in the lock file`);
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY))
      faults.push(`${name} comes from ${entry.resolved} and not from the registry`);
    if (!EXACT.test(entry.version ?? '')) faults.push(`${name} has no exact version`);
    const licence = READ_ELSEWHERE.get(name) ?? entry.license;
    if (!LICENCES.has(licence))
      faults.push(`${name} is under « ${licence} », which is not on the list of accepted licences`);
    // What is for other systems than the two we run on is never installed: its script cannot run.
    const isForUs =
      (!entry.os || [entry.os].flat().includes('linux')) &&
      (!entry.cpu || [entry.cpu].flat().some((cpu) => cpu === 'x64' || cpu === 'arm64'));
    if (entry.hasInstallScript && isForUs && !(name in allowed))
      faults.push(`${name} has an install script that \`allowScripts\` neither allows nor refuses`);
  }
  for (const name of Object.keys(allowed)) {
    const entries = Object.entries(locked).filter(([path]) => path !== '' && nameOf(path) === name);
    if (!entries.some(([, entry]) => entry.hasInstallScript))
      faults.push(`\`allowScripts\` names ${name}, which has no install script`);
  }
  return faults;
}

/** The software bill of materials, CycloneDX 1.5, from the lock file alone: the same lock file gives the same list. */
export function billOfMaterials(manifest, lock) {
  const components = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const name = nameOf(path);
      const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
      return {
        type: 'library',
        'bom-ref': `${purl}#${path}`,
        name,
        version: entry.version,
        scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
        purl,
        hashes: [
          { alg: 'SHA-512', content: Buffer.from(entry.integrity.slice(7), 'base64').toString('hex') },
        ],
        ...(entry.license
          ? {
              licenses: [
                / (OR|AND) /i.test(entry.license)
                  ? { expression: entry.license }
                  : { license: { name: entry.license } },
              ],
            }
          : {}),
      };
    });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': manifest.name,
        name: manifest.name,
        version: manifest.version,
      },
    },
    components,
  };
}

/** What secrets look like. Each pattern is tried by tools/supply.test.ts on one it must find. */
export const SECRET_PATTERNS = {
  'a private key': /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----/,
  'an AWS access key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a GitHub token': /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/,
  'a GitLab token': /\bglpat-[A-Za-z0-9_-]{20,}\b/,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[A-Za-z0-9-]{16,}/,
  'a Slack token': /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/,
  'a Stripe key': /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}\b/,
  'a Google key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a key of an AI service': /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}\b/,
  'a SendGrid key': /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\b/,
  'a JSON Web Token': /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\b/,
  'a URL with a password':
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"'`<>$*]+:([^\s:/@"'`<>$*]{6,})@(?!(?:[\w.-]+\.)?(?:example|test|invalid)\b|localhost|127\.)/i,
};

/** Lines that show what a secret looks like without being one: « path: text of the line ». Each must still be there. */
const HARMLESS = new Set();

/** Secrets in a text, as « line number: what it looks like ». */
export function secretsIn(text) {
  // Nearly every text holds none: its lines are looked at one by one only where the whole does not pass.
  const suspected = Object.entries(SECRET_PATTERNS).filter(([, pattern]) => pattern.test(text));
  if (suspected.length === 0) return [];
  const found = [];
  for (const [index, line] of text.split('\n').entries())
    for (const [what, pattern] of suspected)
      if (pattern.test(line)) found.push({ line: index + 1, what, text: line });
  return found;
}

/** Files that hold secrets by their nature and are never tracked. */
const NEVER_TRACKED =
  /(^|\/)(\.env(\..+)?|.+\.(pem|p12|pfx|key|keystore|jks)|id_(rsa|ed25519|ecdsa)|\.netrc|\.pgpass)$/;
const NOT_TEXT = /\.(png|jpe?g|ico|webp|avif|woff2?|ttf|otf|gz|br|pdf|zip|tar)$/;

function faultsOfFiles(root) {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  // A copy without history (a release's archive) was scanned where it was made.
  if (status !== 0) return [];
  const faults = [];
  for (const path of stdout.split('\0').filter(Boolean)) {
    if (NEVER_TRACKED.test(path)) faults.push(`${path} is a kind of file that is never tracked`);
    const file = join(root, path);
    if (NOT_TEXT.test(path) || !existsSync(file)) continue;
    for (const { line, what, text } of secretsIn(readFileSync(file, 'utf8')))
      if (path !== 'tools/supply.test.ts' && !HARMLESS.has(`${path}: ${text.trim()}`))
        faults.push(`${path}:${line} holds what looks like ${what}`);
  }
  return faults;
}

function main() {
  const root = join(import.meta.dirname, '..');
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const faults = [...faultsOfPackages(manifest, lock), ...faultsOfFiles(root)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(
    join(root, 'test-results', 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(manifest, lock), null, 2)}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

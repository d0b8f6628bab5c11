import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm test`: checks, then the rules, the API on PostgreSQL and what concerns the database itself on PGlite too, then the browser tests.
 * Goes on after a failure, so that one run tells everything, and ends with one line of totals.
 */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const bin = (name) => join(root, 'node_modules', '.bin', name);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const totals = { passed: 0, failed: 0 };

const withoutColour = { ...process.env, NO_COLOR: '1' };

function verdict(title, started, status) {
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`— ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

function run(title, command, args, env = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...withoutColour, ...env },
  });
  return verdict(title, started, status);
}

/** The same beside others: what it says is shown when it has ended. */
function runBeside(title, command, args) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: withoutColour });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((resolve) => {
    child.once('close', (status) => {
      console.log(`\n— ${title}\n${said.trimEnd()}`);
      resolve(verdict(title, started, status));
    });
  });
}

/** Adds a report's numbers; a tool that failed without a report counts as one failure. */
function count(file, read, succeeded) {
  if (existsSync(file)) {
    const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')));
    totals.passed += passed;
    totals.failed += failed;
    if (failed > 0 || succeeded) return;
  }
  if (!succeeded) totals.failed += 1;
}

// Neither of the two uses both cores by itself.
const [checked, built] = await Promise.all([
  runBeside('Checks', process.execPath, ['tools/check.mjs']),
  runBeside('Build of the pages', process.execPath, ['tools/build.mjs']),
]);
totals[checked ? 'passed' : 'failed'] += 1;
totals[built ? 'passed' : 'failed'] += 1;

const sized = run('Size of the pages', process.execPath, ['tools/check-sizes.mjs']);
totals[sized ? 'passed' : 'failed'] += 1;

const unitReport = join(reports, 'unit.json');
const unit = run('Rules and API', bin('vitest'), [
  'run',
  ...['rules', 'pglite', 'postgresql'].flatMap((project) => ['--project', project]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
count(unitReport, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }), unit);

const browserReport = join(reports, 'browser.json');
const browser = run('Screens in the browser', bin('playwright'), ['test', '--reporter=dot,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
});
count(
  browserReport,
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  browser,
);

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

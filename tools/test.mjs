import { spawn } from 'node:child_process';
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

/** Runs a command and shows what it says as it comes. */
function run(title, command, args, env = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...withoutColour, ...env } });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve(verdict(title, started, status)));
  });
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

/** The titles of the browser tests that failed first and passed when tried again. */
function flakyTests(file) {
  const found = [];
  const look = ({ title = '', specs = [], suites = [] }, path = []) => {
    for (const spec of specs)
      if (spec.tests.some(({ status }) => status === 'flaky'))
        found.push([...path, title, spec.title].join(' › '));
    for (const suite of suites) look(suite, title ? [...path, title] : path);
  };
  if (existsSync(file)) look(JSON.parse(readFileSync(file, 'utf8')));
  return found;
}

// The checks use one of two processors for most of their time: they run beside the build and the first tests.
const checking = runBeside('Checks', process.execPath, ['tools/check.mjs']);
const built = await run('Build of the pages', process.execPath, ['tools/build.mjs']);
totals[built ? 'passed' : 'failed'] += 1;

const sized = await run('Size of the pages', process.execPath, ['tools/check-sizes.mjs']);
totals[sized ? 'passed' : 'failed'] += 1;

const unitReport = join(reports, 'unit.json');
const unit = await run('Rules and API', bin('vitest'), [
  'run',
  ...['rules', 'pglite', 'postgresql'].flatMap((project) => ['--project', project]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
count(unitReport, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }), unit);

totals[(await checking) ? 'passed' : 'failed'] += 1;

const browserReport = join(reports, 'browser.json');
const browser = await run('Screens in the browser', bin('playwright'), ['test', '--reporter=dot,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
});
count(
  browserReport,
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  browser,
);
for (const title of flakyTests(browserReport)) console.log(`Passed only when tried again: ${title}`);

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
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

function run(title, command, args, env = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  console.log(
    `— ${title}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return result.status === 0;
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

const checked = run('Checks', process.execPath, ['tools/check.mjs']);
totals[checked ? 'passed' : 'failed'] += 1;

const built = run('Build of the pages', process.execPath, ['tools/build.mjs']);
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

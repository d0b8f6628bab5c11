import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { bundleServer } from './bundle-server.mjs';

/**
 * `npm test`: the API on PostgreSQL, and what concerns the database itself on PGlite too, from the first moment on; beside it the checks and the
 * build, then the rules and the browser tests (decision 0047). Goes on after a failure, so that one run tells everything, and ends with one line
 * of totals. `npm run test:whole` runs the same with nothing reduced: the variable reaches every test.
 */
const isWhole = process.env.GUICHET_TEST_WHOLE === '1';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const bin = (name) => join(root, 'node_modules', '.bin', name);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * A folder in memory for the databases and browsers of the run, where the system has one with room that may hold programs (PostgreSQL is copied
 * beside its data): waiting for the disk takes half of the time of the tests that start a product. Otherwise the system's own folder.
 */
function temporaryFolder() {
  if (!existsSync(MEMORY) || process.env.TMPDIR) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  const mayRun = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
  if (bavail * bsize < NEEDED_BYTES || !mayRun) return {};
  const folder = mkdtempSync(join(MEMORY, 'guichet-'));
  // PostgreSQL runs as another user where the tests are run by root.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return { TMPDIR: folder };
}

const totals = { passed: 0, failed: 0 };
/** The parts of the run that failed, which a report of single tests does not name. */
const failedParts = [];

const environment = {
  ...process.env,
  NO_COLOR: '1',
  ...temporaryFolder(),
  // What Playwright compiled stays for the next run: the temporary folder goes with this one.
  PWTEST_CACHE_DIR: join(root, 'node_modules', '.cache', 'playwright'),
  // A hundred products are started, and each would compile the server anew: a tenth of a start.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
};

function verdict(title, started, status) {
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`— ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failedParts.push(title);
  return status === 0;
}

/** Runs a command and shows what it says as it comes. */
function run(title, command, args, env = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...environment, ...env } });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve(verdict(title, started, status)));
  });
}

/** The same beside others: what it says is shown when it has ended. */
function runBeside(title, command, args) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment });
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

/** How many browser tests there are, with those that `npm test` leaves out; null when they cannot be listed. */
async function allBrowserTests() {
  const args = ['test', '--list', '--reporter=list'];
  const env = { ...environment, GUICHET_TEST_WHOLE: '1' };
  const { stdout } = await promisify(execFile)(bin('playwright'), args, { cwd: root, env }).catch(
    (fault) => fault,
  );
  return Number(/Total: (\d+) tests? in/.exec(stdout)?.[1]) || null;
}

/**
 * One line: how many of all browser tests ran, and what runs the others. `npm test` leaves out what is tagged `@whole` and the second database
 * of some (decision 0047).
 */
function browserTestsLeftOut(file, all) {
  if (!existsSync(file) || all === null) return 'How many browser tests were left out is not known.';
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
  const ran = expected + unexpected + flaky + skipped;
  return `${ran} of ${all} browser tests; npm run test:whole runs the other ${all - ran} too`;
}

/** The test of a folder's lock, which reads no database (`vitest.config.ts`). */
const WITHOUT_DATABASE = 'server/db/folder-lock.test.ts';

/** The same of the rules and API tests: those tagged `whole`, and those of the server that ran on PostgreSQL alone. */
function unitTestsLeftOut(files) {
  if (!files.every(existsSync)) return 'How many rules and API tests were left out is not known.';
  const parts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const numPassedTests = parts.reduce((sum, part) => sum + part.numPassedTests, 0);
  const testResults = parts.flatMap((part) => part.testResults);
  const tagged = new Set(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, tags }) => status === 'skipped' && tags.includes('whole'))
        .map(({ fullName }) => `${name} ${fullName}`),
    ),
  );
  const runs = Map.groupBy(testResults, ({ name }) => relative(root, name));
  const onOne = [...runs].flatMap(([name, [first, ...others]]) =>
    others.length > 0 || !name.startsWith('server/') || name === WITHOUT_DATABASE
      ? []
      : first.assertionResults.filter(({ status }) => status === 'passed'),
  );
  return `${numPassedTests} rules and API tests; npm run test:whole runs ${tagged.size} more, and ${onOne.length} of them on PGlite too`;
}

/** The titles of the browser tests that ended so: `unexpected` failed twice, `flaky` failed first and passed when tried again. */
function browserTests(file, wanted) {
  const found = [];
  const look = ({ title = '', specs = [], suites = [] }, path = []) => {
    for (const spec of specs)
      if (spec.tests.some(({ status }) => status === wanted))
        found.push([...path, title, spec.title].join(' › '));
    for (const suite of suites) look(suite, title ? [...path, title] : path);
  };
  if (existsSync(file)) look(JSON.parse(readFileSync(file, 'utf8')));
  return found;
}

/** The titles of the rules and API tests that failed, and the files that could not be run. */
function failedUnitTests(file) {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const path = relative(root, name);
    if (failed.length === 0) return status === 'failed' ? [path] : [];
    return failed.map(({ fullName }) => `${path} › ${fullName}`);
  });
}

/** Runs projects of vitest beside other parts. */
const runTests = (title, projects, workers, report, further = []) =>
  runBeside(title, bin('vitest'), [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    `--maxWorkers=${workers}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...further,
  ]);

const rulesReport = join(reports, 'rules.json');
const serverReport = join(reports, 'server.json');
const checking = runBeside('Checks', process.execPath, ['tools/check.mjs']);
// Before the build and the tests, which would both bundle it. A fault in it is told by the build.
await bundleServer(join(root, 'build')).catch(() => undefined);
// What takes longest begins first: nothing of it reads the pages. The rules wait for the checks, which keep both processors busy with the build.
const testing = runTests('API', [isWhole ? 'pglite-whole' : 'pglite', 'postgresql'], 3, serverReport);
// Which test files took long is remembered by the part of many workers alone: both at once would spoil the file.
const judging = checking.then(() => runTests('Rules', ['rules'], 1, rulesReport, ['--no-cache']));
const built = await run(
  'Build of the pages',
  process.execPath,
  ['tools/build.mjs'],
  isWhole ? {} : { BUILD_FOR: 'test' },
);
totals[built ? 'passed' : 'failed'] += 1;

const sized = await run('Size of the pages', process.execPath, ['tools/check-sizes.mjs']);
totals[sized ? 'passed' : 'failed'] += 1;

const readable = await run('Language of the pages', process.execPath, ['tools/check-languages.mjs']);
totals[readable ? 'passed' : 'failed'] += 1;

// Beside them, once they have compiled what is listed: it takes five seconds of a processor.
const listing = isWhole ? null : testing.then(allBrowserTests);
const browserReport = join(reports, 'browser.json');
const browser = await run('Screens in the browser', bin('playwright'), ['test', '--reporter=dot,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  ...(isWhole ? {} : { GUICHET_TEST_REDUCED: 'yes' }),
});

totals[(await checking) ? 'passed' : 'failed'] += 1;
const unitReports = [rulesReport, serverReport];
for (const [report, ended] of [
  [rulesReport, judging],
  [serverReport, testing],
])
  count(report, (found) => ({ passed: found.numPassedTests, failed: found.numFailedTests }), await ended);
count(
  browserReport,
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  browser,
);
// At the end, because a long output is often kept without its beginning.
for (const title of browserTests(browserReport, 'flaky'))
  console.log(`Passed only when tried again: ${title}`);
for (const title of [
  ...unitReports.flatMap(failedUnitTests),
  ...browserTests(browserReport, 'unexpected'),
  ...failedParts,
])
  console.log(`Failed: ${title}`);

if (listing)
  console.log(`\n${unitTestsLeftOut(unitReports)}\n${browserTestsLeftOut(browserReport, await listing)}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run soak`: the tests of trust (`server/trust`) and a thousand loans of five years at full size, on both databases, one after the other so that each has the machine to
 * itself. Takes hours. `npm run soak -- fuzz nodes` runs only those; `GUICHET_SOAK_SEED=7 npm run soak -- fuzz` repeats a run with its seed;
 * any size below may be set to another in the environment. Prints seeds and results, then all results once more.
 */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results', 'soak');

const FULL_SIZE = {
  GUICHET_SOAK_FUZZ_REQUESTS: '20000',
  GUICHET_SOAK_WITHDRAWAL_ROUNDS: '1000',
  GUICHET_SOAK_OPERATIONS: '10000',
  GUICHET_SOAK_KILLS: '200',
  GUICHET_SOAK_POWER_CUTS: '20',
  GUICHET_SOAK_DATABASE_STOPS: '20',
  GUICHET_SOAK_MAIL_MINUTES: '60',
  GUICHET_SOAK_LOANS: '1000',
  GUICHET_SOAK_SETTLEMENTS: '200',
  GUICHET_SOAK_SETTLEMENT_ORDERS: '100',
  GUICHET_SOAK_LOCK_PAIRS: '1000',
  GUICHET_SOAK_LOCK_ROUNDS: '5',
};

const RUNS = {
  access: ['pglite-whole', 'postgresql'],
  fuzz: ['pglite-whole', 'postgresql'],
  crowd: ['pglite-whole', 'postgresql'],
  faults: ['pglite-whole', 'postgresql'],
  nodes: ['postgresql'],
  'lock-order': ['postgresql'],
  mails: ['pglite-whole', 'postgresql'],
  settlement: ['pglite-whole', 'postgresql'],
  'settlement-orders': ['pglite-whole', 'postgresql'],
  load: [],
  'five-years': ['postgresql'],
};

/** Where a test is that stands with its noun, or whose name begins that of another. */
const PATHS = {
  'five-years': 'server/loans/servicing/five-years',
  settlement: 'server/trust/settlement.test',
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(RUNS, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose among ${Object.keys(RUNS).join(', ')}.`);
  process.exit(1);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const results = [];
let failures = 0;

for (const [name, projects] of Object.entries(RUNS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const project of projects) {
    console.log(`\n— ${name} on ${project}`);
    const started = Date.now();
    const report = join(reports, `${name}-${project}.json`);
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'vitest'),
      [
        'run',
        '--project',
        project,
        '--reporter=verbose',
        '--reporter=json',
        `--outputFile.json=${report}`,
        PATHS[name] ?? `server/trust/${name}`,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
        env: { NO_COLOR: '1', ...FULL_SIZE, ...process.env, GUICHET_TEST_WHOLE: '1', GUICHET_SOAK: 'yes' },
      },
    );
    process.stdout.write(run.stdout);
    const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    const verdict = run.status === 0 ? 'passed' : 'FAILED';
    if (run.status !== 0) failures += 1;
    results.push(
      `${verdict} ${name} on ${project}: ${told?.numPassedTests ?? 0} passed, ${told?.numFailedTests ?? 0} failed, ${minutes} min`,
    );
    for (const line of run.stdout.split('\n')) {
      const found = /(?:RESULT .*|.*: seed \d+.*)/.exec(line);
      if (found) results.push(`  ${found[0].replace('RESULT ', '')}`);
    }
  }
}

// Fifty connections for ten minutes; its figures also go to bench/RESULTS.md (`LOAD_SECONDS` shortens it).
if (asked.length === 0 || asked.includes('load')) {
  console.log('\n— load on postgresql');
  const run = spawnSync(process.execPath, ['bench/run.ts', 'load'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  process.stdout.write(run.stdout);
  const isMet = run.status === 0 && !run.stdout.includes('**not met**');
  if (!isMet) failures += 1;
  results.push(`${isMet ? 'passed' : 'FAILED'} load on postgresql`);
}

console.log(`\n${results.join('\n')}`);
process.exit(failures === 0 ? 0 : 1);

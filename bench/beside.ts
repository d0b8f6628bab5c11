import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, startBank } from './measuring/bank.ts';
import { type BenchPostgres, benchPostgres } from './measuring/database.ts';
import type { Figure, Options, PartResult } from './measuring/figures.ts';
import { sendWell } from './measuring/load.ts';
import { SEEDED_PASSWORD, seededAccountId, seededEmail } from './measuring/seed.ts';

const CLIENTS = 10_000;
const MOVEMENTS = 200_000;

/** What both are asked: the calls of `money` and `reads`. */
const CALLS = [
  { name: 'Credits, 128 connections', connections: 128, path: null },
  { name: 'Credits, 32 connections', connections: 32, path: null },
  { name: "The client's dashboard", connections: 32, path: '/api/overview', isClient: true },
  { name: "A page of the client's movements", connections: 32, path: '/api/transactions', isClient: true },
  { name: 'The list of clients', connections: 32, path: '/api/admin/clients' },
  { name: 'A search for clients by name', connections: 32, path: '/api/admin/clients?q=bace' },
] as const;

/** Run in a commit's own folder: its tables, its seed and its bundle, whatever has become of them since. */
const PREPARE = `
const { openDatabase } = await import('#server/db/open-database.ts');
const { seed } = await import(process.cwd() + '/bench/measuring/seed.ts');
const { bundleServer } = await import(process.cwd() + '/tools/bundle-server.mjs');
const url = process.env.BENCH_DATABASE_URL;
await (await openDatabase({ kind: 'postgresql', url })).close();
await seed(url, { clients: ${CLIENTS}, transactions: ${MOVEMENTS} });
console.log('ENTRY ' + (await bundleServer(process.cwd() + '/build')));
process.exit(0);
`;

interface Checkout {
  readonly commit: string;
  readonly folder: string;
}

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The files of a commit in a folder of their own, with the packages that it names. */
function checkOut(asked: string): Checkout {
  const commit = git('rev-parse', '--short', `${asked}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), `guichet-${commit}-`));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'pipe' });
  return { commit, folder };
}

/** Starts the product of a commit on a database that it made and filled itself. */
async function startCommit({ commit, folder }: Checkout, postgres: BenchPostgres) {
  const databaseUrl = await postgres.create(`commit-${commit}`);
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PREPARE], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, BENCH_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const entry = /^ENTRY (.+)$/m.exec(output)?.[1];
  if (!entry) throw new Error(`${commit} made no bundle:\n${output}`);
  const bank = await startBank({ databaseUrl, command: [process.execPath, entry], cwd: folder });
  return {
    bank,
    client: await bank.signIn('/session', seededEmail(1), SEEDED_PASSWORD),
    administrator: await bank.administrator(),
  };
}

type RunningCommit = Awaited<ReturnType<typeof startCommit>>;

const ACCOUNTS = Array.from(
  { length: CLIENTS },
  (_, n) => `/api/admin/clients/${seededAccountId(n + 1)}/credits`,
);

function measure(
  { bank, client, administrator }: RunningCommit,
  { connections, path, ...call }: (typeof CALLS)[number],
  seconds: number,
) {
  const load = { port: bank.port, connections, seconds, warmUpSeconds: 1 };
  const cookie = 'isClient' in call ? client : administrator;
  if (path) return sendWell({ ...load, method: 'GET', paths: [path], headers: { cookie } });
  return sendWell({
    ...load,
    method: 'POST',
    paths: ACCOUNTS,
    headers: { cookie, origin: bank.url },
    body: '{"amountMinor":12345,"currency":"EUR","description":"Versement {n}"}',
  });
}

/**
 * Two commits of the product in turn, each on a database that it filled itself: `npm run bench -- beside --old=<commit> [--new=<commit>]`, the newer
 * one being `HEAD` unless it is named. The ratio is of answers a second. What is not committed is not measured.
 */
export async function beside({ quick, say, old, new: newer = 'HEAD' }: Options): Promise<PartResult> {
  if (!old) throw new Error('name the older commit: npm run bench -- beside --old=<commit>');
  const rounds = quick ? 2 : 6;
  const seconds = quick ? 2 : 5;
  const checkouts: Checkout[] = [];
  const running: RunningCommit[] = [];
  const postgres = await benchPostgres();
  try {
    for (const commit of [old, newer]) {
      say(`preparing ${commit}`);
      checkouts.push(checkOut(commit));
    }
    for (const checkout of checkouts) running.push(await startCommit(checkout, postgres));
    const [first, second] = running as [RunningCommit, RunningCommit];
    const ratios = CALLS.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      // Who is measured first takes turns: the database of the one writes while the other is asked.
      const order = round % 2 === 0 ? [first, second] : [second, first];
      for (const [index, call] of CALLS.entries()) {
        const found = new Map<RunningCommit, number>();
        for (const one of order) found.set(one, (await measure(one, call, seconds)).perSecond);
        ratios[index]?.push((found.get(second) ?? Number.NaN) / (found.get(first) ?? Number.NaN));
      }
      say(`round ${round + 1}: ${ratios.map((values) => (values.at(-1) ?? 0).toFixed(2)).join(', ')} ×`);
    }
    const [before, after] = checkouts.map(({ commit }) => ({
      commit,
      said: git('show', '--no-patch', '--format=%cs « %s »', commit),
    }));
    return {
      title: 'Two commits of the product beside each other',
      figures: CALLS.map(
        ({ name }, index): Figure => ({
          name: `${name}: newer to older`,
          unit: '×',
          values: ratios[index] ?? [],
        }),
      ),
      notes: [
        `Older: ${before?.commit}, ${before?.said}. Newer: ${after?.commit}, ${after?.said}.`,
        `Answers a second, each on a database of ${CLIENTS.toLocaleString('en-GB')} clients and ${MOVEMENTS.toLocaleString('en-GB')} movements that the commit made itself, on one PostgreSQL, in turn.`,
      ],
    };
  } finally {
    for (const { bank } of running) await bank.stop();
    await postgres.stop();
    for (const { folder } of checkouts) rmSync(folder, { recursive: true, force: true });
  }
}

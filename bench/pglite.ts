import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startBank } from './measuring/bank.ts';
import type { Options, PartResult } from './measuring/figures.ts';
import { type LoadResult, sendWell } from './measuring/load.ts';

const SCALE = 1;

/**
 * The embedded database with real fsync: posts through the HTTP API against the statements of TPC-B sent to the same PGlite from the
 * process it lives in, without HTTP.
 */
export async function pglite({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 4;
  const seconds = quick ? 3 : 6;
  const folder = mkdtempSync(join(tmpdir(), 'guichet-pglite-'));
  try {
    const reference = join(folder, 'reference');
    const bank = await startBank({ dataDir: join(folder, 'bank') });
    try {
      const cookie = await bank.administrator();
      const listed = await fetch(`${bank.url}/api/admin/clients`, { headers: { cookie } });
      const { clients } = (await listed.json()) as { clients: { id: string; currency?: string }[] };
      const paths = clients.map(({ id }) => `/api/admin/clients/${id}/credits`);
      const post = (connections: number) =>
        sendWell({
          port: bank.port,
          connections,
          seconds,
          warmUpSeconds: 1,
          method: 'POST',
          paths,
          headers: { cookie, origin: bank.url },
          body: '{"amountMinor":12345,"currency":"EUR","description":"Versement {n}"}',
        });
      const tpcb: number[] = [];
      const posts: LoadResult[] = [];
      const alone: LoadResult[] = [];
      await post(8);
      for (let round = 0; round < rounds; round += 1) {
        tpcb.push(await tpcbOnPglite(reference, seconds));
        posts.push(await post(32));
        alone.push(await post(1));
        say(
          `round ${round + 1}: TPC-B ${Math.round(tpcb.at(-1) ?? 0)}/s, posts ${Math.round(posts.at(-1)?.perSecond ?? 0)}/s`,
        );
      }
      return {
        title: 'Money on the embedded database (PGlite), with real fsync',
        figures: [
          {
            name: 'Posts through HTTP, 32 connections, to TPC-B on the same PGlite without HTTP',
            unit: '×',
            values: posts.map(({ perSecond }, round) => perSecond / (tpcb[round] ?? Number.NaN)),
            atLeast: 1.5,
          },
          { name: 'p99 at 32 connections', unit: 'ms', values: posts.map(({ p99 }) => p99) },
          { name: 'One caller alone, p50', unit: 'ms', values: alone.map(({ p50 }) => p50) },
          { name: 'Posts, absolute', unit: '/s', values: posts.map(({ perSecond }) => perSecond) },
        ],
        notes: [
          'TPC-B here is the five statements of pgbench between BEGIN and COMMIT, sent by the process in which PGlite lives, on a folder opened as the product opens its own.',
        ],
      };
    } finally {
      await bank.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tpcbOnPglite(folder: string, seconds: number): Promise<number> {
  // As its owner: the product's own role makes no table.
  const database = await openDatabase({ kind: 'pglite', folder }, { migrates: false });
  const { db } = database;
  try {
    const made = await rowsOf<{ made: boolean }>(
      db,
      sql`select to_regclass('bench_accounts') is not null as made`,
    );
    if (!made[0]?.made) {
      for (const [table, rows] of [
        ['bench_branches', SCALE],
        ['bench_tellers', SCALE * 10],
        ['bench_accounts', SCALE * 100_000],
      ] as const) {
        await db.execute(
          sql.raw(`create table ${table} (id int primary key, balance int not null, filler char(80))`),
        );
        await db.execute(sql.raw(`insert into ${table} select n, 0, '' from generate_series(1, ${rows}) n`));
      }
      await db.execute(
        sql`create table bench_history (tid int, bid int, aid int, delta int, mtime timestamptz)`,
      );
    }
    const upTo = (most: number) => Math.floor(Math.random() * most) + 1;
    const end = performance.now() + seconds * 1000;
    let done = 0;
    while (performance.now() < end) {
      const [aid, tid, bid, delta] = [upTo(SCALE * 100_000), upTo(SCALE * 10), upTo(SCALE), upTo(5000)];
      await db.transaction(async (tx) => {
        await tx.execute(sql`update bench_accounts set balance = balance + ${delta} where id = ${aid}`);
        await tx.execute(sql`select balance from bench_accounts where id = ${aid}`);
        await tx.execute(sql`update bench_tellers set balance = balance + ${delta} where id = ${tid}`);
        await tx.execute(sql`update bench_branches set balance = balance + ${delta} where id = ${bid}`);
        await tx.execute(sql`insert into bench_history values (${tid}, ${bid}, ${aid}, ${delta}, now())`);
      });
      done += 1;
    }
    return done / seconds;
  } finally {
    await database.close();
  }
}

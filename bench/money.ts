import { spawn } from 'node:child_process';
import { startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import type { Options, PartResult } from './measuring/figures.ts';
import { type LoadResult, sendWell } from './measuring/load.ts';
import { seededAccountId } from './measuring/seed.ts';
import { prepareNaive, runNaive } from './reference/naive-posts.ts';
import { prepareTpcb } from './reference/tpcb.ts';

const MANY = 10_000;

/**
 * Runs something while another program keeps one processor busy. It has a session of its own, as programs of other people have: Linux shares
 * processors out by session.
 */
async function besideBusyProcessor<T>(run: () => Promise<T>): Promise<T> {
  const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true });
  try {
    return await run();
  } finally {
    loop.kill('SIGKILL');
  }
}

/**
 * Posts through the product's own HTTP API (sign-in, permission, idempotency, books, the client's line, bell, mail in the outbox, audit
 * trail) against TPC-B on the same PostgreSQL, in turn. Every post appends to the one audit trail; « one client » makes the client's account
 * hot as well.
 */
export async function money({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 4;
  const seconds = quick ? 3 : 7;
  const scale = quick ? 20 : 130;
  const postgres = await benchPostgres();
  try {
    say('filling the databases');
    const tpcb = await prepareTpcb(await postgres.create('tpcb'), scale);
    const naiveUrl = await postgres.create('naive');
    await prepareNaive(naiveUrl, MANY);
    const bankUrl = await postgres.createSeeded('bank', { clients: MANY, transactions: MANY });
    const bank = await startBank({ databaseUrl: bankUrl });
    try {
      const cookie = await bank.administrator();
      const many = Array.from(
        { length: MANY },
        (_, n) => `/api/admin/clients/${seededAccountId(n + 1)}/credits`,
      );
      const post = (connections: number, paths: readonly string[]) =>
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
      const found = {
        tpcb32: [] as number[],
        tpcb128: [] as number[],
        many32: [] as LoadResult[],
        many128: [] as LoadResult[],
        hot128: [] as LoadResult[],
        busyTpcb128: [] as number[],
        busyMany128: [] as LoadResult[],
        naiveMany: [] as number[],
        naiveHot: [] as number[],
      };
      // What a cold server answers is not what it answers all day.
      await post(32, many);
      for (let round = 0; round < rounds; round += 1) {
        found.tpcb32.push(await tpcb.run(32, seconds));
        found.many32.push(await post(32, many));
        found.tpcb128.push(await tpcb.run(128, seconds));
        found.many128.push(await post(128, many));
        found.hot128.push(await post(128, many.slice(0, 1)));
        await besideBusyProcessor(async () => {
          found.busyTpcb128.push(await tpcb.run(128, seconds));
          found.busyMany128.push(await post(128, many));
        });
        const naive = { connections: 32, seconds, accounts: MANY };
        found.naiveMany.push(await runNaive(naiveUrl, { ...naive, isHot: false }));
        found.naiveHot.push(await runNaive(naiveUrl, { ...naive, isHot: true }));
        const [tps, posts] = [found.tpcb128.at(-1) ?? 0, found.many128.at(-1)?.perSecond ?? 0];
        say(
          `round ${round + 1}: TPC-B ${Math.round(tps)}/s, posts ${Math.round(posts)}/s, ${(posts / tps).toFixed(2)} ×`,
        );
      }
      const to = (values: readonly number[], base: readonly number[]) =>
        values.map((value, round) => value / (base[round] ?? Number.NaN));
      const perSecond = (results: readonly LoadResult[]) => results.map((result) => result.perSecond);
      return {
        title: 'Money: posts through the HTTP API on PostgreSQL',
        figures: [
          {
            name: 'Posts, 128 connections, many clients, to TPC-B with 128',
            isHeadline: true,
            unit: '×',
            values: to(perSecond(found.many128), found.tpcb128),
            atLeast: 3,
          },
          {
            name: 'Posts, 128 connections, one client, to many clients',
            unit: '×',
            values: to(perSecond(found.hot128), perSecond(found.many128)),
            atLeast: 1,
          },
          {
            name: 'Posts, 32 connections, many clients, to TPC-B with 32',
            unit: '×',
            values: to(perSecond(found.many32), found.tpcb32),
            atLeast: 2,
          },
          {
            name: 'p99 at 32 connections',
            isHeadline: true,
            unit: 'ms',
            values: found.many32.map(({ p99 }) => p99),
            atMost: 50,
          },
          { name: 'p99 at 128 connections', unit: 'ms', values: found.many128.map(({ p99 }) => p99) },
          {
            name: 'Posts, 128 connections, to TPC-B with 128, one processor kept busy',
            unit: '×',
            values: to(perSecond(found.busyMany128), found.busyTpcb128),
            atLeast: 1.2,
          },
          {
            name: 'p99 at 128 connections, one processor kept busy',
            unit: 'ms',
            values: found.busyMany128.map(({ p99 }) => p99),
            atMost: 120,
          },
          {
            name: 'Posts, 128 connections, one client, to the naive version on one hot account',
            unit: '×',
            values: to(perSecond(found.hot128), found.naiveHot),
          },
          {
            name: 'Posts, 128 connections, to the naive version on many accounts',
            unit: '×',
            values: to(perSecond(found.many128), found.naiveMany),
          },
          {
            name: 'The naive version on many accounts, to TPC-B',
            unit: '×',
            values: to(found.naiveMany, found.tpcb32),
          },
          { name: 'Posts, 128 connections, absolute', unit: '/s', values: perSecond(found.many128) },
          { name: 'TPC-B, 128 clients, absolute', unit: '/s', values: found.tpcb128 },
        ],
        notes: [
          `The reference is ${tpcb.tool}.`,
          'One post is one HTTP call of a signed-in administrator: fourteen rows (key, posting, two entries, two balances, two daily sums, movement, notification, mail, audit line and its two parts), against four of TPC-B without HTTP.',
          'The naive version is the money alone, from Node without HTTP: BEGIN, two locks, three INSERTs, two UPDATEs, COMMIT.',
          'The demonstration has no mail server: mails are written to the outbox and counted as delivered.',
          'Server, database and load generator share the machine.',
        ],
      };
    } finally {
      await bank.stop();
    }
  } finally {
    await postgres.stop();
  }
}

import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { findPgbench } from '../measuring/database.ts';

/**
 * TPC-B as pgbench runs it: the usual yardstick of how many small money transactions a PostgreSQL takes. With pgbench itself where it is
 * installed, with the same statements from Node otherwise.
 */
export interface Tpcb {
  readonly tool: string;
  /** Transactions a second with this many clients. */
  run(clients: number, seconds: number): Promise<number>;
}

const SCRIPT = [
  'update pgbench_accounts set abalance = abalance + $2 where aid = $1',
  'select abalance from pgbench_accounts where aid = $1',
  'update pgbench_tellers set tbalance = tbalance + $2 where tid = $1',
  'update pgbench_branches set bbalance = bbalance + $2 where bid = $1',
  'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
] as const;

/** The tables of pgbench at a scale, made in the database. */
async function fill(url: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of [
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
    'create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100)',
    'create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84)) with (fillfactor = 100)',
    'create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100)',
    `insert into pgbench_branches (bid, bbalance) select b, 0 from generate_series(1, ${scale}) b`,
    `insert into pgbench_tellers (tid, bid, tbalance) select t, (t - 1) / 10 + 1, 0 from generate_series(1, ${scale * 10}) t`,
    `insert into pgbench_accounts (aid, bid, abalance, filler)
      select a, (a - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) a`,
    'alter table pgbench_accounts add primary key (aid)',
    'vacuum analyze',
    'checkpoint',
  ])
    await client.query(text);
  await client.end();
}

async function runFromNode(url: string, scale: number, clients: number, seconds: number): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const end = performance.now() + seconds * 1000;
  const upTo = (most: number) => Math.floor(Math.random() * most) + 1;
  let done = 0;
  await Promise.all(
    connections.map(async (client) => {
      while (performance.now() < end) {
        const [aid, bid, tid, delta] = [upTo(scale * 100_000), upTo(scale), upTo(scale * 10), upTo(5000)];
        await client.query('begin');
        await client.query(SCRIPT[0], [aid, delta]);
        await client.query(SCRIPT[1], [aid]);
        await client.query(SCRIPT[2], [tid, delta]);
        await client.query(SCRIPT[3], [bid, delta]);
        await client.query(SCRIPT[4], [tid, bid, aid, delta]);
        await client.query('commit');
        done += 1;
      }
      await client.end();
    }),
  );
  return done / seconds;
}

export async function prepareTpcb(url: string, scale: number): Promise<Tpcb> {
  await fill(url, scale);
  const pgbench = findPgbench();
  if (!pgbench)
    return {
      tool: "the statements of pgbench's TPC-B sent from Node, since pgbench is not installed (PGBENCH, postgresql-contrib)",
      run: (clients, seconds) => runFromNode(url, scale, clients, seconds),
    };
  const { hostname, port, pathname, username } = new URL(url);
  return {
    tool: `pgbench, its built-in TPC-B, scale ${scale}`,
    async run(clients, seconds) {
      const result = spawnSync(
        pgbench,
        [
          '-n',
          '-h',
          hostname,
          '-p',
          port,
          '-U',
          username,
          '-c',
          String(clients),
          '-j',
          '2',
          '-T',
          String(seconds),
          pathname.slice(1),
        ],
        { encoding: 'utf8', env: { ...process.env, PGCONNECT_TIMEOUT: '30' } },
      );
      const perSecond = /^tps = ([\d.]+)/m.exec(result.stdout)?.[1];
      if (result.status !== 0 || !perSecond) throw new Error(`pgbench failed: ${result.stderr}`);
      return Number(perSecond);
    },
  };
}

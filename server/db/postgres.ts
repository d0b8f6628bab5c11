import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isHeard, tell } from '../signals.ts';
import type { ChannelListener, Database, DatabaseLocation, Db } from './database.ts';
import { migrateUnderLock, watchedMigrations } from './migrate.ts';
import { becomeStaff, HousePool, PersonPool } from './person-scope.ts';
import * as schema from './schema/index.ts';
import { createStatementNames, named } from './statement-names.ts';
import { timed } from './timed-statements.ts';
import { textOf } from './transaction-connection.ts';

/**
 * The connections of one pool: statements that come often are named, and all are timed. The pool itself calls with a function instead of
 * waiting for a promise: that form is timed as well.
 */
function timedClients(): typeof pg.Client {
  const nameOf = createStatementNames();
  return class TimedClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver has eight forms of this method; all pass through unchanged.
    override query(...args: any[]): any {
      args[0] = named(args[0], args[1], nameOf);
      const answer = args.at(-1);
      if (typeof answer === 'function' && isHeard('guichet:statement')) {
        const started = performance.now();
        args[args.length - 1] = (...results: unknown[]) => {
          tell('guichet:statement', { text: textOf(args[0]), ms: performance.now() - started });
          answer(...results);
        };
      }
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      return timed((...passed: any[]) => (super.query as any)(...passed))(...args);
    }
  };
}

/** Opens PostgreSQL, migrated unless told otherwise. */
export async function openPostgres(
  {
    url,
    ownerUrl,
    poolSize = 20,
    idleMs = 10_000,
    statementMs = 10_000,
  }: Extract<DatabaseLocation, { kind: 'postgresql' }>,
  migrates: boolean,
): Promise<Database> {
  if (migrates) await migrateUnderLock(ownerUrl ?? url);
  const pool = new pg.Pool({
    Client: timedClients(),
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: idleMs,
    application_name: 'guichet',
    // What is asked goes at once, ahead of the answers to what was asked before: a transaction has the next message waiting at the database.
    pipeline: true,
    connectionTimeoutMillis: statementMs / 2,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 15_000,
    ...(migrates ? { onConnect: becomeStaff } : {}),
  });
  // A connection that dies while idle is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => {});
  // One that dies while a call uses it fails that call, which is answered 503; the same event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = drizzle(new HousePool(pool) as unknown as pg.Pool, { schema }) as unknown as Db;
  const stops = new Set<() => Promise<void>>();
  return {
    kind: 'postgresql',
    db,
    of: (personId) =>
      drizzle(new PersonPool(pool, 'guichet_client', personId) as unknown as pg.Pool) as unknown as Db,
    assignedTo: (personId) =>
      drizzle(new PersonPool(pool, 'guichet_assigned', personId) as unknown as pg.Pool, {
        schema,
      }) as unknown as Db,
    exceptOwnFilesOf: (personId) =>
      drizzle(new PersonPool(pool, 'guichet_others', personId) as unknown as pg.Pool, {
        schema,
      }) as unknown as Db,
    migrations: watchedMigrations(db),
    async listen(channel, listener) {
      const stop = await listenOnPostgres(url, channel, listener);
      stops.add(stop);
      return async () => {
        stops.delete(stop);
        await stop();
      };
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all([...stops].map((stop) => stop()));
      await pool.end();
    },
  };
}

/** One connection per node and channel, opened again with growing pauses when it is lost. */
async function listenOnPostgres(
  url: string,
  channel: string,
  listener: ChannelListener,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retryTimer: NodeJS.Timeout | null = null;
  let pauseMs = 100;

  async function connect(isFirst: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'guichet-live' });
    next.on('notification', (message) => listener(message.payload ?? ''));
    next.on('error', () => {});
    next.on('end', () => scheduleReconnect());
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    pauseMs = 100;
    if (!isFirst) listener(null);
  }

  function scheduleReconnect(): void {
    if (stopped || retryTimer) return;
    retryTimer = setTimeout(() => {
      retryTimer = null;
      connect(false).catch(() => scheduleReconnect());
    }, pauseMs);
    retryTimer.unref();
    pauseMs = Math.min(pauseMs * 2, 5_000);
  }

  await connect(true);
  return async () => {
    stopped = true;
    if (retryTimer) clearTimeout(retryTimer);
    await client?.end();
  };
}

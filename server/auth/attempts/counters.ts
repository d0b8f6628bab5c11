import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';

/** Named counters in the database: a block holds on every node and across restarts. */
export interface Counters<Name extends string> {
  of(counter: Name, whose: string): Promise<number>;
  /**
   * Adds one and returns the count of the current window.
   * @param minutes length of the window; it `prolongs` when it runs from the last count instead of the first.
   */
  add(
    counter: Name,
    whose: string,
    window: { readonly minutes: number; readonly prolongs?: boolean },
  ): Promise<number>;
  /**
   * Claims one place before the check, unless that would pass the limit: then false, and the window is not prolonged. Concurrent claims on
   * any number of nodes stay within the limit.
   */
  claim(
    counter: Name,
    whose: string,
    window: { readonly minutes: number; readonly prolongs?: boolean; readonly limit: number },
  ): Promise<boolean>;
  /** Returns a claim. */
  release(counter: Name, whose: string): Promise<void>;
  forget(counter: Name, whose: string): Promise<void>;
}

/** Rows whose window ended this long ago are deleted, in milliseconds. */
const KEEP_ENDED_MS = 15 * 60_000;

/** Counters are keyed by a digest: the table names no person. */
const keyOf = (counter: string, whose: string) =>
  `${counter}:${createHash('sha256').update(whose).digest('base64url')}`;

/** @param db the database outside the use case's transaction: counts survive its rollback. */
export function createCounters<Name extends string>(db: Db, now: () => Date): Counters<Name> {
  /** The count after one more; null where that would pass the limit. */
  async function addUpTo(
    limit: number | null,
    counter: Name,
    whose: string,
    { minutes, prolongs = false }: { readonly minutes: number; readonly prolongs?: boolean },
  ): Promise<number | null> {
    const at = now().toISOString();
    const end = new Date(now().getTime() + minutes * 60_000).toISOString();
    const ended = new Date(now().getTime() - KEEP_ENDED_MS).toISOString();
    await db.execute(sql`delete from attempts where ends_at < ${ended}::timestamptz`);
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`insert into attempts as a (key, count, ends_at) values (${keyOf(counter, whose)}, 1, ${end}::timestamptz)
        on conflict (key) do update set
          count = case when a.ends_at <= ${at}::timestamptz then 1 else a.count + 1 end,
          ends_at = case when a.ends_at <= ${at}::timestamptz or ${prolongs} then excluded.ends_at else a.ends_at end
        where ${limit}::int is null or a.ends_at <= ${at}::timestamptz or a.count < ${limit}::int
        returning count`,
    );
    return row?.count ?? null;
  }

  return {
    async of(counter, whose) {
      const [row] = await rowsOf<{ count: number }>(
        db,
        sql`select count from attempts where key = ${keyOf(counter, whose)} and ends_at > ${now().toISOString()}::timestamptz`,
      );
      return row?.count ?? 0;
    },
    async add(counter, whose, window) {
      return (await addUpTo(null, counter, whose, window)) ?? 1;
    },
    async claim(counter, whose, { limit, ...window }) {
      return (await addUpTo(limit, counter, whose, window)) !== null;
    },
    async release(counter, whose) {
      await db.execute(
        sql`update attempts set count = greatest(count - 1, 0) where key = ${keyOf(counter, whose)}`,
      );
    },
    async forget(counter, whose) {
      await db.execute(sql`delete from attempts where key = ${keyOf(counter, whose)}`);
    },
  };
}

import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';

/** Counts by name in the database, so that what is blocked on one node is blocked on all and stays so when a node starts again. */
export interface Counters<Name extends string> {
  of(counter: Name, whose: string): Promise<number>;
  /**
   * Adds one and says how many it makes since the window began.
   * @param minutes how long the window lasts; it `prolongs` when it is counted from the last one instead of the first.
   */
  add(
    counter: Name,
    whose: string,
    window: { readonly minutes: number; readonly prolongs?: boolean },
  ): Promise<number>;
  /**
   * Adds one beforehand, unless that would pass the limit: false then, and the window is not prolonged. Of many that ask together, on
   * however many nodes, no more than the limit get in.
   */
  claim(
    counter: Name,
    whose: string,
    window: { readonly minutes: number; readonly prolongs?: boolean; readonly limit: number },
  ): Promise<boolean>;
  /** Gives back what was claimed. */
  release(counter: Name, whose: string): Promise<void>;
  forget(counter: Name, whose: string): Promise<void>;
}

/** Rows whose window ended this long ago are deleted, in milliseconds. */
const KEEP_ENDED_MS = 15 * 60_000;

/** Whose counter it is stands in no table: a digest finds it as well. */
const keyOf = (counter: string, whose: string) =>
  `${counter}:${createHash('sha256').update(whose).digest('base64url')}`;

/** @param db the database itself: what is counted must stay counted when a use case is refused. */
export function createCounters<Name extends string>(db: Db, now: () => Date): Counters<Name> {
  /** What the counter stands at after one more; null where that would pass the limit. */
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

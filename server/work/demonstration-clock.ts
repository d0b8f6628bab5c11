import { sql } from 'drizzle-orm';
import { type Database, type Db, rowsOf } from '../db/database.ts';

const CHANNEL = 'guichet_demonstration_clock';

/** The day of a demonstration, which its operator may move on. Every node of the database has the same. */
export interface DemonstrationClock {
  /** How far the demonstration's time is ahead of the real one, in milliseconds; 0 until somebody moves it. */
  aheadMs(): number;
  /**
   * Moves the time on to a moment, for every node. Sessions move with it: who is signed in stays signed in.
   * @throws Error for a moment before the present one: what happened cannot be undone.
   */
  moveTo(moment: Date): Promise<void>;
}

async function readAhead(db: Db): Promise<number> {
  const [row] = await rowsOf<{ ahead_ms: string | number }>(
    db,
    sql`select ahead_ms from demonstration_clock where id = 1`,
  );
  return Number(row?.ahead_ms ?? 0);
}

/**
 * Reads how far the demonstration's time is ahead, and hears of it when another process moves it.
 * @param realNow the real time.
 */
export async function openDemonstrationClock(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  realNow: () => Date = () => new Date(),
): Promise<DemonstrationClock> {
  let aheadMs = 0;
  const read = async () => {
    aheadMs = await readAhead(db);
  };
  // A node that cannot read it now keeps the time it had: the next message, or the next start, tells it again.
  await listen(CHANNEL, () => void read().catch(() => {}));
  await read();
  return {
    aheadMs: () => aheadMs,
    async moveTo(moment) {
      const next = moment.getTime() - realNow().getTime();
      if (next < aheadMs) throw new Error('the time of a demonstration goes forward only');
      const further = sql`make_interval(secs => ${(next - aheadMs) / 1000})`;
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`insert into demonstration_clock (id, ahead_ms) values (1, ${next})
            on conflict (id) do update set ahead_ms = excluded.ahead_ms`,
        );
        await tx.execute(
          sql`update sessions set created_at = created_at + ${further}, updated_at = updated_at + ${further},
            expires_at = expires_at + ${further}`,
        );
        await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
      });
      aheadMs = next;
    },
  };
}

import { sql } from 'drizzle-orm';
import { type Database, type Db, rowsOf } from '../db/database.ts';

const CHANNEL = 'guichet_demonstration_clock';

/** The day of a demonstration, which its operator may move on. Every node of the database has the same. */
export interface DemonstrationClock {
  /** How far the demonstration's time is ahead of the real one, in milliseconds; 0 until somebody moves it. */
  aheadMs(): number;
  /**
   * Moves the time on to a moment, for every node. Sessions move with it: who is signed in stays signed in.
   * @param until a later moment, up to which this process will move on by itself: the database is told of it at once, and of no step before it. A
   * process that is killed on the way has left jobs to be made up for, and no time to go back to.
   * @throws Error for a moment before the present one: what happened cannot be undone.
   */
  moveTo(moment: Date, until?: Date): Promise<void>;
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
  /** What the database says, which this process may still be on its way to. */
  let writtenMs = 0;
  const read = async () => {
    const found = await readAhead(db);
    // Time goes forward only: less is what stood there before this process wrote, in a message that came late.
    if (found <= writtenMs) return;
    writtenMs = found;
    aheadMs = found;
  };
  // A node that cannot read it now keeps the time it had: the next message, or the next start, tells it again.
  await listen(CHANNEL, () => void read().catch(() => {}));
  await read();
  return {
    aheadMs: () => aheadMs,
    async moveTo(moment, until = moment) {
      const real = realNow().getTime();
      const next = moment.getTime() - real;
      if (next < aheadMs) throw new Error('the time of a demonstration goes forward only');
      const written = Math.max(next, until.getTime() - real);
      if (written <= writtenMs) {
        aheadMs = next;
        return;
      }
      const before = writtenMs;
      const further = sql`make_interval(secs => ${(written - before) / 1000})`;
      // Before the commit, whose message this process hears too.
      writtenMs = written;
      const writing = db.transaction(async (tx) => {
        await tx.execute(
          sql`insert into demonstration_clock (id, ahead_ms) values (1, ${written})
            on conflict (id) do update set ahead_ms = excluded.ahead_ms`,
        );
        await tx.execute(
          sql`update sessions set created_at = created_at + ${further}, updated_at = updated_at + ${further},
            expires_at = expires_at + ${further}`,
        );
        await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
      });
      await writing.catch((error: unknown) => {
        writtenMs = before;
        throw error;
      });
      aheadMs = next;
    },
  };
}

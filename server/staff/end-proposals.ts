import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';

/**
 * Makes the waiting proposals of a person stale, because they can no longer answer for them (FOUR-16). Called before their row is locked
 * (docs/lock-order.md).
 */
export async function endProposalsOf(work: Work, makerId: string): Promise<void> {
  const at = sql`${work.now.toISOString()}::timestamptz`;
  const ended = await rowsOf(
    work.tx,
    sql`update proposals set status = case when expires_at <= ${at} then 'expired' else 'stale' end, ended_at = ${at}
      where id in (select id from proposals where maker_id = ${makerId}::uuid and status = 'awaiting' order by id for update)
      returning id`,
  );
  if (ended.length > 0) await announce(work, { staff: true }, ['proposals']);
}

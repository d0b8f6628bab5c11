import { sql } from 'drizzle-orm';
import { addDays, instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { readMinor } from '../../db/read-minor.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { FIRST_COLLECTION } from '../schedules.ts';

/** How many days before its due date an instalment is announced (LC-69). */
const DAYS_BEFORE = [7, 1] as const;

/** Notices in one transaction. */
const ANNOUNCED_AT_ONCE = 500;

/**
 * One step of the day's announcements: tells the next clients that an instalment comes, once for each of the two days (LC-69).
 * @returns how many it told.
 */
export async function announceInstalments(work: Work, day: string): Promise<number> {
  const [early = day, late = day] = DAYS_BEFORE.map((days) => addDays(day, days));
  // What is not tried yet waits for its due date: the index of what is collected finds it.
  const firstTry = (dueDate: string) => instantIn(LEGAL_TIME_ZONE, dueDate, FIRST_COLLECTION).toISOString();
  const rows = await rowsOf<{
    user_id: string;
    due_on: string;
    left: string | number;
    currency: string;
    is_first: boolean;
  }>(
    work.tx,
    sql`update loan_instalments i set announced_on = ${day}::date
      from (
        select n.loan_id, n.version, n.number from loan_instalments n
        join loan_requests r on r.id = n.loan_id and r.phase = 'active' and not ${hasLegalBlock(sql`r.client_account_id`)}
        where n.collect_at in (${firstTry(early)}::timestamptz, ${firstTry(late)}::timestamptz) and n.due_on in (${early}::date, ${late}::date)
          and (n.announced_on is null or n.announced_on < ${day}::date)
        order by n.due_on, n.amount, n.loan_id, n.number limit ${ANNOUNCED_AT_ONCE}
      ) next
      join loans l on l.id = next.loan_id
      join client_accounts c on c.id = l.client_account_id
      where i.loan_id = next.loan_id and i.version = next.version and i.number = next.number
      returning c.user_id, i.due_on::text as due_on, i.amount - i.paid_capital - i.paid_interest - l.advance_held as left, l.currency,
        (i.number = 1 and i.anchor_on is not null) as is_first`,
  );
  // What is paid in advance is not asked for again (LC-71): an instalment that it covers is announced to nobody.
  for (const row of rows) {
    const amountMinor = readMinor(row.left);
    if (amountMinor > 0)
      await notifyClient(work, row.user_id, 'loan-instalment-announced', {
        amountMinor,
        currency: row.currency,
        dueDate: row.due_on,
        isFirst: row.is_first ? 1 : 0,
      });
  }
  return rows.length;
}

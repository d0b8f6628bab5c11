import { sql } from 'drizzle-orm';
import { legalDay } from '#domain/time/days.ts';
import { listed } from '../db/database.ts';
import type { Work } from '../work/work.ts';

/**
 * Ends the freezes of loans that end, or are written off (LC-93): nobody waits for them any more. What a freeze stopped stays stopped: the loans keep its
 * kind, so that no interest runs on a claim and nothing is sent to a dead person.
 * @param why in French, for the staff.
 */
export async function endFreezes(work: Work, loanIds: readonly string[], why: string): Promise<void> {
  if (loanIds.length === 0) return;
  await work.tx.execute(
    sql`update loan_freezes set lifted_on = ${legalDay(work.now)}::date, lifted_by = ${work.actorId}::uuid, lifted_for = ${why}
      where loan_id = any(${listed(loanIds, 'uuid')}) and lifted_on is null`,
  );
}

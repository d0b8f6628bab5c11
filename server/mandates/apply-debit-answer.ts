import { sql } from 'drizzle-orm';
import type { ReadReport } from '#domain/statements/read-message.ts';
import { legalDay } from '#domain/time/days.ts';
import { type AppliedAnswer, readAnswer } from '#domain/withdrawals/bank-answer.ts';
import { announce } from '../notifications/live.ts';
import { endToEndIdOf } from '../transfers/own-transfers.ts';
import type { Work } from '../work/work.ts';
import { batchNumbered, lockDebits } from './queries.ts';
import { rejectDebit } from './return-debit.ts';

/**
 * Does what our bank's answer on a file of direct debits says (PAY-71): what it refuses is refused. Acceptance changes nothing: money is what a
 * statement tells of.
 * @returns what it did; null when the file is none of ours.
 */
export async function applyDebitAnswer(work: Work, report: ReadReport): Promise<AppliedAnswer | null> {
  const debits = await lockDebits(
    work.tx,
    sql`batch_id in (select id from direct_debit_batches where message_id = ${report.originalMessageId})`,
  );
  const batch = await batchNumbered(work.tx, report.originalMessageId);
  if (!batch) return null;
  const answer = readAnswer(
    report,
    debits.map(({ id }) => endToEndIdOf(id)),
    report.originalMessageId,
  );
  const counts = { accepted: 0, sent: 0, refused: 0, unchanged: 0, technical: 0 };
  for (const debit of debits) {
    const verdict = answer.transfers.get(endToEndIdOf(debit.id));
    const isRefused =
      verdict?.bank === 'refused' &&
      (await rejectDebit(work, { debit, code: verdict.reason, day: legalDay(work.now) }));
    counts[isRefused ? 'refused' : 'unchanged'] += 1;
  }
  await announce(work, { staff: true }, ['mandates', 'bank']);
  return { batchId: batch.id, ...counts, unknown: answer.unknown };
}

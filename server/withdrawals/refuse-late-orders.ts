import type { Institution } from '#content/institution/schema.ts';
import { legalDay } from '#domain/time/days.ts';
import { receiptOf } from '#domain/withdrawals/deadlines.ts';
import { LATE_REFUSAL } from '#domain/withdrawals/refusal-sentence.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { accountForWithdrawal, lockWithdrawal, oldestUndecided, type WithdrawalRow } from './queries.ts';
import { type HouseRefusal, refuseByHouse } from './refuse-by-house.ts';

/**
 * Why a late order is refused: one that names no payee could not leave (PAY-11), any other was not decided or handed to our bank in time. A
 * client who never gave a name reads what was missing.
 */
const reasonFor = ({ recipientName }: WithdrawalRow): HouseRefusal =>
  recipientName === null ? { reasonCode: 'missing-details', reasonNote: null } : LATE_REFUSAL;

/**
 * One step of the refusals of late orders (PAY-39): the oldest order that is still in the hands of the house at the end of its last day is
 * refused, and its amount is held no longer. Only in a live institution; a demonstration shows that it is late. Those under a
 * check, taken in hand or not, end by `endExpiredHolds`, and what stands in a file is our bank's to answer.
 * @returns 1, or 0 when none is late.
 */
export async function refuseLateOrders(
  work: Work,
  { institution }: { readonly institution: Institution },
): Promise<number> {
  if (institution.mode !== 'live') return 0;
  const dated = await parametersOn(work.tx, legalDay(work.now), ['cutoff.sct', 'execute.within']);
  const rules = { cutoff: dated['cutoff.sct'], within: dated['execute.within'] };
  const oldest = await oldestUndecided(work.tx);
  // Who asked later is late later: the oldest decides whether any is.
  if (!oldest || receiptOf(oldest.createdAt, rules).deadline > work.now) return 0;
  const withdrawal = await lockWithdrawal(work.tx, oldest.id);
  const account = withdrawal && (await accountForWithdrawal(work.tx, withdrawal.clientAccountId));
  if (withdrawal && account && withdrawal.phase !== 'held')
    await refuseByHouse(work, { withdrawal, userId: account.userId }, reasonFor(withdrawal));
  // Decided while its lock was waited for: the next step looks at the one after it.
  return 1;
}

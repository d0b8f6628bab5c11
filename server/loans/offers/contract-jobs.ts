import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { offerClock } from '#domain/loans/contract-clock.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { findTransition, type LoanEvent, propertiesOf } from '#domain/loans/phases.ts';
import type { NotificationKind, NotificationParams } from '#domain/notifications/notification.ts';
import { rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { payOutLoan } from '../pay-out-loan.ts';
import { lockRequest, type RequestRow, updateRequest } from '../queries.ts';
import { giveBackInterest } from '../recovery/resume-after-return.ts';
import { readServicedLoans } from '../servicing/serviced-loans.ts';
import { sendPayout } from './payout-account.ts';
import {
  borrowerOf,
  contractOf,
  grantedLoanOf,
  nextContract,
  offersPastLastDay,
  updateContract,
} from './queries.ts';
import { collectReturn } from './return-sum.ts';

/** The run that a step of a job gets (server/jobs/steps.ts). */
interface Run {
  readonly day: string;
  readonly institution: Institution;
}

/** Offers looked at in one transaction. */
const BATCH = 50;

/** Takes a request by an event of the bank, unless something else happened to it before its lock. */
async function takeByBank(
  work: Work,
  loanId: string,
  event: LoanEvent,
  notice: { readonly kind: NotificationKind; readonly params?: NotificationParams },
): Promise<RequestRow | null> {
  const request = await lockRequest(work.tx, loanId);
  const step = request && findTransition(request.phase, event);
  if (!request || !step) return null;
  await updateRequest(work.tx, loanId, {
    phase: step.to,
    ...(propertiesOf(step.to).stage === 'end' ? { endedAt: work.now } : {}),
  });
  const { userId } = await borrowerOf(work.tx, request.clientAccountId);
  await notifyClient(work, userId, notice.kind, {
    amountMinor: request.amount,
    currency: request.currency,
    ...notice.params,
  });
  await announce(work, { userId, staff: true }, ['loans']);
  return request;
}

/** Ends offers whose last day is over (LC-36). */
export async function expireOffers(work: Work, { day }: Run): Promise<number> {
  let ended = 0;
  for (const { id, sentAt, validDays, isExtended } of await offersPastLastDay(work.tx, day, BATCH)) {
    if (!sentAt || work.now < offerClock({ sentAt, validDays, isExtended }).deadline) continue;
    if (await takeByBank(work, id, 'expire', { kind: 'loan-offer-expired' })) ended += 1;
  }
  return ended;
}

/** Ends contracts that the lender did not agree to in time: they count as refused (LC-50, L312-24). */
export async function lapseContracts(work: Work, { day }: Run): Promise<number> {
  const id = await nextContract(work.tx, {
    phase: 'accepted',
    where: sql`c.agreement_last_day < ${day}::date`,
  });
  if (!id) return 0;
  // One that its client withdrew from meanwhile is no reason to leave the others.
  await takeByBank(work, id, 'lapse', { kind: 'loan-lapsed' });
  return 1;
}

/** Reminds of the right to withdraw, on the second day after the acceptance (LC-60). */
export async function remindWithdrawalRight(work: Work, { day }: Run): Promise<number> {
  const [row] = await rowsOf<{ id: string }>(
    work.tx,
    sql`select c.id from loan_contracts c join loan_requests r on r.id = c.id
      where c.reminded_at is null and c.reminder_day <= ${day}::date and c.withdrawn_at is null
        and r.phase in ('accepted', 'agreed', 'active') order by c.id limit 1`,
  );
  const request = row && (await lockRequest(work.tx, row.id));
  const contract = row && (await contractOf(work.tx, row.id));
  if (!request || !contract) return 0;
  await updateContract(work.tx, contract.id, { remindedAt: work.now });
  if (work.now >= contract.withdrawalEndsAt) return 1;
  const { userId } = await borrowerOf(work.tx, request.clientAccountId);
  await notifyClient(work, userId, 'loan-withdrawal-right', {
    amountMinor: request.amount,
    currency: request.currency,
    reference: contract.reference,
    withdrawalLastDay: contract.withdrawalLastDay,
  });
  return 1;
}

/**
 * Pays out the contracts whose day has come, each in a transaction of its own (LC-53). The loan's row is locked first, so that a withdrawal
 * from the contract comes either before the payout or after it. An institution whose status no longer lets it lend pays nothing out (LC-6).
 */
export async function payOutDueLoans(work: Work, { day, institution }: Run): Promise<number> {
  if (!mayLend(institution)) return 0;
  const id = await nextContract(work.tx, {
    phase: 'agreed',
    // Nothing is paid out to a borrower whose other loan is frozen (LC-53), or whose assets are (PAY-62, CMF L562-4).
    // A finance company pays to an account that is known to be the borrower's (LC-6).
    where: sql`c.payout_day <= ${day}::date and (not c.pays_outside or c.payout_verified_at is not null) and not ${hasLegalBlock(sql`r.client_account_id`)} and not exists (
      select from loans f join loan_requests q on q.id = f.id
      where f.client_account_id = r.client_account_id and f.frozen is not null and q.stage = 'loan')`,
  });
  if (!id) return 0;
  const request = await lockRequest(work.tx, id);
  const step = request && findTransition(request.phase, 'pay-out');
  const loan = step ? await grantedLoanOf(work.tx, request.id) : null;
  // Its client withdrew from it before the lock: the day's other contracts are still to be paid out.
  if (!request || !step || !loan) return 1;
  const contract = await contractOf(work.tx, id);
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  await payOutLoan(work, loan, borrower.ledgerAccountId, contract?.dueDay ?? null);
  await updateRequest(work.tx, request.id, { phase: step.to });
  if (contract?.paysOutside) await sendPayout(work, contract, borrower, loan);
  else
    await notifyClient(work, borrower.userId, 'loan-paid-out', {
      amountMinor: loan.principal,
      currency: loan.currency,
    });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans', 'account', 'transactions']);
  return 1;
}

/** Gives back the interest that was paid on loans whose payout is back (LC-6). @returns how many got some: one, or none. */
async function giveInterestBack(work: Work): Promise<number> {
  const waiting = await rowsOf<{ id: string }>(
    work.tx,
    sql`select l.id from loans l join loan_requests r on r.id = l.id where l.frozen = 'payout-returned' and r.phase = 'active' order by l.id`,
  );
  for (const { id } of waiting) {
    await lockRequest(work.tx, id);
    const serviced = (await readServicedLoans(work.tx, [id], { isLocking: true })).get(id);
    if (serviced?.loan.frozen === 'payout-returned' && (await giveBackInterest(work, serviced))) return 1;
  }
  return 0;
}

/**
 * Takes sums that are to be given back from their accounts, on the last day and after it, where the money is there (LC-59). What lies on the
 * account of a loan that is paid out outside has no other use (LC-6): it is taken at once, so that no interest runs on it.
 */
export async function collectReturns(work: Work, { day, institution }: Run): Promise<number> {
  const due = await rowsOf<{ id: string }>(
    work.tx,
    sql`select c.id from loan_contracts c where (c.return_by <= ${day}::date or c.pays_outside and c.return_by is not null) and c.returned_at is null order by c.id`,
  );
  for (const { id } of due) if (await collectReturn(work, institution, id)) return 1;
  return giveInterestBack(work);
}

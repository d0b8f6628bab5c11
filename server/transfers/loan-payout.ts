import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { FreezeKind } from '#domain/loans/freezes.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { cameBack, findTransferStep, type TransferPhase } from '#domain/withdrawals/phases.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { loanFreezes, withdrawalRequests } from '../db/schema/index.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationParams, notifyClient } from '../notifications/notify.ts';
import { euroValueNow } from '../rates/euro-value.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';

/** The transfer of a loan's payout to the borrower's account at another bank (LC-6): the house's own order, by the same phases as any other. */

/** What is sent, and to whom. */
export interface LoanPayoutOrder {
  readonly loanId: string;
  readonly accountId: string;
  /** Minor units, above zero; held on the client's account until the transfer leaves. */
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly iban: string;
  readonly bankName: string;
  /** The borrower, as a file carries the name. */
  readonly holder: string;
  readonly payeeCheckId: string | null;
  /** What the payee's bank shows. */
  readonly remittance: string;
}

/** Makes the transfer of a payout. It waits for no decision: the lender agreed to the contract, and it leaves with the next file. */
export async function orderLoanPayout(work: Work, order: LoanPayoutOrder): Promise<void> {
  await work.tx.insert(withdrawalRequests).values({
    id: work.newId(),
    clientAccountId: order.accountId,
    amount: order.amountMinor,
    currency: order.currency,
    clientIban: order.iban,
    ibanValid: true,
    clientBankName: order.bankName,
    recipientName: order.holder,
    isOwnAccount: true,
    payeeCheckId: order.payeeCheckId,
    remittance: order.remittance,
    payoutLoanId: order.loanId,
    phase: 'validated',
    createdAt: work.now,
    dueAt: await dueAt(work, 'withdrawal'),
    amountEur: await euroValueNow(work.tx, order.amountMinor, order.currency),
  });
}

/** The last transfer of a loan's payout; null before any, and for a loan that was paid out to the account. */
export async function lastPayoutOf(db: Db, loanId: string) {
  const [row] = await db
    .select({
      id: withdrawalRequests.id,
      phase: withdrawalRequests.phase,
      status: withdrawalRequests.status,
      amount: withdrawalRequests.amount,
      iban: withdrawalRequests.clientIban,
      leavesOn: withdrawalRequests.leavesOn,
      settledOn: withdrawalRequests.settledOn,
      returnedOn: withdrawalRequests.returnedOn,
      createdAt: withdrawalRequests.createdAt,
      reasonCode: withdrawalRequests.reasonCode,
    })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.payoutLoanId, loanId))
    .orderBy(desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(1);
  return row ?? null;
}

/**
 * Stops the payout of a loan whose client withdrew from the contract, while it stands in no file: the money stays on the account, from which the
 * sum is given back (LC-59).
 */
export async function stopLoanPayout(work: Work, loanId: string): Promise<void> {
  const [row] = await work.tx
    .select({ id: withdrawalRequests.id, phase: withdrawalRequests.phase })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.payoutLoanId, loanId))
    .orderBy(desc(withdrawalRequests.createdAt))
    .limit(1)
    .for('update');
  const step = row && findTransferStep(row.phase, 'refuse');
  if (!step) return;
  const reasonCode: WithdrawalReason = 'recalled';
  const phase: TransferPhase = step.to;
  await work.tx
    .update(withdrawalRequests)
    .set({ phase, reasonCode, processedBy: work.actorId, processedAt: work.now })
    .where(eq(withdrawalRequests.id, row.id));
}

/**
 * The freeze that the staff set on a loan; null for none. While it holds, a payout that is back leaves for no account (LC-53).
 */
export async function staffFreezeOf(db: Db, loanId: string): Promise<FreezeKind | null> {
  const [row] = await db
    .select({ kind: loanFreezes.kind })
    .from(loanFreezes)
    .where(
      and(
        eq(loanFreezes.loanId, loanId),
        ne(loanFreezes.kind, 'payout-returned'),
        isNull(loanFreezes.liftedOn),
      ),
    );
  return row?.kind ?? null;
}

/** Whether the last transfer of a loan's payout is over and its money did not arrive (LC-6): the house has it. */
export async function payoutCameBackLast(db: Db, loanId: string): Promise<boolean> {
  const last = await lastPayoutOf(db, loanId);
  return last !== null && cameBack(last.phase);
}

/** A freeze of the staff that a write-off ended holds again where the loan is lost no more: its borrower is dead or over-indebted still (LC-92, LC-93). */
async function resumeStaffFreeze(work: Work, loanId: string): Promise<void> {
  await work.tx.execute(
    sql`insert into loan_freezes (id, loan_id, kind, from_day, document, set_at, set_by)
      select ${work.newId()}::uuid, l.id, l.frozen, l.frozen_from, 'Gel d''avant le passage en perte', ${work.now.toISOString()}::timestamptz,
        ${work.actorId}::uuid
      from loans l join loan_requests r on r.id = l.id and r.phase = 'written_off'
      where l.id = ${loanId}::uuid and l.frozen <> 'payout-returned' and not exists (
        select from loan_freezes f where f.loan_id = l.id and f.kind <> 'payout-returned' and f.lifted_on is null)`,
  );
}

/**
 * Stops a loan whose money is with the house again (LC-6): no interest runs from its payout on, and nothing is collected, until it leaves again
 * (`server/loans/recovery/resume-after-return.ts`). Nothing of it is demanded any more where it was accelerated, or lost where it was written off; its
 * schedule and its place in the books follow with the next event, or with the job of the evening (`undo-default.ts` there). A freeze of the staff stays
 * beside it (LC-94).
 */
async function freezeForReturn(work: Work, loanId: string): Promise<void> {
  await resumeStaffFreeze(work, loanId);
  const frozen = await rowsOf<{ day: string }>(
    work.tx,
    sql`update loans l set frozen = 'payout-returned', frozen_from = (l.paid_out_at at time zone ${LEGAL_TIME_ZONE})::date
      from loan_requests r where r.id = l.id and l.id = ${loanId}::uuid and r.phase in ('active', 'accelerated', 'written_off')
        and l.frozen is distinct from 'payout-returned'
      returning l.frozen_from::text as day`,
  );
  for (const { day: fromDay } of frozen) {
    await work.tx.insert(loanFreezes).values({
      id: work.newId(),
      loanId,
      kind: 'payout-returned',
      fromDay,
      document: 'Virement du prêt revenu',
      setAt: work.now,
      setBy: work.actorId,
    });
    await work.tx.execute(
      sql`update loan_instalments set collect_at = null where loan_id = ${loanId}::uuid and collect_at is not null`,
    );
    // Nothing was owed of money that did not arrive: nothing is late, and no indemnity is asked for.
    await work.tx.execute(sql`delete from loan_arrears where loan_id = ${loanId}::uuid`);
    await work.tx.execute(
      sql`update loan_formal_notices set ended_on = ${legalDay(work.now)}::date, outcome = 'replaced'
        where loan_id = ${loanId}::uuid and ended_on is null`,
    );
    await work.tx.execute(
      sql`update loans set indemnity_owed = 0 where id = ${loanId}::uuid and indemnity_owed > 0`,
    );
    await work.tx.execute(
      sql`update loan_requests set phase = 'active' where id = ${loanId}::uuid and phase in ('accelerated', 'written_off')`,
    );
  }
}

/** Freezes a loan whose last transfer of its payout came back while a freeze held that alone stood in the loan then (LC-6). */
export async function freezeIfPayoutIsBack(work: Work, loanId: string): Promise<void> {
  if (await payoutCameBackLast(work.tx, loanId)) await freezeForReturn(work, loanId);
}

/** A payout that came back, with why, as far as a bank or a person said it. */
export interface PayoutBack {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** What the borrower reads of why it came back. An incident at our bank asks nothing of them, so that it names no reason to act upon. */
const saidReason = (reasonCode: WithdrawalReason | null): NotificationParams =>
  reasonCode === null || reasonCode === 'bank-technical' ? { reason: '' } : { reasonCode };

/**
 * What follows when the transfer that came back was the payout of a loan that runs (LC-6): the loan stops, and its borrower is told what happened, why
 * as the bank says it, and what they can do: that the money is theirs to use again, as of any other transfer, would be wrong.
 * @param reasonCode why it did not arrive; null where nobody said it.
 * @returns whether it was one; nothing is done for any other transfer, nor for a loan that ended or whose client withdrew.
 */
export async function payoutCameBack(
  work: Work,
  transfer: PayoutBack,
  userId: string,
  reasonCode: WithdrawalReason | null,
): Promise<boolean> {
  const [row] = await work.tx
    .select({ loanId: withdrawalRequests.payoutLoanId })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.id, transfer.id));
  if (!row?.loanId) return false;
  await freezeForReturn(work, row.loanId);
  const [loan] = await rowsOf<{ phase: LoanPhase; is_dead: boolean; recovered: string | number }>(
    work.tx,
    sql`select r.phase, exists (select from loan_freezes f where f.loan_id = r.id and f.kind = 'death' and f.lifted_on is null) as is_dead, (
        select coalesce(sum(v.amount), 0) from loan_recoveries v join loans l on l.id = v.loan_id where l.id = r.id and v.day >= l.written_off_on) as recovered
      from loan_requests r where r.id = ${row.loanId}::uuid`,
  );
  await announce(work, { userId, staff: true }, ['loans']);
  if (loan?.phase !== 'active' && loan?.phase !== 'accelerated') return false;
  const recoveredMinor = readMinor(loan.recovered);
  // No mail goes to a dead person (LC-93).
  if (!loan.is_dead)
    await notifyClient(work, userId, 'loan-payout-returned', {
      amountMinor: transfer.amountMinor,
      currency: transfer.currency,
      ...saidReason(reasonCode),
      // What came in for a loan that was written off follows with its books.
      ...(recoveredMinor > 0 ? { returnedMinor: recoveredMinor } : {}),
    });
  return true;
}

import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { FreezeKind } from '#domain/loans/freezes.ts';
import { rowsOfLiftedFreeze } from '#domain/loans/lifted-freeze.ts';
import { lateInterestOwedMinor } from '#domain/loans/loan-state.ts';
import { instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { loanFreezes, loanInstalments, loanMeasures, loans } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { freezeIfPayoutIsBack } from '../../transfers/loan-payout.ts';
import type { Work } from '../../work/work.ts';
import { lockRunningLoan } from '../repayments/lock-running-loan.ts';
import { FIRST_COLLECTION, supersede, writeScheduleVersion } from '../schedules.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import { missedState, readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';

/** Freezes a loan, or lifts its freeze. */
export interface FreezeInput {
  readonly id: string;
  readonly action: 'freeze' | 'unfreeze';
  readonly kind?: FreezeKind | undefined;
  readonly fromDay?: string | undefined;
  readonly document: string;
}

/** Freezes a loan: nothing is collected or announced any more, and interest stops as its kind says (LC-92, LC-93). */
async function freeze(
  work: Work,
  serviced: ServicedLoan,
  { kind, fromDay, document }: FreezeInput,
): Promise<void> {
  const { loan, account } = serviced;
  const day = legalDay(work.now);
  const missing = kind === undefined ? 'kind' : fromDay === undefined ? 'fromDay' : null;
  if (kind === undefined || fromDay === undefined)
    throw new Refusal('request.invalid', {}, [{ field: missing ?? 'kind', message: 'validation.required' }]);
  const isToCome = fromDay > day;
  if (isToCome || fromDay < serviced.state.payoutDay)
    throw new Refusal('request.invalid', {}, [
      { field: 'fromDay', message: isToCome ? 'validation.dayInFuture' : 'validation.invalid' },
    ]);
  await work.tx.insert(loanFreezes).values({
    id: work.newId(),
    loanId: loan.id,
    kind,
    fromDay,
    document,
    setAt: work.now,
    setBy: work.actorId,
  });
  // What was proposed before is not agreed to under a freeze, nor after it (LC-92, LC-93).
  await work.tx
    .update(loanMeasures)
    .set({ state: 'replaced', decidedAt: work.now })
    .where(and(eq(loanMeasures.loanId, loan.id), eq(loanMeasures.state, 'proposed')));
  if (kind === 'overindebtedness') await notifyClient(work, account.userId, 'loan-frozen', {});
  // While the payout is back, nothing runs and nothing is collected anyway: this freeze holds beside it (LC-6, LC-94).
  if (loan.frozen === 'payout-returned') return;
  await work.tx
    .update(loanInstalments)
    .set({ collectAt: null })
    .where(and(eq(loanInstalments.loanId, loan.id), isNotNull(loanInstalments.collectAt)));
  await work.tx.update(loans).set({ frozen: kind, frozenFrom: fromDay }).where(eq(loans.id, loan.id));
  const frozen = (await readServicedLoans(work.tx, [loan.id])).get(loan.id);
  // What was accrued after the day of receivability is taken back.
  if (frozen) await accrue(work, frozen, day);
}

/**
 * The schedule of a loan whose freeze ends without a plan: its months are not asked for all at once (LC-92, LC-93). A claim that is due as a whole has no
 * schedule, and no interest of its freeze anyway. Nothing is posted: the interest receivable is the same before and after, and the next accrual brings it there.
 */
export async function postponeFrozenMonths(work: Work, serviced: ServicedLoan): Promise<void> {
  const { loan, state, instalments, phase } = serviced;
  const day = legalDay(work.now);
  const since = loan.frozenFrom;
  // Of a payout that was back nothing was late, whatever was missed before anybody knew (LC-6).
  const isBack = loan.frozen === 'payout-returned';
  if (phase !== 'active' || since === null) return;
  const postponed = instalments.flatMap(({ number, dueOn, settledOn, missedOn, amount }) =>
    dueOn >= since && dueOn <= day && settledOn === null && (missedOn === null || isBack) && amount > 0
      ? [number]
      : [],
  );
  const result = rowsOfLiftedFreeze(state, day, postponed);
  if (!result) return;
  const { rows, balanceMinor: openingBalanceMinor, annualRateBps, reducedRate, replacedRows } = result;
  const version = await writeScheduleVersion(work, loan.id, {
    reason: 'freeze-lifted',
    day,
    openingBalanceMinor,
    annualRateBps,
    reducedRate,
    rows,
  });
  const replaced = replacedRows.map(({ number }) => number);
  await supersede(work, loan.id, replaced, version);
  // Of a payout that leaves again its own notice tells (LC-6).
  if (!isBack) await tellBorrower(work, serviced, 'loan-freeze-lifted', {});
}

/**
 * Ends the freeze of a loan: its instalments are collected again. Late interest of the time of the freeze is not asked for.
 * @param liftedFor why, in words.
 */
export async function liftFreeze(work: Work, serviced: ServicedLoan, liftedFor: string): Promise<void> {
  const { loan } = serviced;
  const day = legalDay(work.now);
  await work.tx
    .update(loanFreezes)
    .set({ liftedOn: day, liftedBy: work.actorId, liftedFor })
    .where(and(eq(loanFreezes.loanId, loan.id), isNull(loanFreezes.liftedOn)));
  await work.tx.update(loans).set({ frozen: null, frozenFrom: null }).where(eq(loans.id, loan.id));
  const running = (await readServicedLoans(work.tx, [loan.id])).get(loan.id);
  if (!running) throw new Error(`loan ${loan.id} is gone`);
  const waivedMinor =
    lateInterestOwedMinor(missedState(running), day) - lateInterestOwedMinor(missedState(serviced), day);
  if (waivedMinor > 0)
    await work.tx
      .update(loans)
      .set({ lateInterestWaived: loan.lateInterestWaived + waivedMinor })
      .where(eq(loans.id, loan.id));
  // What fell due meanwhile was not missed: it is tried at the next collection. An accelerated loan is not collected.
  if (serviced.phase === 'active')
    await work.tx.execute(
      sql`update loan_instalments
        set collect_at = greatest(
          (due_on + ${FIRST_COLLECTION}::time) at time zone ${LEGAL_TIME_ZONE},
          ${instantIn(LEGAL_TIME_ZONE, day, FIRST_COLLECTION).toISOString()}::timestamptz)
        where loan_id = ${loan.id}::uuid and settled_on is null and missed_on is null and not is_superseded`,
    );
  // The payout may have come back during another freeze: the loan waits for it now.
  if (loan.frozen !== 'payout-returned') await freezeIfPayoutIsBack(work, loan.id);
}

/** Ends the freeze that the staff set beside that of a payout which is back: the loan stays stopped by the other (LC-6). */
async function endStaffFreeze(work: Work, loanId: string, liftedFor: string): Promise<void> {
  await work.tx
    .update(loanFreezes)
    .set({ liftedOn: legalDay(work.now), liftedBy: work.actorId, liftedFor })
    .where(
      and(
        eq(loanFreezes.loanId, loanId),
        ne(loanFreezes.kind, 'payout-returned'),
        isNull(loanFreezes.liftedOn),
      ),
    );
}

/**
 * Freezes a loan on a document, or lifts the freeze (LC-92 to LC-94; state table, row 31). It protects the borrower: one person suffices.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen` when it is frozen already; `freeze.none` when it is not; `request.invalid`
 * without the kind or the first day of a freeze, or for a day before the payout or to come.
 */
export async function freezeLoan(work: Work, input: FreezeInput): Promise<void> {
  const { action, document } = input;
  const serviced = await lockRunningLoan(work, input.id, { event: action, ofAccount: null });
  const { loan, account } = serviced;
  if (action === 'freeze') await freeze(work, serviced, input);
  else if (loan.frozen === 'payout-returned') await endStaffFreeze(work, loan.id, document);
  else {
    if (loan.frozen === null) throw new Refusal('freeze.none');
    await postponeFrozenMonths(work, serviced);
    await liftFreeze(work, serviced, document);
  }
  audit(work, {
    operation: `loanRecovery.freeze.${action}`,
    clientAccountId: account.id,
    subjectId: loan.id,
    before: { freeze: loan.frozen, fromDay: loan.frozenFrom },
    after:
      action === 'freeze'
        ? { freeze: input.kind ?? null, fromDay: input.fromDay ?? null, document }
        : { freeze: null, document },
  });
  await announce(work, { userId: account.userId, staff: true }, ['loans', 'account']);
}

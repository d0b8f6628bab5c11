import { and, eq, isNotNull } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { earlyRepayment, loanPayoff } from '#domain/ledger/postings.ts';
import { type PartialMode, partialRepayment, repaidEarlyMinor } from '#domain/loans/early-repayment.ts';
import { splitPaidInterest, unpaidRows } from '#domain/loans/loan-state.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import type { EarlyRepaymentKind } from '#domain/loans/repayment-fields.ts';
import { formatMoney } from '#domain/money/format.ts';
import { legalDay } from '#domain/time/days.ts';
import { areAssetsFrozen } from '../../db/has-legal-block.ts';
import { loanInstalments } from '../../db/schema/index.ts';
import { newClientLine, type Recorded, recordTransaction } from '../../ledger/record-transaction.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { endLoan } from '../end-loan.ts';
import { endReturnedPayout } from '../offers/stop-servicing.ts';
import { giveBackInterest } from '../recovery/resume-after-return.ts';
import { undoDefault } from '../recovery/undo-default.ts';
import { supersede, writeScheduleVersion } from '../schedules.ts';
import { accrualOf, accrue } from '../servicing/accrue-interest.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { settlePayments } from '../servicing/settle-payments.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';
import { insertEarlyRepayment } from './early-repayment-queries.ts';
import { lockRunningLoan } from './lock-running-loan.ts';
import { basisOn, type EarlyRepaymentQuote, type QuoteBasis, quoteBasis, quoteOn } from './quote.ts';

export interface EarlyRepaymentInput {
  readonly id: string;
  readonly kind: EarlyRepaymentKind;
  readonly amountMinor?: number | undefined;
  /** The sum that the client saw. */
  readonly totalMinor: number;
}

export interface RepaidEarly {
  readonly phase: LoanPhase;
  readonly paidMinor: number;
  readonly interestSavedMinor: number;
  readonly referenceNumber: string;
  readonly balanceMinor: number;
}

/** The costs of what is asked for, once the quote allows it. */
function costsOf(quote: EarlyRepaymentQuote, input: EarlyRepaymentInput) {
  if (input.kind === 'whole') return quote.whole;
  if (input.amountMinor === undefined)
    throw new Refusal('request.invalid', {}, [{ field: 'amountMinor', message: 'validation.required' }]);
  const { part, balanceMinor, currency } = quote;
  if (!part)
    throw new Refusal('repayment.above-balance', {
      maximum: formatMoney({ amountMinor: balanceMinor, currency }, 'fr-FR'),
    });
  return { ...part, interestSavedMinor: part[input.kind].interestSavedMinor };
}

/** Pays what is late, and brings the accrued interest up to date either way: arrears come first (LC-95). */
async function payArrears(work: Work, basis: QuoteBasis, quote: EarlyRepaymentQuote) {
  const { serviced, today } = basis;
  const accrual = accrualOf(serviced, today);
  if (quote.arrears.totalMinor === 0) {
    await accrue(work, serviced, today);
    return { receivableInterestMinor: accrual.receivableInterestMinor, paid: null };
  }
  const byNumber = new Map(serviced.instalments.map((row) => [row.number, row]));
  const parts = unpaidRows(serviced.state, today).flatMap(({ number, interestMinor, capitalMinor }) => {
    const row = byNumber.get(number);
    return row ? [{ row, interestMinor, capitalMinor }] : [];
  });
  const [paid] = await settlePayments(work, [
    {
      serviced,
      parts,
      lateInterestMinor: quote.arrears.lateInterestMinor,
      indemnityMinor: quote.arrears.indemnityMinor,
      costsMinor: quote.arrears.costsMinor,
      accrual: accrual.posting,
      receivableInterestMinor: accrual.receivableInterestMinor,
      advanceUsedMinor: 0,
      day: today,
    },
  ]);
  return {
    receivableInterestMinor: Math.max(0, accrual.receivableInterestMinor - quote.arrears.interestMinor),
    paid: paid ?? null,
  };
}

/** Posts the repayment itself; null when what was late was all that was left. */
async function postRepayment(
  work: Work,
  serviced: ServicedLoan,
  of: {
    readonly kind: EarlyRepaymentKind;
    readonly costs: Pick<EarlyRepaymentQuote['whole'], 'capitalMinor' | 'interestMinor' | 'indemnityMinor'>;
    readonly before: Awaited<ReturnType<typeof payArrears>>;
  },
): Promise<Recorded | null> {
  const { capitalMinor, interestMinor, indemnityMinor } = of.costs;
  if (capitalMinor + interestMinor + indemnityMinor === 0) return null;
  const { loan, account, currency, isDoubtful } = serviced;
  const paid = {
    capitalMinor,
    ...splitPaidInterest(interestMinor, of.before.receivableInterestMinor),
    indemnityMinor,
  };
  const ledger = { ledgerAccountId: account.ledgerAccountId, currency };
  const inBooks = { loanId: loan.id, isDoubtful };
  return recordTransaction(work, {
    account: { id: account.id, ...ledger },
    posting: of.kind === 'whole' ? loanPayoff(ledger, inBooks, paid) : earlyRepayment(ledger, inBooks, paid),
    causeId: loan.id,
    line: newClientLine(work, 'RBA'),
    details: {},
  });
}

/** Writes the rows after a partial repayment (LC-97). @returns the number of their version. */
async function writeNewRows(
  work: Work,
  basis: QuoteBasis,
  { kind, capitalMinor }: { readonly kind: PartialMode; readonly capitalMinor: number },
): Promise<number> {
  const { serviced, today, parameters } = basis;
  const before = repaidEarlyMinor(basis.repaid, today, parameters);
  const result = partialRepayment(serviced.state, today, capitalMinor, kind, before, parameters);
  const version = await writeScheduleVersion(work, serviced.loan.id, {
    reason: 'early-repayment',
    day: today,
    openingBalanceMinor: result.capitalAfterMinor,
    annualRateBps: serviced.state.annualRateBps,
    reducedRate: serviced.state.reducedRate,
    rows: result.rows,
  });
  if (serviced.loan.frozen === 'payout-returned') await keepUncollected(work, serviced, version);
  return version;
}

/** While the payout is back, the new rows take the place of every one that is not paid, and none is collected (LC-6). */
async function keepUncollected(
  work: Work,
  { loan, instalments }: ServicedLoan,
  version: number,
): Promise<void> {
  const unpaid = instalments.flatMap(({ number, settledOn }) => (settledOn === null ? [number] : []));
  await supersede(work, loan.id, unpaid, version);
  await work.tx
    .update(loanInstalments)
    .set({ collectAt: null })
    .where(and(eq(loanInstalments.loanId, loan.id), isNotNull(loanInstalments.collectAt)));
}

/**
 * Repays a loan early from its client's account, whole or in part (LC-95 to LC-99; state table, rows 22 and 23): what is late first, then the
 * capital with the interest run on it. A part begins a new version of the schedule. While the payout is back, nothing has run and nothing is late: the
 * capital is all that it costs, and what was paid of interest comes back (LC-6).
 * @param accountId the account of the client who asks.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `repayment.above-balance` for a part that is not less than the balance;
 * `repayment.figures-changed` when the sum is another one than was seen; `repayment.not-possible` under a freeze of assets;
 * `ledger.insufficient-balance`.
 */
export async function repayEarly(
  work: Work,
  accountId: string,
  input: EarlyRepaymentInput,
): Promise<RepaidEarly> {
  const { kind } = input;
  const event = kind === 'whole' ? 'repay-all' : 'repay-part';
  const running = await lockRunningLoan(work, input.id, { event, ofAccount: accountId });
  // Nothing leaves frozen assets, also towards the house (PAY-62).
  if (await areAssetsFrozen(work.tx, accountId)) throw new Refusal('repayment.not-possible');
  const locked = await undoDefault(work, running);
  const { loan, account, currency, phase } = locked;
  const today = legalDay(work.now);
  const basis = basisOn(await quoteBasis(work.tx, locked, today), today);
  const { serviced } = basis;
  const quote = quoteOn(basis, today, input.amountMinor ?? null);
  const costs = costsOf(quote, input);
  if (costs.totalMinor !== input.totalMinor) throw new Refusal('repayment.figures-changed');
  // What was paid in advance pays instalments to come: a part leaves it where it is.
  const available = basis.availableMinor - (kind === 'whole' ? 0 : loan.advanceHeld);
  if (costs.totalMinor > available) throw new Refusal('ledger.insufficient-balance');

  const isBack = loan.frozen === 'payout-returned';
  if (isBack) await giveBackInterest(work, serviced);
  const before = await payArrears(work, basis, quote);
  const recorded = await postRepayment(work, serviced, { kind, costs, before });
  const version =
    kind === 'whole' ? null : await writeNewRows(work, basis, { kind, capitalMinor: costs.capitalMinor });
  if (kind === 'whole' && !before.paid?.isRepaid) await endLoan(work, loan.id, today);
  if (kind === 'whole' && isBack) await endReturnedPayout(work, loan.id, 'Prêt remboursé');
  if (recorded && costs.capitalMinor > 0)
    insertEarlyRepayment(work, {
      id: work.newId(),
      loanId: loan.id,
      kind,
      day: today,
      capital: costs.capitalMinor,
      interest: costs.interestMinor,
      indemnity: costs.indemnityMinor,
      interestSaved: costs.interestSavedMinor,
      version,
      ledgerTransactionId: recorded.ledgerTransactionId,
      madeAt: work.now,
    });
  if (kind !== 'whole')
    await tellBorrower(work, serviced, 'loan-part-repaid', {
      amountMinor: costs.capitalMinor,
      currency,
    });
  else if (!before.paid?.isRepaid)
    await tellBorrower(work, serviced, 'loan-repaid', { amountMinor: loan.principal, currency });
  await announce(work, { userId: account.userId, staff: true }, ['loans', 'account', 'transactions']);
  const last = recorded ?? before.paid;
  if (!last) throw new Error('nothing was left to repay');
  return {
    phase: kind === 'whole' ? 'repaid' : phase,
    paidMinor: costs.totalMinor,
    interestSavedMinor: costs.interestSavedMinor,
    referenceNumber: last.referenceNumber,
    balanceMinor: last.balanceAfterMinor,
  };
}

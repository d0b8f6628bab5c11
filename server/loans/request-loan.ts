import type { Institution } from '#content/institution/schema.ts';
import { isOfAge, MIN_AGE_YEARS } from '#domain/clients/profile.ts';
import { Refusal } from '#domain/errors.ts';
import { monthlyPaymentMinor } from '#domain/loans/annuity.ts';
import { offeredRateBps, withinLoanBounds } from '#domain/loans/offer.ts';
import { INITIAL_LOAN_PHASE } from '#domain/loans/phases.ts';
import type { LoanRequestInput } from '#domain/loans/request.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import { boundsInWords, boundsOn } from './loan-bounds.ts';
import { accountForLoan, insertRequest, type LoanRow } from './queries.ts';

/**
 * Records a client's request for a loan, in the currency of their account, with the rate offered today: the schedule follows from it
 * whatever the price list says later. The list is in euro, so the bounds of another currency are converted at the dated rate (LC-13). A live
 * institution lends in euro only (C. civ. 1343-3; the usury bands are in euro).
 * @throws Refusal `loan.outside-terms` with the limits outside them; `loan.euro-only` for another currency in live; `not-found` for an unknown
 * account; `loan.under-age` for a client whose date of birth says so; `rate.unknown` when the account's currency has no rate.
 */
export async function requestLoan(
  work: Work,
  { mode }: Pick<Institution, 'mode'>,
  accountId: string,
  input: LoanRequestInput,
): Promise<LoanRow> {
  const account = await accountForLoan(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  if (account.dateOfBirth && !isOfAge(account.dateOfBirth, legalDay(work.now)))
    throw new Refusal('loan.under-age', { age: MIN_AGE_YEARS });
  const currency = account.currency as CurrencyCode;
  if (mode === 'live' && currency !== 'EUR') throw new Refusal('loan.euro-only', { currency });
  const eurRate = await rateOfCurrency(work.tx, currency);
  if (!eurRate) throw new Refusal('rate.unknown', { currency });
  const { amountMinor, durationMonths, product } = input;
  const today = legalDay(work.now);
  // The house may lend less than its price list covers.
  const bounds = await boundsOn(work.tx, { currency, eurRate, product }, today);
  if (!withinLoanBounds(amountMinor, bounds)) {
    const params = boundsInWords(bounds, currency);
    throw new Refusal('loan.outside-terms', params, [
      { field: 'amountMinor', message: 'validation.amount.between', params },
    ]);
  }
  const annualRateBps = offeredRateBps({ amountMinor, currency, eurRate, durationMonths, product });
  const loan = await insertRequest(work.tx, {
    id: work.newId(),
    clientAccountId: account.id,
    amount: amountMinor,
    currency,
    durationMonths,
    monthlyIncome: input.monthlyIncomeMinor,
    purpose: input.purpose,
    product: product ?? null,
    documentsUrl: input.documentsUrl || null,
    phase: INITIAL_LOAN_PHASE,
    annualRateBps,
    instalment: monthlyPaymentMinor({
      principalMinor: amountMinor,
      annualRateBps,
      durationMonths,
    }),
    createdAt: work.now,
    dueAt: await dueAt(work, 'loan'),
    amountEur: euroValueMinor(amountMinor, currency, new Map([[currency, eurRate]])),
  });
  await notifyClient(work, account.userId, 'loan-requested', { amountMinor: loan.amount, currency });
  await announce(work, { userId: account.userId, staff: true }, ['loans']);
  return loan;
}

import { isOfAge, MIN_AGE_YEARS } from '#domain/clients/profile.ts';
import { Refusal } from '#domain/errors.ts';
import { monthlyPaymentMinor } from '#domain/loans/annuity.ts';
import { offeredRateBps } from '#domain/loans/offer.ts';
import { type LoanRequestInput, minimumLoanMinor } from '#domain/loans/request.ts';
import { INITIAL_LOAN_STATUS } from '#domain/loans/status.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { minorToDecimalString, money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import type { Work } from '../work.ts';
import { accountForLoan, insertLoan, type LoanRow } from './queries.ts';

/**
 * Records a client's request for a loan, in the currency of their account, with the rate offered today: the schedule follows from it
 * whatever the product table says later. The rate bands are in euro, so another currency is placed in them at the dated rate.
 * @throws Refusal `request.invalid` below 100 units of the currency or above the maximum of a loan; `not-found` for an unknown account; `loan.under-age` for who has said to
 * be younger than the conditions allow; `rate.unknown` when the account's currency has no rate.
 */
export async function requestLoan(work: Work, accountId: string, input: LoanRequestInput): Promise<LoanRow> {
  const account = await accountForLoan(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  if (account.dateOfBirth && !isOfAge(account.dateOfBirth, legalDay(work.now)))
    throw new Refusal('loan.under-age', { age: MIN_AGE_YEARS });
  const currency = account.currency as CurrencyCode;
  const minimum = minimumLoanMinor(currency);
  if (input.amountMinor < minimum)
    throw new Refusal('request.invalid', {}, [
      {
        field: 'amountMinor',
        message: 'validation.amount.min',
        params: { min: minorToDecimalString(minimum, currency) },
      },
    ]);
  const maximum = await parameterOn(work.tx, legalDay(work.now), 'maximum.loan');
  requireWithinMaximum(money(input.amountMinor, currency), maximum, 'amountMinor');
  const eurRate = await rateOfCurrency(work.tx, currency);
  if (!eurRate) throw new Refusal('rate.unknown', { currency });
  const annualRateBps = offeredRateBps({
    amountMinor: input.amountMinor,
    currency,
    eurRate,
    durationMonths: input.durationMonths,
  });
  const loan = await insertLoan(work.tx, {
    id: work.newId(),
    clientAccountId: account.id,
    amount: input.amountMinor,
    currency,
    durationMonths: input.durationMonths,
    monthlyIncome: input.monthlyIncomeMinor,
    purpose: input.purpose,
    documentsUrl: input.documentsUrl || null,
    status: INITIAL_LOAN_STATUS,
    annualRateBps,
    instalment: monthlyPaymentMinor({
      principalMinor: input.amountMinor,
      annualRateBps,
      durationMonths: input.durationMonths,
    }),
    createdAt: work.now,
  });
  await notifyClient(work, account.userId, 'loan-requested', { amountMinor: loan.amount, currency });
  await announce(work, { userId: account.userId, administrators: true }, ['loans']);
  return loan;
}

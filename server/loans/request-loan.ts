import type { PartnerLender } from '#content/institution/partner-lenders.ts';
import type { Institution } from '#content/institution/schema.ts';
import { isOfAge, MIN_AGE_YEARS } from '#domain/clients/profile.ts';
import { Refusal } from '#domain/errors.ts';
import { monthlyPaymentMinor } from '#domain/loans/annuity.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { type LoanWish, loanDurations, offeredRateBps, withinLoanBounds } from '#domain/loans/offer.ts';
import { INITIAL_LOAN_PHASE } from '#domain/loans/phases.ts';
import type { PriceList } from '#domain/loans/products.ts';
import { currencyOfRequest, type LoanRequestInput } from '#domain/loans/request.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import { boundsInWords, boundsOn } from './loan-bounds.ts';
import { accountForLoan, insertRequest, type LoanRow } from './queries.ts';
import { insertLenderConsents } from './transmission/queries.ts';

/** The institution, as far as a request concerns it. */
type Asked = Pick<Institution, 'mode' | 'status' | 'partnerLenders' | 'priceList'>;

/**
 * The partner lenders that a client agrees to (LC-6): at least one, of those that the institution names. A house that lends itself keeps no consent,
 * whatever an old page sends.
 * @throws Refusal `loan.lender-required`.
 */
function agreedLenders(institution: Asked, { lenders = [] }: LoanRequestInput): readonly PartnerLender[] {
  if (mayLend(institution)) return [];
  const agreed = (institution.partnerLenders ?? []).filter(({ code }) => lenders.includes(code));
  if (agreed.length === 0 || lenders.some((code) => !agreed.some((lender) => lender.code === code)))
    throw new Refusal('loan.lender-required', {}, [{ field: 'lenders', message: 'validation.required' }]);
  return agreed;
}

/**
 * What is asked for is within the bounds of the day and has a price (LC-13). The house may lend less than its price list covers.
 * @throws Refusal `loan.outside-terms` with the limits; `request.invalid` for a duration that the product does not have.
 */
async function requireTerms(db: Db, list: PriceList, wish: LoanWish, today: string): Promise<void> {
  const bounds = await boundsOn(db, list, wish, today);
  if (!withinLoanBounds(wish.amountMinor, bounds)) {
    const params = boundsInWords(bounds, wish.currency);
    throw new Refusal('loan.outside-terms', params, [
      { field: 'amountMinor', message: 'validation.amount.between', params },
    ]);
  }
  if (!loanDurations(list, wish.product).some((months) => months === wish.durationMonths))
    throw new Refusal('request.invalid', {}, [{ field: 'durationMonths', message: 'validation.duration' }]);
}

/**
 * Records a client's request for a loan, in the currency of their account or in euro where another house lends, with the rate offered today: the schedule follows from it
 * whatever the price list says later. The list is in euro, so the bounds of another currency are converted at the dated rate (LC-13). A live
 * institution lends in euro only (C. civ. 1343-3; the usury bands are in euro). A house that does not lend records the lenders that the client agrees
 * to (LC-6): its own price list is then what the client asks for, and the lender answers with its own.
 * @throws Refusal `loan.outside-terms` with the limits outside them; `request.invalid` for a duration that the product does not have;
 * `loan.euro-only` for another currency in live; `not-found` for an unknown account; `loan.lender-required`; `loan.under-age` for a client whose date of birth says so; `rate.unknown` when the account's currency has no rate.
 */
export async function requestLoan(
  work: Work,
  institution: Asked,
  accountId: string,
  input: LoanRequestInput,
): Promise<LoanRow> {
  const account = await accountForLoan(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  if (account.dateOfBirth && !isOfAge(account.dateOfBirth, legalDay(work.now)))
    throw new Refusal('loan.under-age', { age: MIN_AGE_YEARS });
  const currency = currencyOfRequest(account.currency as CurrencyCode, mayLend(institution));
  const lenders = agreedLenders(institution, input);
  if (institution.mode === 'live' && currency !== 'EUR') throw new Refusal('loan.euro-only', { currency });
  const eurRate = await rateOfCurrency(work.tx, currency);
  if (!eurRate) throw new Refusal('rate.unknown', { currency });
  const { amountMinor, durationMonths, product } = input;
  const list = priceListOf(institution);
  const today = legalDay(work.now);
  const wish = { amountMinor, currency, eurRate, durationMonths, product };
  await requireTerms(work.tx, list, wish, today);
  const annualRateBps = offeredRateBps(list, wish);
  const names = lenders.map(({ name }) => name);
  const loan = await insertRequest(
    work.tx,
    {
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
    },
    names,
  );
  await insertLenderConsents(
    work.tx,
    lenders.map(({ code, name }) => ({
      loanRequestId: loan.id,
      lenderCode: code,
      lenderName: name,
      givenAt: work.now,
    })),
  );
  const isTransmitted = lenders.length > 0;
  await notifyClient(work, account.userId, isTransmitted ? 'loan-to-transmit' : 'loan-requested', {
    amountMinor: loan.amount,
    currency,
    ...(isTransmitted ? { lender: names.join(', ') } : {}),
  });
  await announce(work, { userId: account.userId, staff: true }, ['loans']);
  return loan;
}

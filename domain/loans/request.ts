import * as z from 'zod/mini';
import { optionalText, requiredText } from '../fields.ts';
import { type CurrencyCode, DEFAULT_CURRENCY_CODE } from '../money/currencies.ts';
import { nonNegativeAmountMinor, positiveAmountMinor } from '../money/fields.ts';
import { unitsToMinor } from '../money/money.ts';
import { lenderCode, MAX_PARTNER_LENDERS } from './lender-code.ts';
import { PRODUCT_IDS } from './products.ts';

/** Durations of the client's dialog: 12 to 72 months by 12 (docs/rules.md, Forms). */
export const LOAN_DURATIONS_MONTHS = [12, 24, 36, 48, 60, 72] as const;

/** The duration of a form that is nearest to a simulated one: the next longer, whose instalment is not higher, or else the longest. */
export function nearestDuration<const Months extends number>(
  offered: readonly Months[],
  durationMonths: number,
): Months {
  const found = offered.find((months) => months >= durationMonths) ?? offered.at(-1);
  if (found === undefined) throw new RangeError('No duration is offered');
  return found;
}

/**
 * The currency of a request: the account's, on which the loan is paid out; where another house lends it pays out elsewhere, in euro, and the
 * account does not count (LC-6, LC-13).
 */
export function currencyOfRequest(account: CurrencyCode, lends: boolean): CurrencyCode {
  return lends ? account : DEFAULT_CURRENCY_CODE;
}

/** Smallest amount of the client's dialog, in whole units of the account's currency. */
export const MIN_LOAN_UNITS = 100;

export const MAX_PURPOSE_LENGTH = 500;
export const MAX_DOCUMENTS_URL_LENGTH = 2000;

/** The smallest and largest amount that may be asked for, in minor units of the account's currency. */
export type LoanBounds = { readonly minMinor: number; readonly maxMinor: number };

/** 100 units of the account's currency in minor units: 10 000 cents, 100 yen. */
export function minimumLoanMinor(currency: CurrencyCode): number {
  return unitsToMinor(MIN_LOAN_UNITS, currency);
}

function isWebAddress(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

/** A link to documents: http or https only, kept as text and never fetched. Empty means none. */
const documentsUrl = z.optional(
  z
    .string('validation.text')
    .check(
      z.trim(),
      z.maxLength(MAX_DOCUMENTS_URL_LENGTH, 'validation.tooLong'),
      z.refine(isWebAddress, 'validation.url'),
    ),
);

const durationMonths = z.literal(LOAN_DURATIONS_MONTHS, {
  error: (issue) => (issue.input === undefined ? 'validation.required' : 'validation.duration'),
});

/** The product the client chose in the simulator, where they came from it. The dialog itself has no such field. */
const product = z.optional(z.enum(PRODUCT_IDS, 'validation.choice'));

/** The partner lenders that the request may be handed to (LC-6): for a house that does not lend itself. */
const lenders = z.optional(
  z.array(lenderCode).check(z.minLength(1, 'validation.required'), z.maxLength(MAX_PARTNER_LENDERS)),
);

const fields = {
  purpose: requiredText(MAX_PURPOSE_LENGTH),
  durationMonths,
  monthlyIncomeMinor: nonNegativeAmountMinor,
  documentsUrl,
  product,
  lenders,
};

/**
 * What a client sends to ask for a loan, in minor units of the account's currency. The bounds depend on that currency: use
 * `loanRequestInputFor` once they are known.
 */
export const loanRequestInput = z.object({ amountMinor: positiveAmountMinor, ...fields });
export type LoanRequestInput = z.infer<typeof loanRequestInput>;

/** The same within the bounds of LC-13 (`loanBounds`). */
export function loanRequestInputFor({ minMinor, maxMinor }: LoanBounds) {
  return z.object({
    amountMinor: positiveAmountMinor.check(
      z.gte(minMinor, 'validation.amount.min'),
      z.lte(maxMinor, 'validation.amount.max'),
    ),
    ...fields,
  });
}

/** Why a request is refused. A closed list: each has a sentence in the catalogues, which is what the client reads. */
export const REJECTION_REASONS = [
  'insufficient-income',
  'debt-ratio-too-high',
  'missing-document',
  'inconsistent-information',
  'identity-not-verified',
  'repayment-incident',
  'amount-not-offered',
  'withdrawn-by-client',
  'other',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** What an administrator sends to reject a request. A note is required with `other`. */
export const rejectLoanInput = z
  .object({
    reasonCode: z.enum(REJECTION_REASONS, 'validation.reason'),
    reasonNote: optionalText(500),
  })
  .check(
    z.refine((input) => input.reasonCode !== 'other' || Boolean(input.reasonNote), {
      error: 'validation.required',
      path: ['reasonNote'],
    }),
  );

import type { PriceList, ProductId } from '../loans/products.ts';
import { readAmount } from '../money/typed-number.ts';
import { type MessageWords, messageText, missingFields } from './message.ts';

/** The smallest income of the public form (docs/rules.md, Figures). Euro cents. */
export const PUBLIC_LOAN_MIN_INCOME_MINOR = 100_000;
/** Months from one duration of the form to the next. */
const DURATION_STEP_MONTHS = 12;

/** What the public form takes. Euro cents and months. */
export interface PublicLoanLimits {
  readonly minMinor: number;
  readonly maxMinor: number;
  readonly durations: readonly number[];
}

/**
 * The limits of the public form: those of all products of the house's price list, so that it asks for nothing that is lent by nobody here. With the
 * standard list from 1,000 to 100,000 euro over 12 to 84 months (docs/rules.md, Figures).
 */
export function publicLoanLimits({ products }: Pick<PriceList, 'products'>): PublicLoanLimits {
  const shortest = Math.min(...products.map(({ minMonths }) => minMonths));
  const longest = Math.max(...products.map(({ maxMonths }) => maxMonths));
  const whole = Array.from(
    { length: Math.floor(longest / DURATION_STEP_MONTHS) },
    (_, index) => (index + 1) * DURATION_STEP_MONTHS,
  );
  return {
    minMinor: Math.min(...products.map(({ minAmountMinor }) => minAmountMinor)),
    maxMinor: Math.max(...products.map(({ maxAmountMinor }) => maxAmountMinor)),
    durations: whole.filter((months) => months >= shortest),
  };
}

export const PUBLIC_LOAN_REQUIRED = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'amount',
  'duration',
  'monthlyIncome',
  'purpose',
] as const;

/** The public loan request, under the field names of docs/rules.md, Forms. Values stay as typed: the form is never stored. */
export interface PublicLoanRequestInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly amount: string;
  readonly duration: string;
  readonly monthlyIncome: string;
  readonly purpose: string;
  readonly profession?: string | undefined;
  readonly city?: string | undefined;
}

export type PublicLoanRequestDraft = Readonly<Record<keyof PublicLoanRequestInput, string>>;

/** Names of the required fields still empty. */
export function missingPublicLoanRequestFields(draft: Partial<PublicLoanRequestDraft>) {
  return missingFields(PUBLIC_LOAN_REQUIRED, draft);
}

export type PublicLoanRequestWords = MessageWords & {
  readonly fields: Readonly<Record<keyof PublicLoanRequestInput, string>>;
  /** The label of the product, and the name of each. */
  readonly product: string;
  readonly products: Readonly<Record<ProductId, string>>;
  /** Writes a duration, for instance "36 mois". */
  readonly months: (months: number) => string;
  /** Writes an amount of euro cents, for instance "10 000,00 €". */
  readonly euros: (amountMinor: number) => string;
};

/** The text sent: the form's fields in its order. The amounts are read in the language (BCP 47 tag) they were typed in. */
export function publicLoanRequestText(
  input: PublicLoanRequestInput,
  words: PublicLoanRequestWords,
  locale: string,
  product?: ProductId,
): string {
  const { fields } = words;
  const euros = (text: string) => {
    const amountMinor = readAmount(text, 'EUR', locale);
    return amountMinor === null ? text : words.euros(amountMinor);
  };
  return messageText(words, [
    { label: fields.lastName, value: input.lastName },
    { label: fields.firstName, value: input.firstName },
    { label: fields.email, value: input.email },
    { label: fields.phone, value: input.phone },
    ...(product ? [{ label: words.product, value: words.products[product] }] : []),
    { label: fields.amount, value: euros(input.amount) },
    { label: fields.duration, value: words.months(Number(input.duration)) },
    { label: fields.monthlyIncome, value: euros(input.monthlyIncome) },
    { label: fields.purpose, value: input.purpose },
    { label: fields.profession, value: input.profession ?? '' },
    { label: fields.city, value: input.city ?? '' },
  ]);
}

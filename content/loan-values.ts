import { MIN_AGE_YEARS } from '#domain/clients/profile.ts';
import { DEBT_RATIO_POLICY_BPS } from '#domain/loans/affordability.ts';
import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import {
  overallTerms,
  PRODUCTS,
  type Product,
  productOf,
  type RepresentativeExample,
  representativeExample,
  SIMULATOR_AMOUNT,
  SIMULATOR_DURATION,
  SIMULATOR_RATE_BPS,
  type Terms,
  termsOf,
} from '#domain/loans/products.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { formatMoney, formatPercent, formatRate } from '#domain/money/format.ts';
import type {
  InstitutionPlaceholder,
  PlaceholderName,
  PlaceholderValues,
  ProductId,
} from './placeholders.ts';

/**
 * Every placeholder that follows from the product table or the schedule engine, in French. Together with `institutionValues`
 * this is the whole of `PlaceholderValues`; see `placeholderValues`.
 */
export type LoanValues = Readonly<Record<Exclude<PlaceholderName, InstitutionPlaceholder>, string>>;

/** Advice of the FAQ, not a rule: nothing is refused below it (specification, public area, section 9). Euro cents. */
export const RECOMMENDED_INCOME_MINOR = 120_000;
/** The duration that the articles set beside the simulator's default, to show what a longer loan costs. */
export const LONG_EXAMPLE_MONTHS = 60;

const locale = 'fr-FR';
const NBSP = '\u00a0';

const euros = (amountMinor: number) => formatMoney({ amountMinor, currency: 'EUR' }, locale);
/** A limit or a fee is a whole number of euros: « 1 000 € », not « 1 000,00 € ». */
const wholeEuros = (amountMinor: number) =>
  formatMoney({ amountMinor, currency: 'EUR' }, locale, amountMinor % 100 === 0 ? { fractionDigits: 0 } : {});
const months = (count: number) => `${count}${NBSP}mois`;
const rate = (bps: number) => formatRate(bps, locale);
const percent = (value: number) => formatPercent(value, locale);

function figures(terms: Terms) {
  return {
    amountMin: wholeEuros(terms.minAmountMinor),
    amountMax: wholeEuros(terms.maxAmountMinor),
    durationMin: months(terms.minMonths),
    durationMax: months(terms.maxMonths),
    rateMin: rate(terms.minRateBps),
    rateMax: rate(terms.maxRateBps),
    taegMin: percent(terms.minTaegPercent),
    taegMax: percent(terms.maxTaegPercent),
  };
}

function prefixed<Prefix extends string, Key extends string>(prefix: Prefix, values: Record<Key, string>) {
  return Object.fromEntries(
    Object.entries<string>(values).map(([key, value]) => [`${prefix}.${key}`, value]),
  ) as Record<`${Prefix}.${Key}`, string>;
}

/** How a sentence names each product. */
const productNames: Record<ProductId, string> = {
  personal: 'prêt personnel',
  auto: 'prêt auto',
  consolidation: 'regroupement de crédits',
  project: 'prêt pour un projet personnel',
};

/** The representative example of C. conso. L312-6, all six items, as one paragraph. */
export function exampleSentence(name: string, example: RepresentativeExample): string {
  const count = example.equalInstalments + 1;
  return [
    `Exemple représentatif${NBSP}: ${name} de ${euros(example.amountMinor)} sur ${months(example.durationMonths)} au taux débiteur fixe de ${rate(example.annualRateBps)}.`,
    `TAEG fixe${NBSP}: ${percent(example.taegPercent)}.`,
    `${count}${NBSP}mensualités${NBSP}: ${example.equalInstalments} de ${euros(example.instalmentMinor)} et une dernière de ${euros(example.lastInstalmentMinor)}.`,
    `Montant total dû${NBSP}: ${euros(example.totalDueMinor)}.`,
    `Frais de dossier${NBSP}: ${wholeEuros(example.feesMinor)}.`,
    'Hors assurance facultative.',
  ].join(' ');
}

function productValues(product: Product) {
  return prefixed(product.id, {
    ...figures(termsOf(product)),
    representative: exampleSentence(productNames[product.id], representativeExample(product)),
  });
}

function exampleValues() {
  const personal = productOf('personal');
  const amountMinor = SIMULATOR_AMOUNT.defaultMinor;
  const of = (durationMonths: number) =>
    representativeExample(personal, { amountMinor, durationMonths, annualRateBps: SIMULATOR_RATE_BPS });
  const short = of(SIMULATOR_DURATION.defaultMonths);
  const long = of(LONG_EXAMPLE_MONTHS);
  const [first] = amortisationSchedule({
    principalMinor: amountMinor,
    annualRateBps: SIMULATOR_RATE_BPS,
    durationMonths: short.durationMonths,
  }).rows;
  if (!first) throw new RangeError('A schedule has at least one row');
  return prefixed('example', {
    representative: exampleSentence(productNames.personal, short),
    amount: wholeEuros(amountMinor),
    duration: months(short.durationMonths),
    rate: rate(short.annualRateBps),
    taeg: percent(short.taegPercent),
    instalment: euros(short.instalmentMinor),
    firstInterest: euros(first.interestMinor),
    firstCapital: euros(first.principalMinor),
    totalDue: euros(short.totalDueMinor),
    totalInterest: euros(short.totalInterestMinor),
    'long.duration': months(LONG_EXAMPLE_MONTHS),
    'long.instalment': euros(long.instalmentMinor),
    'long.totalDue': euros(long.totalDueMinor),
    'long.totalInterest': euros(long.totalInterestMinor),
    'long.extraInterest': euros(long.totalInterestMinor - short.totalInterestMinor),
  });
}

/** `date` (YYYY-MM-DD) chooses the legal sentence in force that day. */
export function loanValues(date: string): LoanValues {
  const terms = overallTerms(PRODUCTS);
  const products = Object.assign({}, ...PRODUCTS.map(productValues)) as ReturnType<typeof productValues>;
  return {
    ...prefixed('terms', figures(terms)),
    'terms.fileFees': wholeEuros(terms.feesMinor),
    // No product charges any: early repayment is free whatever the amount (C. conso. L312-34 allows it always).
    'terms.earlyRepaymentFee': wholeEuros(0),
    'terms.debtRatioMax': formatPercent(DEBT_RATIO_POLICY_BPS / 100, locale, 0),
    'terms.minimumAge': `${MIN_AGE_YEARS}${NBSP}ans`,
    'terms.recommendedIncome': wholeEuros(RECOMMENDED_INCOME_MINOR),
    ...products,
    'legal.creditWarning': creditWarning(date).text,
    'legal.noPaymentBeforeLoan': NO_PAYMENT_BEFORE_LOAN.text,
    ...exampleValues(),
  };
}

/** Everything `fillPlaceholders` needs: the institution's values and the figures of `loanValues(date)`. */
export function placeholderValues(
  institution: Readonly<Record<InstitutionPlaceholder, string>>,
  date: string,
): PlaceholderValues {
  return { ...institution, ...loanValues(date) };
}

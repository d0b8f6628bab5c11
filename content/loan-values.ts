import { MIN_AGE_YEARS } from '#domain/clients/profile.ts';
import { DEBT_RATIO_POLICY_BPS } from '#domain/loans/affordability.ts';
import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import {
  overallTerms,
  type PriceList,
  type Product,
  productOf,
  type RepresentativeExample,
  representativeExample,
  type Terms,
  termsOf,
} from '#domain/loans/products.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { formatMoney, formatPercent, formatRate } from '#domain/money/format.ts';
import { LONG_EXAMPLE_MONTHS } from './institution/price-list.ts';
import type {
  InstitutionPlaceholder,
  PlaceholderName,
  PlaceholderValues,
  ProductId,
} from './placeholders.ts';
import { type TextLanguage, textWords } from './text-words/languages.ts';

/**
 * Every placeholder that follows from the product table or the schedule engine. Together with `institutionValues`
 * this is the whole of `PlaceholderValues`; see `placeholderValues`.
 */
export type LoanValues = Readonly<Record<Exclude<PlaceholderName, InstitutionPlaceholder>, string>>;

/** Advice of the FAQ, not a rule: nothing is refused below it (docs/rules.md, Figures). Euro cents. */
export const RECOMMENDED_INCOME_MINOR = 120_000;

function formats(language: TextLanguage) {
  const { locale, months, years } = textWords[language];
  const euros = (amountMinor: number) => formatMoney({ amountMinor, currency: 'EUR' }, locale);
  return {
    euros,
    /** A limit or a fee is a whole number of euros: « 1 000 € », not « 1 000,00 € ». */
    wholeEuros: (amountMinor: number) =>
      amountMinor % 100 === 0
        ? formatMoney({ amountMinor, currency: 'EUR' }, locale, { fractionDigits: 0 })
        : euros(amountMinor),
    rate: (bps: number) => formatRate(bps, locale),
    percent: (value: number, digits = 2) => formatPercent(value, locale, digits),
    months,
    years,
  };
}

function figures(terms: Terms, language: TextLanguage) {
  const { wholeEuros, months, rate, percent } = formats(language);
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

/** The representative example of C. conso. L312-6, all six items, as one paragraph. */
export function exampleSentence(
  product: ProductId,
  example: RepresentativeExample,
  language: TextLanguage = 'fr',
): string {
  const { euros, wholeEuros, months, rate, percent } = formats(language);
  const equal = example.equalInstalments;
  const sentences = textWords[language].example({
    name: textWords[language].products[product],
    amount: euros(example.amountMinor),
    duration: months(example.durationMonths),
    rate: rate(example.annualRateBps),
    taeg: percent(example.taegPercent),
    count: equal + 1,
    equal,
    instalment: euros(example.instalmentMinor),
    last: euros(example.lastInstalmentMinor),
    totalDue: euros(example.totalDueMinor),
    fees: wholeEuros(example.feesMinor),
  });
  return sentences.join(' ');
}

function productValues(list: PriceList, product: Product, language: TextLanguage) {
  return prefixed(product.id, {
    ...figures(termsOf(list, product), language),
    representative: exampleSentence(product.id, representativeExample(product), language),
  });
}

function exampleValues(list: PriceList, language: TextLanguage) {
  const { euros, wholeEuros, months, rate, percent } = formats(language);
  const personal = productOf(list, 'personal');
  const amountMinor = list.simulator.amount.defaultMinor;
  const of = (durationMonths: number) => representativeExample(personal, { amountMinor, durationMonths });
  const short = of(list.simulator.duration.defaultMonths);
  const long = of(LONG_EXAMPLE_MONTHS);
  const [first] = amortisationSchedule({
    principalMinor: amountMinor,
    annualRateBps: short.annualRateBps,
    durationMonths: short.durationMonths,
  }).rows;
  if (!first) throw new RangeError('A schedule has at least one row');
  return prefixed('example', {
    representative: exampleSentence('personal', short, language),
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

/** What the legal notices say of the list prices: they are one but for a consolidation's, or each is named. */
function listRates(list: PriceList): string {
  const { rate } = formats('fr');
  const bpsOf = (id: ProductId) => productOf(list, id).listRateBps;
  const personal = bpsOf('personal');
  if (personal === bpsOf('auto') && personal === bpsOf('project') && personal <= bpsOf('consolidation'))
    return `Le premier est celui du tarif, le même dans le simulateur, la demande et l'offre. Le tarif d'un regroupement de crédits est de ${rate(bpsOf('consolidation'))}.`;
  return `Le premier est le tarif le plus bas. Le tarif, le même dans le simulateur, la demande et l'offre, est de ${rate(personal)} pour un prêt personnel, de ${rate(bpsOf('auto'))} pour un prêt auto, de ${rate(bpsOf('project'))} pour un projet personnel et de ${rate(bpsOf('consolidation'))} pour un regroupement de crédits.`;
}

/** `date` (YYYY-MM-DD) chooses the legal sentences in force that day, which stay in French in every language. */
export function loanValues(list: PriceList, date: string, language: TextLanguage = 'fr'): LoanValues {
  const { wholeEuros, percent, years } = formats(language);
  const terms = overallTerms(list);
  const products = Object.assign(
    {},
    ...list.products.map((product) => productValues(list, product, language)),
  ) as ReturnType<typeof productValues>;
  return {
    ...prefixed('terms', figures(terms, language)),
    'terms.fileFees': wholeEuros(terms.feesMinor),
    // No product charges any: early repayment is free whatever the amount (C. conso. L312-34 allows it always).
    'terms.earlyRepaymentFee': wholeEuros(0),
    'terms.debtRatioMax': percent(DEBT_RATIO_POLICY_BPS / 100, 0),
    'terms.minimumAge': years(MIN_AGE_YEARS),
    'terms.recommendedIncome': wholeEuros(RECOMMENDED_INCOME_MINOR),
    ...products,
    'legal.creditWarning': creditWarning(date).text,
    'legal.noPaymentBeforeLoan': NO_PAYMENT_BEFORE_LOAN.text,
    'legal.listRates': listRates(list),
    ...exampleValues(list, language),
  };
}

/** Everything `fillPlaceholders` needs: the institution's values and the figures of `loanValues`. */
export function placeholderValues(
  institution: Readonly<Record<InstitutionPlaceholder, string>>,
  list: PriceList,
  date: string,
  language: TextLanguage = 'fr',
): PlaceholderValues {
  return { ...institution, ...loanValues(list, date, language) };
}

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
 * Every placeholder that follows from the product table or the schedule engine. Together with `institutionValues`
 * this is the whole of `PlaceholderValues`; see `placeholderValues`.
 */
export type LoanValues = Readonly<Record<Exclude<PlaceholderName, InstitutionPlaceholder>, string>>;

/** Advice of the FAQ, not a rule: nothing is refused below it (docs/rules.md, Figures). Euro cents. */
export const RECOMMENDED_INCOME_MINOR = 120_000;
/** The duration that the articles set beside the simulator's default, to show what a longer loan costs. */
export const LONG_EXAMPLE_MONTHS = 60;

const NBSP = '\u00a0';

/** Languages with texts whose figures must be worded; the others show the French. */
export const textLanguages = ['fr', 'en', 'de', 'it', 'es', 'pt', 'hu'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** What the sentences of a representative example are made of, formatted. */
type ExampleWords = {
  readonly name: string;
  readonly amount: string;
  readonly duration: string;
  readonly rate: string;
  readonly taeg: string;
  /** How many instalments in all, and how many of them are equal: all but the last. */
  readonly count: number;
  readonly equal: number;
  readonly instalment: string;
  readonly last: string;
  readonly totalDue: string;
  readonly fees: string;
};

type LanguageWords = {
  readonly locale: string;
  readonly months: (count: number) => string;
  readonly years: (count: number) => string;
  readonly products: Readonly<Record<ProductId, string>>;
  readonly example: (words: ExampleWords) => readonly string[];
};

const words: Readonly<Record<TextLanguage, LanguageWords>> = {
  fr: {
    locale: 'fr-FR',
    months: (count) => `${count}${NBSP}mois`,
    years: (count) => `${count}${NBSP}ans`,
    products: {
      personal: 'prêt personnel',
      auto: 'prêt auto',
      consolidation: 'regroupement de crédits',
      project: 'prêt pour un projet personnel',
    },
    example: (of) => [
      `Exemple représentatif${NBSP}: ${of.name} de ${of.amount} sur ${of.duration} au taux débiteur fixe de ${of.rate}.`,
      `TAEG fixe${NBSP}: ${of.taeg}.`,
      `${of.count}${NBSP}mensualités${NBSP}: ${of.equal} de ${of.instalment} et une dernière de ${of.last}.`,
      `Montant total dû${NBSP}: ${of.totalDue}.`,
      `Frais de dossier${NBSP}: ${of.fees}.`,
      'Hors assurance facultative.',
    ],
  },
  en: {
    locale: 'en-GB',
    months: (count) => `${count}${NBSP}months`,
    years: String,
    products: {
      personal: 'personal loan',
      auto: 'car loan',
      consolidation: 'credit consolidation',
      project: 'personal project loan',
    },
    example: (of) => [
      `Representative example: ${of.name} of ${of.amount} over ${of.duration} at a fixed borrowing rate of ${of.rate}.`,
      `Fixed APR (TAEG): ${of.taeg}.`,
      `${of.count} monthly instalments: ${of.equal} of ${of.instalment} and a last one of ${of.last}.`,
      `Total amount due: ${of.totalDue}.`,
      `Application fee: ${of.fees}.`,
      'Optional insurance not included.',
    ],
  },
  de: {
    locale: 'de-DE',
    months: (count) => `${count}${NBSP}Monate`,
    years: String,
    products: {
      personal: 'Privatkredit',
      auto: 'Autokredit',
      consolidation: 'Kreditzusammenlegung',
      project: 'Kredit für ein persönliches Projekt',
    },
    example: (of) => [
      `Repräsentatives Beispiel: ${of.name}, ${of.amount} über ${of.duration} zum gebundenen Sollzinssatz von ${of.rate}.`,
      `Fester effektiver Jahreszins (TAEG): ${of.taeg}.`,
      `${of.count} Monatsraten: ${of.equal} zu ${of.instalment} und eine letzte zu ${of.last}.`,
      `Gesamtbetrag: ${of.totalDue}.`,
      `Bearbeitungsgebühr: ${of.fees}.`,
      'Ohne freiwillige Versicherung.',
    ],
  },
  it: {
    locale: 'it-IT',
    months: (count) => `${count}${NBSP}mesi`,
    years: String,
    products: {
      personal: 'prestito personale',
      auto: 'prestito auto',
      consolidation: 'consolidamento dei debiti',
      project: 'prestito per un progetto personale',
    },
    example: (of) => [
      `Esempio rappresentativo: ${of.name} di ${of.amount} in ${of.duration} al tasso debitore fisso del ${of.rate}.`,
      `TAEG fisso: ${of.taeg}.`,
      `${of.count} rate mensili: ${of.equal} da ${of.instalment} e un'ultima da ${of.last}.`,
      `Importo totale dovuto: ${of.totalDue}.`,
      `Spese di istruttoria: ${of.fees}.`,
      'Assicurazione facoltativa esclusa.',
    ],
  },
  es: {
    locale: 'es-ES',
    months: (count) => `${count}${NBSP}meses`,
    years: String,
    products: {
      personal: 'préstamo personal',
      auto: 'préstamo coche',
      consolidation: 'reunificación de créditos',
      project: 'préstamo para un proyecto personal',
    },
    example: (of) => [
      `Ejemplo representativo: ${of.name} de ${of.amount} a ${of.duration} con un tipo deudor fijo del ${of.rate}.`,
      `TAE fija (TAEG): ${of.taeg}.`,
      `${of.count} cuotas mensuales: ${of.equal} de ${of.instalment} y una última de ${of.last}.`,
      `Importe total adeudado: ${of.totalDue}.`,
      `Gastos de estudio: ${of.fees}.`,
      'Seguro opcional no incluido.',
    ],
  },
  pt: {
    locale: 'pt-PT',
    months: (count) => `${count}${NBSP}meses`,
    years: String,
    products: {
      personal: 'crédito pessoal',
      auto: 'crédito automóvel',
      consolidation: 'crédito consolidado',
      project: 'empréstimo para um projeto pessoal',
    },
    example: (of) => [
      `Exemplo representativo: ${of.name} de ${of.amount} em ${of.duration} à taxa devedora fixa de ${of.rate}.`,
      `TAEG fixa: ${of.taeg}.`,
      `${of.count} prestações mensais: ${of.equal} de ${of.instalment} e uma última de ${of.last}.`,
      `Montante total imputado ao consumidor: ${of.totalDue}.`,
      `Despesas de processo: ${of.fees}.`,
      'Seguro facultativo não incluído.',
    ],
  },
  hu: {
    locale: 'hu-HU',
    months: (count) => `${count}${NBSP}hónap`,
    years: String,
    products: {
      personal: 'személyi kölcsön',
      auto: 'autóhitel',
      consolidation: 'adósságrendező hitel',
      project: 'hitel személyes célra',
    },
    example: (of) => [
      `Reprezentatív példa: ${of.name}, összeg: ${of.amount}, futamidő: ${of.duration}, rögzített hitelkamat: ${of.rate}.`,
      `Rögzített THM (TAEG): ${of.taeg}.`,
      `${of.count} havi törlesztőrészlet: ${of.equal} × ${of.instalment}, az utolsó ${of.last}.`,
      `A fizetendő teljes összeg: ${of.totalDue}.`,
      `Ügyintézési díj: ${of.fees}.`,
      'A nem kötelező biztosítás nélkül.',
    ],
  },
};

function formats(language: TextLanguage) {
  const { locale, months, years } = words[language];
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
  const sentences = words[language].example({
    name: words[language].products[product],
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

function productValues(product: Product, language: TextLanguage) {
  return prefixed(product.id, {
    ...figures(termsOf(product), language),
    representative: exampleSentence(product.id, representativeExample(product), language),
  });
}

function exampleValues(language: TextLanguage) {
  const { euros, wholeEuros, months, rate, percent } = formats(language);
  const personal = productOf('personal');
  const amountMinor = SIMULATOR_AMOUNT.defaultMinor;
  const of = (durationMonths: number) => representativeExample(personal, { amountMinor, durationMonths });
  const short = of(SIMULATOR_DURATION.defaultMonths);
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

/** `date` (YYYY-MM-DD) chooses the legal sentences in force that day, which stay in French in every language. */
export function loanValues(date: string, language: TextLanguage = 'fr'): LoanValues {
  const { wholeEuros, percent, years } = formats(language);
  const terms = overallTerms(PRODUCTS);
  const products = Object.assign(
    {},
    ...PRODUCTS.map((product) => productValues(product, language)),
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
    ...exampleValues(language),
  };
}

/** Everything `fillPlaceholders` needs: the institution's values and the figures of `loanValues`. */
export function placeholderValues(
  institution: Readonly<Record<InstitutionPlaceholder, string>>,
  date: string,
  language: TextLanguage = 'fr',
): PlaceholderValues {
  return { ...institution, ...loanValues(date, language) };
}

import { type ClientLanguage, intlLocaleOf } from '#domain/clients/client-languages.ts';
import type { LegalSentence } from '#domain/loans/legal-wording.ts';
import { formatRate } from '#domain/money/format.ts';
import { dayAsSaid, formatOfDay } from '#domain/time/day-in-words.ts';
import { legalDay } from '#domain/time/days.ts';
import { type PaperWords, readCatalogue } from './words.ts';

/** The sentences of the law that documents carry, by their keys in the catalogues. */
type LegalName = 'creditWarning' | 'noPaymentBeforeLoan';

/** How a document is written in one language. Days are instants, read in French legal time, or days YYYY-MM-DD. */
export interface PaperLanguage {
  readonly code: ClientLanguage;
  /** BCP 47, for `Intl` and for the PDF itself. */
  readonly locale: string;
  readonly words: PaperWords;
  /** « 20 novembre 2026 », « 1er novembre 2026 ». */
  dayInWords(day: Date | string): string;
  /** « 20/11/2026 ». */
  dayInFigures(day: Date | string): string;
  /** « novembre 2026 », of the month of a day. */
  monthInWords(day: Date | string): string;
  /** A yearly rate of basis points: « 5,90 % ». */
  rate(bps: number): string;
  /** A decimal number written with a point, with the separator of the language. */
  decimal(number: string): string;
  /** The name of a country (ISO 3166-1 alpha-2). */
  country(code: string): string;
  /** A sentence that the law writes in French, with its translation behind it. */
  legal(name: LegalName, sentence: LegalSentence): string[];
}

const known = new Map<ClientLanguage, PaperLanguage>();

/** How documents are written in a language. */
export function paperLanguage(code: ClientLanguage): PaperLanguage {
  const found = known.get(code) ?? createPaperLanguage(code);
  known.set(code, found);
  return found;
}

/** The calendar day itself, or that of an instant in French legal time, as an instant that the formats read in UTC. */
const calendarDay = (day: Date | string) => new Date(typeof day === 'string' ? day : legalDay(day));

function createPaperLanguage(code: ClientLanguage): PaperLanguage {
  const locale = intlLocaleOf(code);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const inWords = format(formatOfDay(locale));
  const inFigures = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const month = format({ month: 'long', year: 'numeric' });
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  const [{ value: separator } = { value: ',' }] = new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .filter(({ type }) => type === 'decimal');
  const { legal = {} } = readCatalogue<{ legal?: Partial<Record<LegalName, string>> }>(code, 'mails');
  const words = readCatalogue<PaperWords>(code, 'documents');
  return {
    code,
    locale,
    words,
    dayInWords: (day) => dayAsSaid(inWords.format(calendarDay(day)), locale),
    // Without the spaces of some languages (« 2026. 09. 10. »), which columns would break.
    dayInFigures: (day) => inFigures.format(calendarDay(day)).replace(/\s+/g, ''),
    monthInWords: (day) => month.format(calendarDay(day)),
    rate: (bps) => formatRate(bps, locale),
    decimal: (number) => number.replace('.', separator),
    country: (country) => countries.of(country) ?? country,
    legal: (name, { text }) => [text, ...(legal[name] ? [legal[name]] : [])],
  };
}

/** French, in which the papers of the law are written for every reader. */
export const french = (): PaperLanguage => paperLanguage('fr');

/** A day as those papers write it: « 1er novembre 2026 ». */
export const dayInFrench = (day: Date | string): string => french().dayInWords(day);

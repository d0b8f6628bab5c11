import type * as z from 'zod/mini';
import type { currencyRate } from '#contract/rates.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { RATE_SOURCES } from '#domain/rates/rate.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';

export type CurrencyRate = z.infer<typeof currencyRate>;

/** Rates are stored with a decimal point and shown and typed in the language's own format. */
export const decimalIn = (locale: string, rate: string): string => writeDecimalString(rate, locale);

const SOURCE_WORDS: Readonly<Record<string, CatalogueKey>> = {
  [RATE_SOURCES.ecb]: 'admin-rates.sources.ecb',
  [RATE_SOURCES.typed]: 'admin-rates.sources.typed',
  [RATE_SOURCES.start]: 'admin-rates.sources.start',
};

/** The label of a rate's source; the stored code where it is unknown. */
export function sourceIn(t: (key: CatalogueKey) => string, source: string): string {
  const key = SOURCE_WORDS[source];
  return key ? t(key) : source;
}

import type * as z from 'zod/mini';
import type { currencyRate } from '#contract/rates.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { RATE_SOURCES } from '#domain/rates/rate.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';

export type CurrencyRate = z.infer<typeof currencyRate>;

/** A rate is kept with a point; people read and type it as their language writes decimals. */
export const decimalIn = (locale: string, rate: string): string => writeDecimalString(rate, locale);

const SOURCE_WORDS: Readonly<Record<string, CatalogueKey>> = {
  [RATE_SOURCES.ecb]: 'admin-rates.sources.ecb',
  [RATE_SOURCES.typed]: 'admin-rates.sources.typed',
  [RATE_SOURCES.start]: 'admin-rates.sources.start',
};

/** Where a rate comes from in the language of the screen; as it was kept where the screen does not know it. */
export function sourceIn(t: (key: CatalogueKey) => string, source: string): string {
  const key = SOURCE_WORDS[source];
  return key ? t(key) : source;
}

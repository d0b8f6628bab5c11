import type * as z from 'zod/mini';
import type { currencyRate } from '#contract/rates.ts';

export type CurrencyRate = z.infer<typeof currencyRate>;

/** A rate is kept with a point; people read and type it as their language writes decimals. */
export const decimalIn = (locale: string, rate: string): string =>
  locale.startsWith('fr') ? rate.replace('.', ',') : rate;

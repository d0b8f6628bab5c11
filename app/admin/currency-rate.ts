import type * as z from 'zod/mini';
import type { currencyRate } from '#contract/rates.ts';

/** What one euro buys in a currency, from when and from where. */
export type CurrencyRate = z.infer<typeof currencyRate>;

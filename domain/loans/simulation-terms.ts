import * as z from 'zod/mini';
import { PRODUCT_IDS, SIMULATOR_AMOUNT, SIMULATOR_DURATION } from './products.ts';

/**
 * Terms within the simulator's bounds, to the cent and to the month, as an address writes them: amounts in euro cents. Without a product
 * they are the widest one's; `solve` refuses what is outside a product's own limits.
 */
export const simulationTerms = z.object({
  amountMinor: z.coerce
    .number('validation.amount.invalid')
    .check(
      z.int('validation.amount.invalid'),
      z.gte(SIMULATOR_AMOUNT.minMinor, 'validation.amount.min'),
      z.lte(SIMULATOR_AMOUNT.maxMinor, 'validation.amount.max'),
    ),
  durationMonths: z.coerce
    .number('validation.duration')
    .check(
      z.int('validation.duration'),
      z.gte(SIMULATOR_DURATION.minMonths, 'validation.duration'),
      z.lte(SIMULATOR_DURATION.maxMonths, 'validation.duration'),
    ),
  product: z.optional(z.enum(PRODUCT_IDS, 'validation.choice')),
});

import * as z from 'zod/mini';
import { PRODUCT_IDS, type PriceList, type Product } from './products.ts';
import { simulatorBounds } from './simulation.ts';

/**
 * Terms of a simulation, to the cent and to the month, as an address writes them: amounts in euro cents. Without a product they are the
 * widest one's; `simulationFaults` says what the institution's price list does not hold.
 */
export const simulationTerms = z.object({
  amountMinor: z.coerce.number('validation.amount.invalid').check(z.int('validation.amount.invalid')),
  durationMonths: z.coerce.number('validation.duration').check(z.int('validation.duration')),
  product: z.optional(z.enum(PRODUCT_IDS, 'validation.choice')),
});

/** What is outside a product's part of the simulator, by field; none when `solve` answers. */
export function simulationFaults(
  list: PriceList,
  product: Product,
  { amountMinor, durationMonths }: { readonly amountMinor: number; readonly durationMonths: number },
) {
  const { amount, duration } = simulatorBounds(list, product);
  return [
    ...(amountMinor < amount.minMinor
      ? [{ field: 'amountMinor', message: 'validation.amount.min' } as const]
      : []),
    ...(amountMinor > amount.maxMinor
      ? [{ field: 'amountMinor', message: 'validation.amount.max' } as const]
      : []),
    ...(durationMonths < duration.minMonths || durationMonths > duration.maxMonths
      ? [{ field: 'durationMonths', message: 'validation.duration' } as const]
      : []),
  ];
}

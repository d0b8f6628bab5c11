import * as z from 'zod/mini';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { type KeptSimulation, keptText } from './kept-simulation.ts';

/** Reads the simulation that a visitor carried on with, in the client area. */

const keptSimulation: z.ZodMiniType<KeptSimulation> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('loan'),
    product: z.enum(PRODUCT_IDS),
    amountMinor: z.int(),
    durationMonths: z.int(),
  }),
  z.object({
    kind: z.literal('transfer'),
    amountMinor: z.int(),
    recipientName: z.string(),
    recipientIban: z.string(),
    description: z.string(),
  }),
]);

/** Parses a stored simulation; null when it is not one. */
export function readSimulation(stored: string | null): KeptSimulation | null {
  try {
    const read = keptSimulation.safeParse(JSON.parse(stored ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

export const storedSimulation = (): KeptSimulation | null => readSimulation(keptText());

import * as z from 'zod/mini';
import { PRODUCT_IDS } from '#domain/loans/products.ts';

/**
 * The last simulation that a visitor carried on with, kept in this tab only, to prefill their next request, signed in or not. It is not sent to
 * the server before that request.
 */
const keptSimulation = z.discriminatedUnion('kind', [
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
export type KeptSimulation = z.infer<typeof keptSimulation>;
export type KeptLoan = Extract<KeptSimulation, { kind: 'loan' }>;
export type KeptTransfer = Extract<KeptSimulation, { kind: 'transfer' }>;

const key = 'simulation';

export function keepSimulation(simulation: KeptSimulation): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(simulation));
  } catch {
    // Storage is unavailable or full: the request is not prefilled.
  }
}

/** Parses a stored simulation; null when it is not one. */
export function readSimulation(stored: string | null): KeptSimulation | null {
  try {
    const read = keptSimulation.safeParse(JSON.parse(stored ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

export function storedSimulation(): KeptSimulation | null {
  try {
    return readSimulation(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

export function forgetSimulation(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable: nothing was kept.
  }
}

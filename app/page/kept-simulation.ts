import type { ProductId } from '#domain/loans/products.ts';

/**
 * The last simulation that a visitor carried on with, kept in this tab only, to prefill their next request, signed in or not. It is not sent to
 * the server before that request. `stored-simulation.ts` reads it.
 */

export interface KeptLoan {
  readonly kind: 'loan';
  readonly product: ProductId;
  readonly amountMinor: number;
  readonly durationMonths: number;
}

export interface KeptTransfer {
  readonly kind: 'transfer';
  readonly amountMinor: number;
  readonly recipientName: string;
  readonly recipientIban: string;
  readonly description: string;
}

export type KeptSimulation = KeptLoan | KeptTransfer;

const key = 'simulation';

export function keepSimulation(simulation: KeptSimulation): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(simulation));
  } catch {
    // Storage is unavailable or full: the request is not prefilled.
  }
}

/** What is stored, as it stands; null when nothing is. */
export function keptText(): string | null {
  try {
    return sessionStorage.getItem(key);
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

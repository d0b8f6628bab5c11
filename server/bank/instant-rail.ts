import type { InstantAnswer, InstantOrder } from '#domain/withdrawals/instant.ts';

/** Carries instant transfers to the payee's bank (PAY-43). */
export interface InstantRail {
  readonly name: 'simulated' | 'http';
  /**
   * Sends a transfer, or asks again what became of it: the same id is never sent twice. Anything thrown, and no answer before the signal, is
   * no answer: the transfer may have arrived.
   */
  send(order: InstantOrder, signal: AbortSignal): Promise<InstantAnswer>;
}

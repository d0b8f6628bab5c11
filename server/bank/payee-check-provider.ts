import type { PayeeAnswer, PayeeQuestion } from '#domain/payees/payee-check.ts';

/** Answers whether a name and an IBAN belong together (PAY-13). */
export interface PayeeCheckProvider {
  /** `none`: nobody can be asked, so that no name is ever confirmed. */
  readonly name: 'simulated' | 'http' | 'none';
  /**
   * The answer, with the provider's own reference. Anything thrown, and no answer before the signal, is « not possible ».
   * @param question `requestId` names the question at the provider.
   */
  check(
    question: PayeeQuestion & { readonly requestId: string },
    signal: AbortSignal,
  ): Promise<PayeeAnswer & { readonly reference: string | null }>;
}

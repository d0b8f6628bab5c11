import { simulatedAnswer } from '#domain/payees/payee-check.ts';
import type { PayeeCheckProvider } from '../bank/payee-check-provider.ts';
import { BadConfiguration, type ProviderConfig } from '../config.ts';
import { createHttpProvider } from './http-provider.ts';

/** The provider of the demonstration: it answers by words of the typed name. */
export const SIMULATED_PROVIDER: PayeeCheckProvider = {
  name: 'simulated',
  check: async ({ name, requestId }) => ({ ...simulatedAnswer(name), reference: `SIMULATION-${requestId}` }),
};

const NO_PROVIDER: PayeeCheckProvider = {
  name: 'none',
  check: async () => ({ result: 'not-possible', reason: 'unreachable', reference: null }),
};

/**
 * The provider of a bank: the simulated one in a demonstration, the configured one in a live institution.
 * @param institution transfers are on where it has an account of its own, from which its bank makes them.
 * @throws BadConfiguration for a live institution that makes transfers and can ask nobody (PAY-13).
 */
export function payeeCheckProvider(
  config: ProviderConfig | null,
  institution: { readonly mode: 'demo' | 'live'; readonly houseIban?: string | undefined },
): PayeeCheckProvider {
  if (institution.mode === 'demo') return SIMULATED_PROVIDER;
  if (config) return createHttpProvider(config);
  if (institution.houseIban)
    throw new BadConfiguration([
      'PAYEE_CHECK_URL is required in live mode when the institution makes transfers (houseIban): before each one the name of its payee is verified (docs/payee-check.md).',
    ]);
  return NO_PROVIDER;
}

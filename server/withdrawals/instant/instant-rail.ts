import * as z from 'zod/mini';
import type { Institution } from '#content/institution/schema.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { INSTANT_STATUSES, simulatedInstantAnswer } from '#domain/withdrawals/instant.ts';
import { providerAt } from '../../bank/ask-provider.ts';
import type { InstantRail } from '../../bank/instant-rail.ts';
import type { ProviderConfig } from '../../config.ts';

/** What a rail answers (docs/instant-transfers.md). Fields that are not named here are left alone. */
const answerSchema = z.object({
  status: z.enum(INSTANT_STATUSES),
  reason: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z0-9]{4}$/)))),
});

/**
 * A rail that is asked by HTTP (docs/instant-transfers.md): `POST {url}/instant-transfers`.
 * @throws Error when the files of its certificate cannot be read.
 */
export function createHttpRail(
  config: ProviderConfig,
  { legalName, houseIban }: Pick<Institution, 'legalName' | 'houseIban'>,
): InstantRail {
  const ask = providerAt(config, 'instant-transfers');
  return {
    name: 'http',
    async send({ requestId, amountMinor, payee, remittance }, signal) {
      const body = {
        requestId,
        amount: minorToDecimalString(amountMinor, 'EUR'),
        currency: 'EUR',
        debtor: { name: legalName, iban: houseIban },
        creditor: payee,
        remittance,
      };
      const { status, reason = null } = answerSchema.parse(await ask(body, signal));
      return { status, reason: status === 'RJCT' ? reason : null };
    },
  };
}

/** The rail of the demonstration: it answers by words of the payee's name. */
export const SIMULATED_RAIL: InstantRail = {
  name: 'simulated',
  send: async (order) => {
    const answer = simulatedInstantAnswer(order);
    if (!answer) throw new Error('the simulated rail does not answer');
    return answer;
  },
};

/** The rail of a bank: the simulated one in a demonstration, the configured one in a live institution; null where instant transfers leave in files of one. */
export function instantRailOf(config: ProviderConfig | null, institution: Institution): InstantRail | null {
  if (institution.mode === 'demo') return SIMULATED_RAIL;
  return config && createHttpRail(config, institution);
}

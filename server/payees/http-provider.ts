import * as z from 'zod/mini';
import type { PayeeAnswer } from '#domain/payees/payee-check.ts';
import { providerAt } from '../bank/ask-provider.ts';
import type { PayeeCheckProvider } from '../bank/payee-check-provider.ts';
import type { ProviderConfig } from '../config.ts';

/** What a provider answers (docs/payee-check.md). Fields that are not named here are left alone. */
const answerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('MTCH'), reference: z.string() }),
  z.object({
    result: z.literal('CMTC'),
    matchedName: z.string().check(z.minLength(1)),
    reference: z.string(),
  }),
  z.object({ result: z.literal('NMTC'), reference: z.string() }),
  z.object({ result: z.literal('NOAP'), reference: z.string() }),
]);

function answerOf(answer: z.infer<typeof answerSchema>): PayeeAnswer {
  switch (answer.result) {
    case 'MTCH':
      return { result: 'match' };
    case 'CMTC':
      return { result: 'close-match', name: answer.matchedName };
    case 'NMTC':
      return { result: 'no-match' };
    case 'NOAP':
      return { result: 'not-possible', reason: 'account-type' };
  }
}

/**
 * A provider that is asked by HTTP (docs/payee-check.md): `POST {url}/payee-checks`. The certificate and its key are read once, at the start.
 * @throws Error when their files cannot be read.
 */
export function createHttpProvider(config: ProviderConfig): PayeeCheckProvider {
  const ask = providerAt(config, 'payee-checks');
  return {
    name: 'http',
    async check({ iban, name, requestId }, signal) {
      const answer = answerSchema.parse(await ask({ iban, name, requestId }, signal));
      return { ...answerOf(answer), reference: answer.reference };
    },
  };
}

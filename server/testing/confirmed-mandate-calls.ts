import { newMandate } from './mandates.ts';
import type { ClientPerson, TestBank } from './test-bank.ts';

/** Mandates and direct debits that wait for what is confirmed of them: a signature, a settlement, a failure (PAY-68 to PAY-72). */
export async function confirmedMandateCalls(bank: TestBank, client: ClientPerson) {
  const toSign = await newMandate(bank, client, { state: 'draft' });
  const refused = await newMandate(bank, client, { debit: 'rejected' });
  const sent = await newMandate(bank, client, { debit: 'exported' });
  return {
    'mandates.sign': {
      by: client,
      method: 'POST',
      path: `/mandates/${toSign.mandateId}/signature`,
      named: { id: toSign.mandateId },
      told: { who: 'Essai', iban: 'DE89370400440532013000' },
    },
    'directDebits.export': {
      method: 'POST',
      path: '/admin/direct-debit-batches',
      fields: { collectionOn: '2030-01-07' },
      told: { count: 0 },
      refusal: 'direct-debit.nothing-to-send',
    },
    'directDebits.settle': {
      method: 'POST',
      path: `/admin/direct-debit-batches/${refused.batchId}/settlement`,
      named: { id: refused.batchId },
      told: {
        reference: `SDD-${refused.batchId.slice(-12)}`,
        amountMinor: 1_001_00,
        currency: 'EUR',
        count: 1,
      },
      refusal: 'direct-debit.wrong-state',
    },
    'directDebits.recordFailure': {
      method: 'POST',
      path: `/admin/direct-debits/${sent.debitId}/failure`,
      named: { id: sent.debitId },
      fields: { reasonCode: 'MS03' },
      told: { who: 'Camille Concernée', amountMinor: 1_001_00, currency: 'EUR' },
    },
  } as const;
}

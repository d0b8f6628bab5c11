import { newDispute, newPosting, newReceivable, newRefund } from './corrections.ts';
import { nextIban } from './next-iban.ts';
import { accepted, newBankLine } from './populated-bank.ts';
import type { ClientPerson, Person, TestBank } from './test-bank.ts';

/** The confirmed operations on postings, receipts of the wrong client and disputes. */
async function correctionCalls(
  bank: TestBank,
  administrator: Person,
  { of, other }: { readonly of: ClientPerson; readonly other: ClientPerson },
) {
  const [reversed, taken] = [
    await newPosting(bank, administrator, of),
    await newPosting(bank, administrator, of),
  ];
  const reason = 'Saisi deux fois par erreur';
  const ofHolder = { who: 'Camille Concernée', amountMinor: 5_00, currency: 'EUR' };
  const disputeId = await newDispute(bank, administrator, of);
  const refundedId = await newRefund(bank, administrator, of);
  const owedId = await newReceivable(bank, of);
  const givenUpId = await newReceivable(bank, of);
  return {
    'corrections.reverse': {
      method: 'POST',
      path: `/admin/postings/${reversed}/reversal`,
      named: { id: reversed },
      fields: { reason },
      told: ofHolder,
    },
    'corrections.create': {
      method: 'POST',
      path: '/admin/corrections',
      fields: { postingId: taken, reason, rightAccountId: other.accountId },
      told: ofHolder,
    },
    'corrections.decideDispute.refund': {
      method: 'POST',
      path: `/admin/disputes/${disputeId}/decision`,
      named: { id: disputeId },
      fields: { action: 'refund' },
      told: { who: 'Camille Concernée', amountMinor: 1_00, currency: 'EUR' },
    },
    'corrections.decideDispute.bear': {
      method: 'POST',
      path: `/admin/disputes/${refundedId}/decision`,
      named: { id: refundedId },
      fields: { action: 'bear', motive: 'not-recovered' },
      told: { who: 'Camille Concernée', amountMinor: 1_00, currency: 'EUR' },
    },
    'corrections.giveUp': {
      method: 'POST',
      path: `/admin/receivables/${givenUpId}/loss`,
      named: { id: givenUpId },
      fields: { motive: 'insolvent' },
      told: ofHolder,
    },
    'corrections.repay': {
      by: of,
      method: 'POST',
      path: `/receivables/${owedId}/repayment`,
      named: { id: owedId },
      fields: { amountMinor: 1_00 },
      told: {},
    },
  } as const;
}

/** The confirmed operations on the house's accounts and the lines of their statements, each as a call with what its refusal tells. */
export async function confirmedBankCalls(
  bank: TestBank,
  administrator: Person,
  { of, other }: { readonly of: ClientPerson; readonly other: ClientPerson },
) {
  const { accountId } = of;
  const { account: adopted } = accepted(
    await administrator.post('/admin/bank-accounts', {
      iban: nextIban(),
      bankName: 'Banque du Marais',
      currency: 'CHF',
    }),
  );
  const receipts = [
    await newBankLine(bank, 5_00),
    await newBankLine(bank, 5_00),
    await newBankLine(bank, -5_00),
  ];
  return {
    ...(await correctionCalls(bank, administrator, { of, other })),
    'bankLines.allocate': {
      method: 'POST',
      path: `/admin/bank-lines/${receipts[0]}/allocation`,
      named: { id: receipts[0] },
      fields: { parts: [{ kind: 'client', accountId, amountMinor: 5_00 }] },
      told: { who: 'Zoé Renard', amountMinor: 5_00, currency: 'EUR' },
    },
    'bankLines.return': {
      method: 'POST',
      path: `/admin/bank-lines/${receipts[1]}/return`,
      named: { id: receipts[1] },
      fields: { amountMinor: 5_00, reasonCode: 'AC01' },
      told: { who: 'Zoé Renard', amountMinor: 5_00, currency: 'EUR' },
    },
    'bankLines.justify': {
      method: 'POST',
      path: `/admin/bank-lines/${receipts[2]}/justification`,
      named: { id: receipts[2] },
      fields: { target: 'bank-charges' },
      told: { who: 'Zoé Renard', amountMinor: 5_00, currency: 'EUR' },
    },
    'bankAccounts.adopt': {
      method: 'POST',
      path: `/admin/bank-accounts/${adopted.id}/adoption`,
      named: { id: adopted.id },
      fields: { openingMinor: 5_00, day: '2026-11-20' },
      told: { iban: adopted.iban, amountMinor: 5_00, currency: 'CHF' },
    },
  } as const;
}

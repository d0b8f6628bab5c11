import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feeSettlement } from '#domain/ledger/postings.ts';
import { CONFIRMED_OPERATIONS, type ConfirmedOperation } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { legalDay } from '#domain/time/days.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { adoptAccount, camt053, sendBankFile } from '../../testing/bank-files.ts';
import { confirmedBankCalls } from '../../testing/confirmed-bank-calls.ts';
import type { ConfirmedCall } from '../../testing/confirmed-call.ts';
import { confirmedContractCalls } from '../../testing/confirmed-contract-calls.ts';
import { confirmedMandateCalls } from '../../testing/confirmed-mandate-calls.ts';
import { confirmedRecoveryCalls } from '../../testing/confirmed-recovery-calls.ts';
import { confirmedRepaymentCalls } from '../../testing/confirmed-repayment-calls.ts';
import { confirmedStandingCalls } from '../../testing/confirmed-standing-calls.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { newReceivedRecall } from '../../testing/recalls.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { TEST_SHEET } from '../../testing/test-sheet.ts';
import { inTransaction } from '../../work/work.ts';

/** Whatever does something to money is done only once it was confirmed: this call with these fields, after a fresh proof of who one is. */

const NOW = new Date('2026-11-20T12:00:10Z');
const PAYEE = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

let bank: TestBank;
let client: ClientPerson;
/** Another client, who borrows: a loan forbids the fees of its client. */
let borrower: ClientPerson;
let administrator: Person;
/** A client with contracts of credit. */
let contractor: ClientPerson;
let repaying: ClientPerson;
let calls: Record<ConfirmedOperation, ConfirmedCall>;

// One bank, in which the tests follow one another: to prepare a call of each operation takes most of the time.
beforeAll(async () => {
  bank = await openTestBank();
  bank.setNow(NOW);
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Camille', lastName: 'Concernée' });
  await bank.fund(client, 1_000_00);
  calls = await callsOf();
});
afterAll(() => bank.close());

/** A proposal of a colleague, made while four eyes are on. */
async function proposalOf(colleague: Person, command: { operation: string; input: object }) {
  accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
  const { seen } = accepted(await colleague.post('/admin/approval-requirements', command));
  const { proposal } = accepted(await colleague.post('/admin/proposals', { ...command, seen }));
  accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
  return proposal as { id: string; inputHash: string };
}

/** A call of each operation: one that is added has to be added here. */
async function callsOf(): Promise<Record<ConfirmedOperation, ConfirmedCall>> {
  const asked = async (amountMinor: number) => {
    const { body } = await client.post('/withdrawals', { ...PAYEE, amountMinor });
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action: 'approve' });
    return body.withdrawal.id as string;
  };
  const [alone, inBatch, exportable] = [await asked(10_00), await asked(20_00), await asked(30_00)];
  const { body: exported } = await administrator.post('/admin/withdrawals/sepa-export', {
    withdrawalIds: [inBatch],
  });
  const id = client.accountId;
  const { body: billed } = await administrator.post(`/admin/clients/${id}/fees`, {
    amountMinor: 5_00,
    description: 'Duplicata de carte',
  });
  borrower = await bank.client({ firstName: 'Élodie', lastName: 'Emprunteuse' });
  const other = borrower;
  const { body: borrowed } = await other.post('/loans', {
    amountMinor: 2_000_00,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 2_000_00,
  });
  const { body: drafted } = await other.put(`/loans/${borrowed.loan.id}/dialogue-sheet`, {
    content: TEST_SHEET,
  });
  repaying = await bank.client({ firstName: 'Rémi', lastName: 'Rembourse' });
  await bank.fund(repaying, 10_000_00);
  const who = 'Camille Concernée';
  contractor = await bank.client({ firstName: 'Sacha', lastName: 'Sous-Contrat' });
  const iban = nextIban();
  const command = {
    operation: 'accounts.assignIban',
    input: { id: contractor.accountId, iban: nextIban(), bankName: 'Guichet' },
  };
  const proposal = await proposalOf(await bank.administrator(), command);
  const { body: kept } = await client.post('/payees', { ...PAYEE, name: 'Zoé', iban: nextIban() });
  const keptAccount = { account: nextIban(), currency: 'SEK' };
  await adoptAccount(administrator, 0, { iban: keptAccount.account, currency: keptAccount.currency });
  const gap = { ...keptAccount, id: 'S7', day: '2026-12-01', openingMinor: 1_00, entries: [] };
  const [waiting] = accepted(await sendBankFile(administrator, camt053([gap]))).file.statements;
  const recallId = await newReceivedRecall(bank, administrator, client);
  return {
    ...(await confirmedRecoveryCalls(bank, administrator, repaying)),
    ...(await confirmedBankCalls(bank, administrator, { of: client, other: borrower })),
    'withdrawals.request': {
      by: client,
      method: 'POST',
      path: '/withdrawals',
      fields: { ...PAYEE, amountMinor: 1_00 },
      told: {},
    },
    ...(await confirmedStandingCalls(client, { payee: PAYEE, firstPauseDay: legalDay(NOW) })),
    'transferLimits.change.raise': {
      by: client,
      method: 'PUT',
      path: '/transfer-limits',
      fields: { action: 'raise', dayMinor: 900_00 },
      told: {},
    },
    // An order of today has a name.
    'withdrawals.nameRecipient': {
      by: client,
      method: 'POST',
      path: `/withdrawals/${alone}/recipient`,
      named: { id: alone },
      fields: { recipientName: 'Zoé Renard' },
      told: { amountMinor: 10_00, currency: 'EUR', iban: PAYEE.iban },
      refusal: 'transfer.wrong-phase',
    },
    'transferLimits.changeInstant': {
      by: client,
      method: 'PUT',
      path: '/transfer-limits/instant',
      fields: { operationMinor: 900_00, dayMinor: null },
      told: {},
    },
    ...(await confirmedMandateCalls(bank, client)),
    'recalls.answer.accept': {
      by: client,
      method: 'POST',
      path: `/recall-requests/${recallId}/answer`,
      named: { id: recallId },
      fields: { action: 'accept' },
      told: { who: 'Zoé Renard', amountMinor: 5_00, currency: 'EUR' },
    },
    'payees.save': {
      by: client,
      method: 'POST',
      path: '/payees',
      fields: { ...PAYEE, name: 'Zoé Renard' },
      told: {},
    },
    'payees.change': {
      by: client,
      method: 'PUT',
      path: `/payees/${kept.payee.id}`,
      named: { id: kept.payee.id },
      fields: { ...PAYEE, name: 'Zoé Renard', iban: 'BE68539007547034' },
      told: {},
    },
    'loanFile.confirmSheet': {
      by: other,
      method: 'POST',
      path: `/loans/${borrowed.loan.id}/dialogue-sheet/confirmation`,
      named: { id: borrowed.loan.id },
      fields: { version: 1, sha256: drafted.sheet.sha256, isCertified: true },
      told: { description: 'Un vélo' },
    },
    'accounts.credit': {
      method: 'POST',
      path: `/admin/clients/${id}/credits`,
      named: { id },
      fields: { amountMinor: 7_00, currency: 'EUR', description: 'Reçu' },
      told: { who },
    },
    'accounts.activate': {
      method: 'POST',
      path: `/admin/clients/${id}/activation`,
      named: { id },
      fields: { receivedMinor: 250_00 },
      told: { who, amountMinor: 250_00, currency: 'EUR' },
    },
    'accounts.assignIban': {
      method: 'PUT',
      path: `/admin/clients/${id}/iban`,
      named: { id },
      fields: { iban, bankName: 'Guichet' },
      told: { who },
    },
    'loans.decide.approve': {
      method: 'POST',
      path: `/admin/loans/${borrowed.loan.id}/decision`,
      named: { id: borrowed.loan.id },
      fields: { action: 'approve' },
      told: { who: 'Élodie Emprunteuse', amountMinor: 2_000_00, currency: 'EUR' },
    },
    ...(await confirmedContractCalls(bank, administrator, contractor)),
    // After the approval above: the loan is in repayment then.
    'loanServicing.pay': {
      by: other,
      method: 'POST',
      path: `/loans/${borrowed.loan.id}/payments`,
      named: { id: borrowed.loan.id },
      fields: { amountMinor: 1_00 },
      told: { description: 'Un vélo', amountMinor: 1_00, currency: 'EUR' },
    },
    ...(await confirmedRepaymentCalls(administrator, repaying)),
    'withdrawals.decide.complete': {
      method: 'POST',
      path: `/admin/withdrawals/${alone}/decision`,
      named: { id: alone },
      fields: { action: 'complete' },
      told: { who, amountMinor: 10_00, currency: 'EUR', iban: PAYEE.iban },
    },
    'withdrawalBatches.export': {
      method: 'POST',
      path: '/admin/withdrawals/sepa-export',
      fields: { withdrawalIds: [exportable] },
      told: { amountMinor: 30_00, currency: 'EUR', count: 1 },
    },
    'withdrawalBatches.execute': {
      method: 'POST',
      path: `/admin/withdrawals/batches/${exported.batch.id}/execution`,
      named: { id: exported.batch.id },
      fields: { controlTotalMinor: 20_00 },
      told: { reference: exported.batch.messageId, amountMinor: 20_00, count: 1 },
    },
    'fees.settle': {
      method: 'POST',
      path: `/admin/fees/${billed.fee.id}/settlement`,
      named: { id: billed.fee.id },
      told: { who, amountMinor: 5_00, currency: 'EUR', description: 'Duplicata de carte' },
    },
    'bulk.start': {
      method: 'POST',
      path: '/admin/bulk',
      fields: { operation: 'fees.settle', items: [{ id: newUuid() }, { id: newUuid() }] },
      told: { lines: 2 },
    },
    'statements.release': {
      method: 'POST',
      path: `/admin/statements/${waiting.id}/release`,
      named: { id: waiting.id },
      fields: { release: 'post' },
      told: { iban: keptAccount.account, amountMinor: 1_00, currency: 'SEK', reference: 'S7' },
    },
    // A demonstration with four eyes off asks nobody.
    'proposals.create': {
      method: 'POST',
      path: '/admin/proposals',
      fields: { ...command, seen: { iban: null } },
      told: { who: 'Sacha Sous-Contrat' },
      refusal: 'approval.not-required',
    },
    'proposals.emergency': {
      method: 'POST',
      path: '/admin/emergencies',
      fields: {
        ...command,
        category: 'client-risk',
        reason: 'Le client attend son IBAN depuis une semaine.',
      },
      told: { who: 'Sacha Sous-Contrat' },
      refusal: 'approval.not-required',
    },
    'proposals.approve': {
      method: 'POST',
      path: `/admin/proposals/${proposal.id}/approval`,
      named: { id: proposal.id },
      fields: { inputHash: proposal.inputHash },
      // FOUR-8: what is approved stands in its confirmation.
      told: {
        who: 'Sacha Sous-Contrat',
        iban: command.input.iban,
        reference: expect.stringMatching(/^P-\d+$/),
      },
    },
    'policies.change': {
      method: 'PUT',
      path: '/admin/policies/accounts.assignIban',
      named: { operation: 'accounts.assignIban' },
      fields: { seenVersion: 0, rows: [{ above: -1, approvers: [['compliance']] }] },
      told: {},
    },
    'parameters.change': {
      method: 'PUT',
      path: '/admin/legal-parameters',
      named: { key: 'standing.pauseAfterFailures' },
      fields: {
        key: 'standing.pauseAfterFailures',
        from: '2099-01-01',
        value: 4,
        source: 'Un essai',
        verified: 'decision',
        seenFrom: '1900-01-01',
      },
      told: {},
    },
    'rates.change': {
      method: 'PUT',
      path: '/admin/rates/USD',
      named: { currencyCode: 'USD' },
      fields: { rate: '1.1', asOf: '2026-11-20' },
      told: { currency: 'USD', before: '1.08000000' },
    },
    'rates.import': {
      method: 'POST',
      path: '/admin/rates/import',
      fields: { text: 'Date, USD, \n20 November 2026, 1.12, \n' },
      told: {},
    },
    'clients.remove': {
      method: 'DELETE',
      path: `/admin/clients/${other.accountId}`,
      named: { id: other.accountId },
      told: { who: 'Élodie Emprunteuse', currency: 'EUR' },
    },
  };
}

/** An hour and more after they signed in, at work all the time: a demonstration asks then, as a live institution always does. */
async function later(): Promise<void> {
  for (let minutes = 9; minutes <= 63; minutes += 9) {
    bank.setNow(new Date(NOW.getTime() + minutes * 60_000));
    await client.get('/session');
    await contractor.get('/session');
    await repaying.get('/session');
    await borrower.get('/session');
    await administrator.get('/session');
  }
}

test('a batch with another total than the one that was confirmed is not executed', async () => {
  const { 'withdrawalBatches.execute': execute } = calls;
  const { status, body } = await administrator.post(execute.path, { controlTotalMinor: 20_01 });
  expect([status, body.code]).toEqual([409, 'batch.total-differs']);
});

test('the ledger posts for no operation that is not declared to move money', async () => {
  const posting = feeSettlement({ amountMinor: 1_00, currency: 'EUR' });
  const undeclared = inTransaction(
    bank.database.db,
    bank.bank.surroundings,
    { kind: 'staff', personId: administrator.userId },
    (work) => post(work, posting, newUuid()),
  );
  await expect(undeclared).rejects.toThrow('not declared to move money');
});

describe('after an hour', () => {
  beforeAll(later);

  test('a decision that does nothing to money asks for nothing; one that cannot be read counts as the one that asks for most', async () => {
    const { 'loans.decide.approve': loan } = calls;
    const decide = (action: unknown) => administrator.post(loan.path, { action });
    expect((await decide(['process'])).body.code).toBe('auth.confirmation-required');
    expect((await decide('process')).status).toBe(200);
  });

  test('each asks for a confirmation of exactly itself, in names and figures, and is done with it', async () => {
    expect(Object.keys(calls).sort()).toEqual([...CONFIRMED_OPERATIONS].sort());
    for (const [
      operation,
      { by = administrator, method, path, named, fields, told, refusal },
    ] of Object.entries(calls)) {
      const send = (token?: string) =>
        by.call(method, path, method === 'DELETE' ? undefined : (fields ?? {}), {
          key: newUuid(),
          ...(token ? { headers: { 'x-confirmation': token } } : {}),
        });
      const tokenOf = async (input: object) => {
        const { body } = await by.post('/session/confirmation', {
          operation,
          subject: confirmationSubject(operation as ConfirmedOperation, input),
          currentPassword: TEST_PASSWORD,
        });
        return body.token as string;
      };
      const refused = await send();
      expect([operation, refused.status, refused.body.code]).toEqual([
        operation,
        403,
        'auth.confirmation-required',
      ]);
      expect(refused.body.params).toMatchObject({ ...told, by: 'password' });
      const other = await send(await tokenOf({ ...named, ...fields, anything: 'else' }));
      expect([operation, other.status]).toEqual([operation, 403]);
      const done = await send(await tokenOf({ ...named, ...fields }));
      expect([operation, done.status, done.body.code]).toEqual([operation, refusal ? 409 : 200, refusal]);
    }
  });
});

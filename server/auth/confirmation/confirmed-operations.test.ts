import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { feeSettlement, loanToDoubtful } from '#domain/ledger/postings.ts';
import { CONFIRMED_OPERATIONS, type ConfirmedOperation } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import { adoptAccount, camt053, sendBankFile } from '../../testing/bank-files.ts';
import { confirmedBankCalls } from '../../testing/confirmed-bank-calls.ts';
import { accept, acceptanceOf, offerOn, requestForContract } from '../../testing/contract-path.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
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

interface Call {
  readonly by?: Person;
  readonly method: string;
  readonly path: string;
  /** What the path names. */
  readonly named?: object;
  readonly fields?: object;
  /** What the refusal says of it: who, how much. */
  readonly told: object;
  /** The refusal that comes after the confirmation, when it is not done. */
  readonly refusal?: string;
}

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(NOW);
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Camille', lastName: 'Concernée' });
  await bank.fund(client, 1_000_00);
});
afterEach(() => bank.close());

/** Contracts of one borrower: offered, accepted, agreed to late, and withdrawn from after the payout. */
async function contractsOf() {
  contractor = await bank.client({ firstName: 'Sacha', lastName: 'Sous-Contrat' });
  const [offered, signed, lapsed, retracting] = [
    await requestForContract(contractor),
    await requestForContract(contractor),
    await requestForContract(contractor),
    await requestForContract(contractor),
  ];
  const colleague = await bank.administrator();
  for (const loanId of [offered, signed, lapsed]) await offerOn(colleague, loanId);
  for (const loanId of [signed, lapsed]) accepted(await accept(contractor, loanId));
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`update loan_requests set phase = 'lapsed' where id = ${lapsed}::uuid`);
    await tx.execute(
      sql`update loan_contracts set late_agreed_at = now(), late_agreed_by = ${administrator.userId}::uuid where id = ${lapsed}::uuid`,
    );
  });
  accepted(await administrator.post(`/admin/loans/${retracting}/decision`, { action: 'approve' }));
  accepted(await contractor.post(`/loans/${retracting}/retraction`));
  return { offered, accepted: signed, lapsed, retracting };
}

/** A loan that runs. */
async function lent(of: Person): Promise<string> {
  const { body } = await of.post('/loans', {
    amountMinor: 2_000_00,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 2_000_00,
  });
  await administrator.post(`/admin/loans/${body.loan.id}/decision`, { action: 'approve' });
  return body.loan.id;
}

/** Loans on which a colleague proposed an act of recovery: each is carried out by another person (LC-82 to LC-85, LC-94). */
async function proposalsOf(of: Person) {
  const colleague = await bank.administrator();
  const [accelerated, doubtful, lost] = [await lent(of), await lent(of), await lent(of)];
  const [judged, gone, frozen] = [await lent(of), await lent(of), await lent(of)];
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`insert into loan_formal_notices (id, loan_id, sent_on, last_day, amount, instalments, sent_at, sent_by)
      values (${newUuid()}, ${accelerated}, '2026-10-01', '2026-10-31', 1, 2, now(), ${newUuid()})`);
    await tx.execute(
      sql`update loan_instalments set paid_interest = 1 where loan_id = ${judged}::uuid and number = 1`,
    );
  });
  await bank.work(administrator.userId, (work) =>
    post(work, loanToDoubtful(doubtful, { amountMinor: 2_000_00, currency: 'EUR' }), doubtful),
  );
  const propose = async (id: string, route: string, fields: object = {}) => {
    const body = accepted(
      await colleague.post(`/admin/loans/${id}/${route}`, {
        action: 'propose',
        reason: 'Irrécouvrable',
        ...fields,
      }),
    );
    return { id, route, actId: body.recovery.acts[0].id as string };
  };
  const proposals = {
    'loanRecovery.accelerate.confirm': await propose(accelerated, 'acceleration'),
    'loanRecovery.provide.confirm': await propose(doubtful, 'provisions', {
      kind: 'provision',
      amountMinor: 500_00,
    }),
    'loanRecovery.writeOff.confirm': await propose(lost, 'write-off'),
    'loanRecovery.forfeitInterest.confirm': await propose(judged, 'interest-forfeiture', { amountMinor: 1 }),
  };
  const { actId } = await propose(gone, 'write-off');
  accepted(await administrator.post(`/admin/loans/${gone}/write-off`, { action: 'confirm', actId }));
  const confirm = ({ id, route, actId: proposed }: { id: string; route: string; actId: string }): Call => ({
    method: 'POST',
    path: `/admin/loans/${id}/${route}`,
    named: { id },
    fields: { action: 'confirm', actId: proposed },
    told: { who: 'Rémi Rembourse', description: 'Irrécouvrable' },
  });
  return {
    'loanRecovery.accelerate.confirm': confirm(proposals['loanRecovery.accelerate.confirm']),
    'loanRecovery.provide.confirm': confirm(proposals['loanRecovery.provide.confirm']),
    'loanRecovery.writeOff.confirm': confirm(proposals['loanRecovery.writeOff.confirm']),
    'loanRecovery.forfeitInterest.confirm': confirm(proposals['loanRecovery.forfeitInterest.confirm']),
    'loanRecovery.freeze.freeze': {
      method: 'POST',
      path: `/admin/loans/${frozen}/freeze`,
      named: { id: frozen },
      fields: { action: 'freeze', kind: 'overindebtedness', fromDay: '2026-11-20', document: 'Recevabilité' },
      told: { who: 'Rémi Rembourse' },
    },
    'loanRecovery.recover': {
      method: 'POST',
      path: `/admin/loans/${gone}/recoveries`,
      named: { id: gone },
      fields: { amountMinor: 100_00, document: 'Virement de l’huissier' },
      told: { who: 'Rémi Rembourse' },
    },
  };
}

/** A proposal of a colleague, made while four eyes are on. */
async function proposalOf(colleague: Person, command: { operation: string; input: object }) {
  accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
  const { seen } = accepted(await colleague.post('/admin/approval-requirements', command));
  const { proposal } = accepted(await colleague.post('/admin/proposals', { ...command, seen }));
  accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
  return proposal as { id: string; inputHash: string };
}

/** A call of each operation: one that is added has to be added here. */
async function callsOf(): Promise<Record<ConfirmedOperation, Call>> {
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
  const [running, eased, judged] = [await lent(repaying), await lent(repaying), await lent(repaying)];
  const { body: payoff } = await repaying.get(`/loans/${running}/early-repayment-quote`);
  const { body: shown } = await administrator.get(
    `/admin/loans/${eased}/measure-effect?kind=extension&months=6`,
  );
  const { effect } = shown;
  const measure = { kind: 'extension', months: 6, seenExtraInterestMinor: effect.extraInterestMinor };
  const { body: proposed } = await administrator.post(`/admin/loans/${eased}/measures`, {
    action: 'propose',
    ...measure,
  });
  const who = 'Camille Concernée';
  const contracts = await contractsOf();
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
  accepted(await administrator.post(`/admin/statements/${waiting.id}/release`, { release: 'post' }));
  const recoveries = await proposalsOf(repaying);
  return {
    ...recoveries,
    ...(await confirmedBankCalls(bank, administrator, id)),
    'withdrawals.request': {
      by: client,
      method: 'POST',
      path: '/withdrawals',
      fields: { ...PAYEE, amountMinor: 1_00 },
      told: {},
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
    'loans.accept': {
      by: contractor,
      method: 'POST',
      path: `/loans/${contracts.offered}/offer/acceptance`,
      named: { id: contracts.offered },
      fields: await acceptanceOf(contractor, contracts.offered),
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    'loanOffers.decideAgreement.agree': {
      method: 'POST',
      path: `/admin/loans/${contracts.accepted}/agreement`,
      named: { id: contracts.accepted },
      fields: { action: 'agree', seenPhase: 'accepted' },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    'loanOffers.confirmLateAgreement': {
      by: contractor,
      method: 'POST',
      path: `/loans/${contracts.lapsed}/offer/confirmation`,
      named: { id: contracts.lapsed },
      fields: { stillWants: true },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    'loanOffers.returnSum': {
      by: contractor,
      method: 'POST',
      path: `/loans/${contracts.retracting}/retraction/repayment`,
      named: { id: contracts.retracting },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    // After the approval above: the loan is in repayment then.
    'loanServicing.pay': {
      by: other,
      method: 'POST',
      path: `/loans/${borrowed.loan.id}/payments`,
      named: { id: borrowed.loan.id },
      fields: { amountMinor: 1_00 },
      told: { description: 'Un vélo', amountMinor: 1_00, currency: 'EUR' },
    },
    'loanRepayments.repay': {
      by: repaying,
      method: 'POST',
      path: `/loans/${running}/early-repayments`,
      named: { id: running },
      fields: { kind: 'whole', totalMinor: payoff.quote.whole.totalMinor },
      told: {},
    },
    'loanRepayments.acceptMeasure': {
      by: repaying,
      method: 'POST',
      path: `/loans/${eased}/measures/${proposed.measure.id}/acceptance`,
      named: { id: eased, measureId: proposed.measure.id },
      fields: { seenExtraInterestMinor: effect.extraInterestMinor, seenEnd: effect.after.endsOn },
      told: {},
    },
    'loanRepayments.measure.impose': {
      method: 'POST',
      path: `/admin/loans/${judged}/measures`,
      named: { id: judged },
      fields: { action: 'impose', ...measure, decisionOn: '2026-11-18' },
      told: { who: 'Rémi Rembourse' },
    },
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
    'statements.approveRelease': {
      method: 'POST',
      path: `/admin/statements/${waiting.id}/release/approval`,
      named: { id: waiting.id },
      told: { iban: keptAccount.account, amountMinor: 1_00, currency: 'SEK', reference: 'S7' },
    },
    // A demonstration with four eyes off asks nobody.
    'proposals.create': {
      method: 'POST',
      path: '/admin/proposals',
      fields: { ...command, seen: { iban: null } },
      told: {},
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
      told: {},
      refusal: 'approval.not-required',
    },
    'proposals.approve': {
      method: 'POST',
      path: `/admin/proposals/${proposal.id}/approval`,
      named: { id: proposal.id },
      fields: { inputHash: proposal.inputHash },
      told: {},
    },
    'policies.change': {
      method: 'PUT',
      path: '/admin/policies/accounts.assignIban',
      named: { operation: 'accounts.assignIban' },
      fields: { seenVersion: 0, rows: [{ above: -1, approvers: [['compliance']] }] },
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

test('each asks for a confirmation of exactly itself, in names and figures, and is done with it', async () => {
  const calls = await callsOf();
  await later();
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
}, 120_000);

test('a decision that does nothing to money asks for nothing; one that cannot be read counts as the one that asks for most', async () => {
  const { 'loans.decide.approve': loan } = await callsOf();
  await later();
  const decide = (action: unknown) => administrator.post(loan.path, { action });
  expect((await decide(['process'])).body.code).toBe('auth.confirmation-required');
  expect((await decide('process')).status).toBe(200);
});

test('a batch with another total than the one that was confirmed is not executed', async () => {
  const { 'withdrawalBatches.execute': execute } = await callsOf();
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

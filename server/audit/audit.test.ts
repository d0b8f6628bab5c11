import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actorIdOf } from '#domain/actors.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { decideLoan } from '../loans/decide-loan.ts';
import {
  auditSteps,
  AUDITED_IBAN as IBAN,
  AUDITED_LOAN as LOAN,
  openAuditBank,
} from '../testing/audit-steps.ts';
import { type ClientPerson, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { inTransaction } from '../work/work.ts';
import { audit } from './audit.ts';
import { verifyChainAfter } from './chain.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
const { entries, lastEntry, requestLoan } = auditSteps(() => ({ client, administrator }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator } = await openAuditBank());
  }),
);
afterEach(() => bank.close());

/** What the trail says of `act`, which must succeed. */
async function lineOf(act: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await act;
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
  return lastEntry();
}

describe('an act leaves one line: who, from where, before and after', () => {
  test('a credit', async () => {
    const line = await lineOf(
      administrator.post(`/admin/clients/${client.accountId}/credits`, {
        amountMinor: 108_00,
        currency: 'USD',
        description: 'Remboursement',
      }),
    );
    expect(line).toMatchObject({
      actor: { id: administrator.userId, name: 'Dominique Gestion' },
      address: 'unknown',
      operation: 'accounts.credit',
      outcome: 'done',
      refusalCode: null,
      subjectId: client.accountId,
      client: { accountId: client.accountId, displayName: 'Maëlle Ferrand-Témoin' },
      before: { balanceMinor: 0, currency: 'EUR' },
      after: {
        balanceMinor: 100_00,
        creditedMinor: 100_00,
        currency: 'EUR',
        original: '108.00 USD',
        description: 'Remboursement',
      },
      isStripped: false,
    });
    expect(line.after.referenceNumber).toMatch(/^CRD-/);
    expect(new Date(line.at).getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('an IBAN, what it was and what it is, by its last four characters', async () => {
    const iban = (value: string) =>
      administrator.put(`/admin/clients/${client.accountId}/iban`, {
        iban: value,
        bankName: 'Banque Exemple',
      });
    expect(await lineOf(iban(IBAN))).toMatchObject({
      operation: 'accounts.assignIban',
      before: { iban: null, bankName: null },
      after: { iban: '•••• 0194', bankName: 'Banque Exemple' },
    });
    expect(await lineOf(iban('DE89 3704 0044 0532 0130 00'))).toMatchObject({
      before: { iban: '•••• 0194' },
      after: { iban: '•••• 3000' },
    });
  });

  test('an activation', async () => {
    expect(
      await lineOf(
        administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 250_00 }),
      ),
    ).toMatchObject({
      operation: 'accounts.activate',
      before: { isActivated: false, balanceMinor: 0 },
      after: { isActivated: true, balanceMinor: 250_00, receivedMinor: 250_00 },
    });
  });

  test('decisions on a loan', async () => {
    const loanId = await requestLoan();
    expect(
      await lineOf(administrator.post(`/admin/loans/${loanId}/decision`, { action: 'process' })),
    ).toMatchObject({
      operation: 'loans.decide.process',
      subjectId: loanId,
      before: { status: 'pending' },
      after: { status: 'processing' },
    });
    expect(
      await lineOf(administrator.post(`/admin/loans/${loanId}/decision`, { action: 'approve' })),
    ).toMatchObject({
      operation: 'loans.decide.approve',
      before: { status: 'processing', balanceMinor: 0 },
      after: { status: 'approved', balanceMinor: 10_000_00, amountMinor: 10_000_00, currency: 'EUR' },
    });
    const refused = await requestLoan();
    expect(
      await lineOf(
        administrator.post(`/admin/loans/${refused}/decision`, {
          action: 'reject',
          reasonCode: 'other',
          reasonNote: 'Dossier incomplet',
        }),
      ),
    ).toMatchObject({
      operation: 'loans.decide.reject',
      after: { status: 'rejected', reasonCode: 'other', reasonNote: 'Dossier incomplet' },
    });
  });

  test('decisions on a withdrawal', async () => {
    await bank.fund(client, 500_00);
    const { body } = await client.post('/withdrawals', {
      amountMinor: 120_00,
      iban: IBAN,
      bankName: 'Banque',
    });
    const decide = (action: string) =>
      lineOf(administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action }));
    expect(await decide('approve')).toMatchObject({
      operation: 'withdrawals.decide.approve',
      before: { status: 'pending' },
      after: { status: 'approved', amountMinor: 120_00, iban: '•••• 0194' },
    });
    expect(await decide('complete')).toMatchObject({
      operation: 'withdrawals.decide.complete',
      before: { status: 'approved', balanceMinor: 500_00 },
      after: { status: 'completed', balanceMinor: 380_00 },
    });
  });

  test('fees', async () => {
    const created = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Attestation',
    });
    expect(await lastEntry()).toMatchObject({
      operation: 'fees.create',
      subjectId: created.body.fee.id,
      before: null,
      after: { status: 'unpaid', amountMinor: 15_00, currency: 'EUR', description: 'Attestation' },
    });
    expect(await lineOf(administrator.post(`/admin/fees/${created.body.fee.id}/settlement`))).toMatchObject({
      operation: 'fees.settle',
      before: { status: 'unpaid' },
      after: { status: 'paid' },
    });
  });

  test('a sign-in to the back office, by either door', async () => {
    expect(await lastEntry()).toMatchObject({
      operation: 'session.signInAsAdministrator',
      outcome: 'done',
      actor: { id: administrator.userId },
    });
    const [{ email }] = (await rowsOf<{ email: string }>(
      bank.database.db,
      sql`select email from users where id = ${administrator.userId}::uuid`,
    )) as [{ email: string }];
    await lineOf(bank.visitor().post('/session', { email, password: TEST_PASSWORD }));
    expect(await lastEntry()).toMatchObject({
      operation: 'session.signIn',
      actor: { id: administrator.userId },
    });
  });

  test('what is undone leaves no line, and what is repeated leaves no second one', async () => {
    const before = await entries();
    await expect(
      bank.work(administrator.userId, async (work) => {
        audit(work, {
          operation: 'fees.create',
          clientAccountId: null,
          subjectId: null,
          before: null,
          after: { amountMinor: 1 },
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await entries()).toEqual(before);
    const key = newUuid();
    const credit = () =>
      administrator.post(
        `/admin/clients/${client.accountId}/credits`,
        { amountMinor: 1_00, currency: 'EUR', description: 'Une fois' },
        { key },
      );
    await credit();
    expect((await credit()).headers.get('idempotent-replayed')).toBe('true');
    expect(await entries('?area=accounts')).toHaveLength(1);
  });

  test('a client leaves none', async () => {
    const before = await entries();
    await client.post('/loans', LOAN);
    await client.post('/session', { email: client.email, password: TEST_PASSWORD });
    expect(await entries()).toEqual(before);
  });
});

describe('an act of a job or command', () => {
  const said = { clientAccountId: null, subjectId: null, before: null, after: { deleted: 3 } };

  test.each([
    [
      { kind: 'bank', job: 'purge-enquiries' },
      { kind: 'bank', task: 'purge-enquiries', name: 'La banque (Effacement des messages anciens)' },
    ],
    [
      { kind: 'operator', command: 'create-administrator' },
      { kind: 'operator', task: 'create-administrator', name: "Commande de l'exploitant" },
    ],
  ] as const)(
    '%o is a line of the chain under its own name, in the list and in the file',
    async (actor, shown) => {
      const { db } = bank.database;
      await inTransaction(db, bank.bank.surroundings, actor, async (work) =>
        audit(work, { ...said, operation: 'enquiries.remove' }),
      );
      const id = actorIdOf(actor);
      expect(await lastEntry()).toMatchObject({
        actor: { id, ...shown },
        address: null,
        after: { deleted: 3 },
      });
      expect(await entries(`?actorId=${id}`)).toHaveLength(1);
      const file = await administrator.get('/admin/audit.csv');
      expect(file.body).toContain(`;${shown.name};${id};`);
      expect(await verifyChainAfter(db, 0)).toMatchObject({ isEnd: true, faults: [] });
    },
  );

  test('stands in a decision and in the books as well', async () => {
    const actor = { kind: 'bank', job: 'purge-enquiries' } as const;
    const loanId = await requestLoan();
    await inTransaction(
      bank.database.db,
      bank.bank.surroundings,
      actor,
      (work) =>
        decideLoan(work, { mode: 'demo', status: 'credit-institution' }, { loanId, action: 'approve' }),
      null,
      true,
    );
    const decided = await administrator.get(`/admin/loans/${loanId}`);
    expect(decided.body.loan.decision.by).toBe('La banque (Effacement des messages anciens)');
    const [posted] = await rowsOf<{ author: string }>(
      bank.database.db,
      sql`select author_id as author from ledger_transactions where cause_id = ${loanId}::uuid`,
    );
    expect(posted?.author).toBe(actorIdOf(actor));
    const timeline = await administrator.get(`/admin/clients/${client.accountId}/timeline`);
    expect(JSON.stringify(timeline.body)).toContain('La banque (Effacement des messages anciens)');
  });
});

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { auditSteps, openAuditBank } from '../testing/audit-steps.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, type Person, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

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

describe('a refusal leaves one line', () => {
  test('without the words of a note, what the FICP said, or an account number in full', async () => {
    const loanId = await requestLoan();
    await administrator.post(`/admin/loans/${loanId}/decision`, { action: 'approve' });
    const adviser = await memberWith(bank, ['auditor']);
    const said = { searchKey: '280290FICTI', reference: 'BDF-2026-0001', outcome: 'overindebtedness' };
    const calls = [
      [adviser, `/admin/clients/${client.accountId}/notes`, { text: 'Il m’a dit son divorce' }],
      [adviser, `/admin/loans/${loanId}/ficp-consultations`, said],
      [administrator, `/admin/loans/${loanId}/ficp-consultations`, said],
      [
        administrator,
        `/admin/loans/${loanId}/decision`,
        { action: 'reject', reasonCode: 'other', reasonNote: 'non', ficpReason: 'Inscrit depuis deux ans' },
      ],
    ] as const;
    for (const [person, path, body] of calls)
      expect((await person.post(path, body)).status).toBeGreaterThan(400);
    await administrator.put(`/admin/clients/${client.accountId}/iban`, {
      iban: 'FR7630006000011234567890180',
      bankName: 'B',
    });
    const lines = JSON.stringify(await entries());
    for (const secret of ['divorce', ...Object.values(said), 'Inscrit depuis', 'FR7630006000011234567890180'])
      expect(lines).not.toContain(secret);
    for (const operation of ['clients.addNote', 'loanFile.consultFicp', 'accounts.assignIban'])
      expect(lines).toContain(operation);
    expect(lines).toContain('•••• 0180');
  });

  test('of each kind, with what was asked when it could be read', async () => {
    const loanId = await requestLoan();
    const missing = newUuid();
    await administrator.post(`/admin/loans/${loanId}/decision`, { action: 'approve' });
    const refused: [() => Promise<{ status: number }>, number, object][] = [
      [
        () =>
          administrator.post(`/admin/loans/${loanId}/decision`, {
            action: 'reject',
            reasonCode: 'other',
            reasonNote: 'non',
          }),
        409,
        {
          operation: 'loans.decide.reject',
          refusalCode: 'loan.already-decided',
          client: { accountId: client.accountId },
          before: null,
          after: { reasonCode: 'other', reasonNote: 'non' },
        },
      ],
      [
        () => administrator.post(`/admin/loans/${missing}/decision`, { action: 'approve' }),
        404,
        {
          operation: 'loans.decide.approve',
          refusalCode: 'not-found',
          subjectId: missing,
          client: null,
          after: null,
        },
      ],
      [
        () =>
          administrator.post(`/admin/loans/${loanId}/decision`, { action: 'forget', secret: 'x'.repeat(50) }),
        400,
        { operation: 'loans.decide', refusalCode: 'request.invalid', after: null },
      ],
      [
        () =>
          administrator.post(`/admin/clients/${client.accountId}/credits`, { amountMinor: 1 }, { key: null }),
        400,
        { operation: 'accounts.credit', refusalCode: 'request.invalid' },
      ],
      [
        () => administrator.put(`/admin/clients/${client.accountId}/iban`, { iban: 'FR00', bankName: 'B' }),
        400,
        {
          operation: 'accounts.assignIban',
          refusalCode: 'account.invalid-iban',
          after: { iban: '•••• FR00', bankName: 'B' },
        },
      ],
      [
        () => administrator.delete(`/admin/clients/${missing}`),
        404,
        { operation: 'clients.remove', refusalCode: 'not-found' },
      ],
    ];
    for (const [call, status, line] of refused) {
      expect((await call()).status).toBe(status);
      expect(await lastEntry()).toMatchObject({
        outcome: 'refused',
        actor: { id: administrator.userId },
        address: 'unknown',
        ...line,
      });
    }
  });

  test('of someone who is not an administrator, without what they wrote, and not without end', async () => {
    const loanId = await requestLoan();
    expect((await client.post(`/admin/loans/${loanId}/decision`, { action: 'approve' })).status).toBe(403);
    expect(await lastEntry()).toMatchObject({
      operation: 'loans.decide.approve',
      refusalCode: 'auth.admin-required',
      actor: { id: client.userId, name: 'Maëlle Ferrand-Témoin' },
      after: null,
    });
    expect((await client.get('/admin/audit')).status).toBe(403);
    expect(await lastEntry()).toMatchObject({ operation: 'reading', refusalCode: 'auth.admin-required' });
    for (let attempt = 0; attempt < 40; attempt += 1) await client.get('/admin/counts');
    expect(await entries(`?actorId=${client.userId}&limit=100`)).toHaveLength(30);
  });

  test('an administrator who looks for what is not there, and a caller without a name, leave none', async () => {
    const before = await entries();
    expect((await administrator.get(`/admin/loans/${newUuid()}`)).status).toBe(404);
    expect((await administrator.get('/admin/loans?limit=0')).status).toBe(400);
    expect((await bank.visitor().get('/admin/audit')).status).toBe(401);
    expect(
      (await bank.visitor().post(`/admin/loans/${newUuid()}/decision`, { action: 'approve' })).status,
    ).toBe(401);
    expect(await entries()).toEqual(before);
  });

  test("at the back office's sign-in page, for every caller, without the typed values", async () => {
    const { email } = client;
    await bank.visitor().post('/admin/session', { email, password: TEST_PASSWORD });
    expect(await lastEntry()).toMatchObject({
      operation: 'session.signInAsAdministrator',
      refusalCode: 'auth.admin-required',
      actor: { id: client.userId },
      after: null,
    });
    await bank.visitor().post('/admin/session', { email: 'personne@example.test', password: 'secret-1' });
    expect(await lastEntry()).toMatchObject({
      refusalCode: 'auth.invalid-credentials',
      actor: null,
      after: null,
    });
    const before = await entries();
    await bank.visitor().post('/session', { email, password: 'pas le bon' });
    expect(await entries()).toEqual(before);
    const stored = await rowsOf<{ value: string }>(bank.database.db, sql`select value from audit_parts`);
    for (const { value } of stored) expect(value).not.toMatch(/personne@|secret|pas le bon|correct-cheval/);
  });
});

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actorIdOf } from '#domain/actors.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { decideLoan } from '../loans/decide-loan.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { inTransaction } from '../work/work.ts';
import { audit } from './audit.ts';
import { verifyChainAfter } from './chain.ts';
import { allAuditEntries } from './list-entries.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client({ firstName: 'Maëlle', lastName: 'Ferrand-Témoin' });
  administrator = await bank.administrator();
});
afterEach(() => bank.close());

const entries = async (query = '') => (await administrator.get(`/admin/audit${query}`)).body.entries;
const lastEntry = async () => (await entries('?limit=1'))[0];

const LOAN = {
  amountMinor: 10_000_00,
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 2_400_00,
};
const IBAN = 'FR7600000000000000000000194';

async function requestLoan(): Promise<string> {
  return (await client.post('/loans', LOAN)).body.loan.id;
}

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

  test('an IBAN, what it was and what it is', async () => {
    const iban = (value: string) =>
      administrator.put(`/admin/clients/${client.accountId}/iban`, {
        iban: value,
        bankName: 'Banque Exemple',
      });
    expect(await lineOf(iban(IBAN))).toMatchObject({
      operation: 'accounts.assignIban',
      before: { iban: null, bankName: null },
      after: { iban: IBAN, bankName: 'Banque Exemple' },
    });
    expect(await lineOf(iban('DE89 3704 0044 0532 0130 00'))).toMatchObject({
      before: { iban: IBAN },
      after: { iban: 'DE89370400440532013000' },
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
      after: { status: 'approved', amountMinor: 120_00, iban: IBAN },
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

describe('a refusal leaves one line', () => {
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
          after: { iban: 'FR00', bankName: 'B' },
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

describe('GET /admin/audit', () => {
  beforeEach(async () => {
    await bank.fund(client, 40_00);
    const other = await bank.client({ firstName: 'Otto', lastName: 'Beispiel' });
    await bank.fund(other, 60_00);
    await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban: IBAN, bankName: 'Banque' });
  });

  test('pages, newest first, without a gap', async () => {
    const all = await entries('?limit=100');
    const numbers = all.map((entry: { number: number }) => entry.number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await administrator.get(`/admin/audit?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...body.entries.map((entry: { number: number }) => entry.number));
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(numbers);
  });

  test.each([
    ['a name without accents', 'maelle', 2],
    ['a beginning of an e-mail', 'client-', 3],
    ['an IBAN', 'FR76 0000', 2],
    ['an administrator', 'gestion', 5],
    ['a line', '#1', 1],
    ['nobody', 'inconnu', 0],
    ['punctuation', "%' --", 0],
  ])('finds by %s', async (_, q, count) => {
    expect(await entries(`?limit=100&q=${encodeURIComponent(q)}`)).toHaveLength(count);
  });

  test('finds by the reference of a movement', async () => {
    const { body } = await client.get('/overview');
    const reference = body.recentTransactions[0].referenceNumber;
    expect(await entries(`?q=${reference.toLowerCase()}`)).toHaveLength(2);
  });

  test('filters by area, outcome, client, author and day', async () => {
    expect(await entries('?area=accounts')).toHaveLength(3);
    expect(await entries(`?area=accounts&clientId=${client.accountId}`)).toHaveLength(2);
    expect(await entries(`?actorId=${administrator.userId}`)).toHaveLength(2);
    expect(await entries('?outcome=refused')).toHaveLength(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await entries(`?from=${today}&to=${today}`)).toHaveLength(5);
    expect(await entries('?to=2020-01-01')).toHaveLength(0);
  });

  test('400, 401, 403', async () => {
    for (const query of [
      '?cursor=@@@',
      '?limit=0',
      '?area=secrets',
      '?from=hier',
      '?from=0000-01-01',
      '?from=0001-01-01',
      '?to=9999-12-31',
      '?clientId=1',
      '?outcome=x',
    ])
      expect((await administrator.get(`/admin/audit${query}`)).status).toBe(400);
    expect((await bank.visitor().get('/admin/audit')).status).toBe(401);
    expect((await client.get('/admin/audit')).status).toBe(403);
  });
});

describe('GET /admin/audit.csv', () => {
  test('200: the lines that the list finds, formulas made text, and the export itself recorded', async () => {
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: '=HYPERLINK("http://evil.test")',
    });
    const { status, headers, body } = await administrator.get('/admin/audit.csv?area=fees');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toMatch(/journal-d-audit-\d{4}-\d{2}-\d{2}\.csv/);
    const lines = (body as string).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/Ligne;"?Date \(UTC\)"?;Auteur;/);
    expect(lines[1]).toContain('Dominique Gestion');
    expect(lines[1]).toContain('Maëlle Ferrand-Témoin');
    expect(lines[1]).toContain('Création de frais');
    for (const cell of (lines[1] ?? '').split(';')) expect(cell).not.toMatch(/^"?[=+@-]/);
    expect(await lastEntry()).toMatchObject({ operation: 'audit.export', after: { lines: 1 } });
  });

  test('more lines than a file holds are refused rather than cut', async () => {
    await expect(allAuditEntries(bank.database.db, {}, 0)).rejects.toMatchObject({
      code: 'audit.export-too-large',
    });
    expect(await allAuditEntries(bank.database.db, {}, 1)).toHaveLength(1);
  });

  test('400, 401, 403', async () => {
    for (const from of ['x', '0000-01-01', '0001-01-01'])
      expect((await administrator.get(`/admin/audit.csv?from=${from}`)).status, from).toBe(400);
    expect((await bank.visitor().get('/admin/audit.csv')).status).toBe(401);
    expect((await client.get('/admin/audit.csv')).status).toBe(403);
  });
});

describe('the chain', () => {
  /** Does what only someone with the database in their hands can: writes past its guards, and puts it back at the end. */
  async function byHand(change: ReturnType<typeof sql>): Promise<void> {
    await pastTheGuards(bank.database.db, (tx) => tx.execute(change));
  }
  const verification = async () => (await administrator.get('/admin/audit/verification')).body;

  beforeEach(async () => {
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Un',
    });
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Deux',
    });
    await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 15_00,
      description: 'Trois',
    });
  });

  test('holds, and says where it ends', async () => {
    const last = await lastEntry();
    expect(await verification()).toEqual({
      checked: 4,
      next: null,
      holds: true,
      faults: [],
      head: { number: 4, hash: last.hash },
    });
    const second = (await entries()).find((entry: { number: number }) => entry.number === 2);
    const third = (await entries()).find((entry: { number: number }) => entry.number === 3);
    expect(third.previousHash).toBe(second.hash);
  });

  test('continues from the line of the last step', async () => {
    expect((await administrator.get('/admin/audit/verification?after=2')).body).toMatchObject({
      checked: 2,
      next: null,
      holds: true,
    });
  });

  test.each([
    [
      'a line that says something else',
      sql`update audit_entries set operation = 'fees.settle' where number = 2`,
      sql`update audit_entries set operation = 'fees.create' where number = 2`,
      2,
      'changed',
    ],
    ['another author', sql`update audit_entries set actor_id = null where number = 3`, null, 3, 'changed'],
    [
      'another time',
      sql`update audit_entries set at = at - interval '1 day' where number = 3`,
      sql`update audit_entries set at = at + interval '1 day' where number = 3`,
      3,
      'changed',
    ],
    [
      'details that say something else',
      sql`update audit_parts set value = replace(value, '1500', '1600') where number = 2`,
      sql`update audit_parts set value = replace(value, '1600', '1500') where number = 2`,
      2,
      'details-changed',
    ],
    [
      'another address',
      sql`update audit_parts set value = '{"address":"10.0.0.1"}' where number = 2 and part = 'origin'`,
      sql`update audit_parts set value = '{"address":"unknown"}' where number = 2 and part = 'origin'`,
      2,
      'details-changed',
    ],
  ])('%s shows', async (_, change, back, number, fault) => {
    const restore =
      back ?? sql`update audit_entries set actor_id = ${administrator.userId}::uuid where number = 3`;
    await byHand(change);
    const { holds, faults } = await verification();
    await byHand(restore);
    expect(holds).toBe(false);
    expect(faults).toContainEqual({ number, fault });
    expect((await verification()).holds).toBe(true);
  });

  test.each([
    ['a removed line', 'entries', 3, 3, 'missing'],
    ['a removed end', 'entries', 4, 4, 'cut-short'],
    ['removed details of someone who is still there', 'parts', 2, 2, 'details-missing'],
  ] as const)('%s shows', async (_, what, removed, number, fault) => {
    const { db } = bank.database;
    const kept = sql.raw(
      `create temp table kept_${what} as select * from audit_${what} where number = ${removed}`,
    );
    await db.execute(kept);
    await byHand(sql.raw(`delete from audit_${what} where number = ${removed}`));
    const { holds, faults } = await verification();
    await byHand(sql.raw(`insert into audit_${what} select * from kept_${what}`));
    await db.execute(sql.raw(`drop table kept_${what}`));
    expect(holds).toBe(false);
    expect(faults).toContainEqual({ number, fault });
    expect((await verification()).holds).toBe(true);
  });

  test('the database refuses even its owner to change or remove a line, its details, or where the chain ends', async () => {
    for (const statement of [
      sql`update audit_entries set operation = 'fees.settle'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
      sql`update audit_parts set value = '{}'`,
      sql`delete from audit_parts`,
      sql`truncate audit_parts`,
      sql`update audit_head set number = 1`,
      sql`delete from audit_head`,
    ])
      await expect(asOwner(bank.database.db, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { code: '42501', message: expect.stringMatching(/is append-only|only moves forward/) },
      });
  });

  test('ten administrators at once make ten lines in one chain', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        administrator.post(`/admin/clients/${client.accountId}/credits`, {
          amountMinor: 1_00 + index,
          currency: 'EUR',
          description: `Versement ${index}`,
        }),
      ),
    );
    expect(await verification()).toMatchObject({ checked: 14, holds: true });
  });

  // One connection serves everyone on the embedded database: nobody can wait for anybody there.
  test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
    'a client never waits for the chain',
    async () => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const holding = bank.database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from audit_head for update`);
        await held;
      });
      expect((await client.post('/loans', LOAN)).status).toBe(200);
      expect((await client.post('/session', { email: client.email, password: TEST_PASSWORD })).status).toBe(
        200,
      );
      letGo();
      await holding;
    },
  );

  test('400, 401, 403', async () => {
    expect((await administrator.get('/admin/audit/verification?after=-1')).status).toBe(400);
    expect((await administrator.get('/admin/audit/verification?after=x')).status).toBe(400);
    expect((await bank.visitor().get('/admin/audit/verification')).status).toBe(401);
    expect((await client.get('/admin/audit/verification')).status).toBe(403);
  });
});

test('a deleted client leaves lines that say nothing of them, in a chain that holds', async () => {
  await administrator.put(`/admin/clients/${client.accountId}/iban`, {
    iban: IBAN,
    bankName: 'Banque Témoin',
  });
  await client.get('/admin/audit');
  await bank.fund(client, 12_34);
  expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);

  const [removal, ...earlier] = (await entries('?limit=100')).filter(
    (entry: { client: unknown; actor: { id: string } | null }) =>
      entry.client !== null || entry.actor?.id === client.userId,
  );
  expect(removal).toMatchObject({
    operation: 'clients.remove',
    before: { balanceMinor: 12_34, requests: 0 },
    after: { movedToUnclaimedMinor: 12_34, currency: 'EUR' },
    client: { accountId: client.accountId, displayName: null },
    isStripped: false,
  });
  expect(earlier).toHaveLength(3);
  for (const entry of earlier) expect(entry).toMatchObject({ before: null, after: null, isStripped: true });
  const stored = JSON.stringify([
    await rowsOf(bank.database.db, sql`select * from audit_parts`),
    await entries('?limit=100'),
  ]);
  expect(stored).not.toMatch(/Maëlle|Témoin|FR76|Versement de test/);
  expect((await administrator.get('/admin/audit/verification')).body).toMatchObject({ holds: true });
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
      (work) => decideLoan(work, { loanId, action: 'approve' }),
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

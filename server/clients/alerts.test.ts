import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { rowsOf } from '../db/database.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { adoptAccount } from '../testing/bank-files.ts';
import { lastMovement, newDispute } from '../testing/corrections.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { writeStatement } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { openMattersOf } from './removal-queries.ts';

/** What the staff say about a client, and what becomes of the client's transfers by it (PAY-60, PAY-62). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

const RULES_FROM = '2026-01-01';
const HOUSE_IBAN = frenchIban({ bank: '00000', branch: '00001', account: '00000000042' });
const ORDER = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais', amountMinor: 100_00 };

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-11-23T09:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Camille', lastName: 'Lemoine' });
    await bank.fund(client, 1_000_00);
  }),
);
afterEach(() => bank.close());

const warn = (reason: string | null, by: Person = administrator) =>
  by.put(`/admin/clients/${client.accountId}/warning`, { reason });
const freeze = (reason: string | null, by: Person = administrator, of: ClientPerson = client) =>
  by.put(`/admin/clients/${of.accountId}/legal-block`, { reason });
const ask = (more: object = {}) => client.post('/withdrawals', { ...ORDER, ...more });
const blocks = async (by: Person = administrator) => (await by.get('/admin/legal-blocks')).body.blocks;

describe('PAY-60 a warning about a client', () => {
  const putRules = () =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
        values ('hold.rules', ${RULES_FROM}, '{"demo": [{"rule": "client-warning"}], "live": []}', 'test', 'decision')`),
    );
  // Dated data is kept from one test to the next.
  afterEach(() =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from legal_parameters where key = 'hold.rules' and "from" = ${RULES_FROM}`),
    ),
  );

  test('holds each order while the rule is in force, until it is lifted; the client reads nothing of it', async () => {
    await putRules();
    expect((await ask()).body.withdrawal.phase).toBe('requested');
    const { body } = await warn('Papiers volés.');
    expect(body).toMatchObject({
      warning: { reason: 'Papiers volés.', placedAt: '2026-11-23T09:00:00.000Z' },
      isLookedAt: true,
    });
    const held = await ask();
    expect(held.body.withdrawal.phase).toBe('held');
    const [row] = (await administrator.get('/admin/withdrawal-holds')).body.holds;
    expect(row.rules).toEqual(['client-warning']);
    const read = JSON.stringify([held.body, (await client.get('/notifications')).body]);
    expect(read).not.toMatch(/volés|client-warning/);
    await expect(bank.database.of(client.userId).execute(sql`select * from client_alerts`)).rejects.toThrow();
    await warn('Papiers retrouvés, à suivre.');
    await warn(null);
    expect((await administrator.get(`/admin/clients/${client.accountId}/warning`)).body.warning).toBe(null);
    expect((await ask()).body.withdrawal.phase).toBe('requested');
  });

  test('does nothing to transfers where no rule looks at it, and says so', async () => {
    expect((await warn('Papiers volés.')).body.isLookedAt).toBe(false);
    expect((await ask()).body.withdrawal.phase).toBe('requested');
  });

  test('is a rule of a live institution', async () => {
    const [rules] = await rowsOf<{ live: { rule: string }[] }>(
      bank.database.db,
      sql`select value -> 'live' as live from legal_parameters where key = 'hold.rules' order by "from" desc limit 1`,
    );
    expect(rules?.live.map(({ rule }) => rule)).toContain('client-warning');
  });

  test('of two people at once leaves one', async () => {
    const answers = await Promise.all(['Un', 'Deux', 'Trois'].map((reason) => warn(reason)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const open = await rowsOf(bank.database.db, sql`select 1 from client_alerts where lifted_at is null`);
    expect(open).toHaveLength(1);
  });

  test.each([[''], [' '.repeat(3)], ['x'.repeat(501)], [undefined], [7]])(
    'the reason %j is refused',
    async (reason) => {
      expect((await administrator.put(`/admin/clients/${client.accountId}/warning`, { reason })).status).toBe(
        400,
      );
    },
  );

  test('of nobody is not found; a client and a stranger write none', async () => {
    const unknown = '/admin/clients/00000000-0000-4000-8000-000000000001/warning';
    expect((await administrator.put(unknown, { reason: 'x' })).status).toBe(404);
    expect((await administrator.get(unknown)).status).toBe(404);
    expect((await warn('x', client)).status).toBe(403);
    expect((await warn('x', bank.visitor())).status).toBe(401);
  });
});

describe('PAY-62 a freeze of assets', () => {
  test('refuses each order without a word of it; what waits goes no further; once lifted all goes on', async () => {
    const { withdrawal } = accepted(await ask());
    const validated = accepted(await ask()).withdrawal;
    const decide = (id: string, action: string) =>
      administrator.post(`/admin/withdrawals/${id}/decision`, { action });
    accepted(await decide(validated.id, 'approve'));
    const { block } = accepted(await freeze('Arrêté du 23 novembre.'));
    expect(block.reason).toBe('Arrêté du 23 novembre.');
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([409, 'transfer.not-possible']);
    expect(JSON.stringify(refused.body)).not.toMatch(/gel|Arrêté|legal/i);
    expect((await decide(withdrawal.id, 'approve')).body.code).toBe('transfer.not-possible');
    expect((await decide(validated.id, 'complete')).body.code).toBe('transfer.not-possible');
    expect(accepted(await administrator.get('/admin/withdrawals/batches')).exportable).toEqual([]);
    const file = await administrator.post('/admin/withdrawals/sepa-export', {
      withdrawalIds: [validated.id],
    });
    expect(file.body.code).toBe('batch.not-exportable');
    const standing = { ...ORDER, frequency: 'monthly', firstDay: '2026-12-31' };
    expect((await client.post('/standing-orders', standing)).body.code).toBe('transfer.not-possible');
    expect((await client.get('/notifications')).body.notifications[0].kind).not.toMatch(/block|freeze/);
    accepted(await freeze(null));
    expect(await blocks()).toEqual([]);
    expect((await ask()).status).toBe(200);
    expect((await decide(withdrawal.id, 'approve')).status).toBe(200);
  });

  test('is told to nobody but the list of compliance', async () => {
    accepted(await freeze('Arrêté du 23 novembre.'));
    expect(await blocks()).toMatchObject([
      { accountId: client.accountId, displayName: 'Camille Lemoine', reason: 'Arrêté du 23 novembre.' },
    ]);
    const trail = JSON.stringify((await administrator.get('/admin/audit?limit=5')).body);
    expect(trail).toContain('clientAlerts.setLegalBlock');
    expect(trail).not.toMatch(/Arrêté/);
    const [line] = (await administrator.get('/admin/audit?limit=1')).body.entries;
    expect(line.client ?? null).toBe(null);
    const payments = await memberWith(bank, ['payments']);
    expect((await payments.get('/admin/legal-blocks')).status).toBe(403);
    expect((await freeze('x', payments)).status).toBe(403);
    expect((await client.get('/admin/legal-blocks')).status).toBe(403);
    expect((await bank.visitor().get('/admin/legal-blocks')).status).toBe(401);
  });

  test('keeps what comes in by our bank in suspense, and lets nobody allocate or return it', async () => {
    accepted(
      await administrator.put(`/admin/clients/${client.accountId}/iban`, {
        iban: HOUSE_IBAN,
        bankName: 'Guichet',
      }),
    );
    await adoptAccount(administrator, 1_000_00);
    accepted(await freeze('Arrêté du 23 novembre.'));
    const statementId = await writeStatement(
      bank.database.db,
      [{ amountMinor: 70_00, ownIban: HOUSE_IBAN, counterpartyIban: ORDER.iban, counterpartyName: 'Paul' }],
      { openingMinor: 1_000_00 },
    );
    await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
    const [line] = accepted(await administrator.get('/admin/bank-lines')).lines;
    expect(line).toMatchObject({ reason: 'legal-block', openMinor: 70_00, isReturnable: false });
    const allocate = { parts: [{ kind: 'client', accountId: client.accountId, amountMinor: 70_00 }] };
    const done = await administrator.post(`/admin/bank-lines/${line.id}/allocation`, allocate);
    expect([done.status, done.body.code]).toEqual([409, 'transfer.payee-unavailable']);
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(1_000_00);
  });

  test('lets no other client of the house pay in', async () => {
    const payer = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    await bank.fund(payer, 100_00);
    const path = `/admin/clients/${client.accountId}`;
    accepted(await administrator.post(`${path}/activation`, { receivedMinor: 0 }));
    accepted(await administrator.put(`${path}/iban`, { iban: HOUSE_IBAN, bankName: 'Guichet' }));
    accepted(await freeze('Arrêté du 23 novembre.'));
    const order = {
      iban: HOUSE_IBAN,
      bankName: 'Guichet',
      amountMinor: 5_00,
      recipientName: 'Camille Lemoine',
    };
    expect((await payer.post('/withdrawals', order)).body.code).toBe('transfer.payee-unavailable');
  });
});

describe('PAY-62 what staff do by hand under a freeze of assets', () => {
  const path = () => `/admin/clients/${client.accountId}`;
  const credit = (amountMinor: number, more: object = {}) =>
    administrator.post(`${path()}/credits`, { amountMinor, currency: 'EUR', description: 'Remise', ...more });
  const reverse = (id: string) =>
    administrator.post(`/admin/postings/${id}/reversal`, { reason: 'Saisi deux fois par erreur' });
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.code];

  test('the account is activated without money; no deposit, credit or gesture comes on it', async () => {
    accepted(await freeze('Arrêté du 23 novembre.'));
    const activate = (receivedMinor: number) => administrator.post(`${path()}/activation`, { receivedMinor });
    const refused = [await activate(250_00), await credit(5_00), await credit(5_00, { motive: 'gesture' })];
    expect(refused.map(codeOf)).toEqual(Array(3).fill([409, 'transfer.payee-unavailable']));
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toMatch(/gel|Arrêté|legal/i);
    expect(accepted(await activate(0)).balanceMinor).toBe(1_000_00);
    accepted(await freeze(null));
    accepted(await credit(5_00));
  });

  test('PAY-52 no reversal takes from it; one that gives back is posted, and stays there', async () => {
    accepted(await credit(5_00));
    const credited = (await lastMovement(bank, client)).postingId;
    const { withdrawal } = accepted(await ask());
    for (const action of ['approve', 'complete'])
      accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
    const sent = (await lastMovement(bank, client)).postingId;
    accepted(await freeze('Arrêté du 23 novembre.'));
    expect(codeOf(await reverse(credited))).toEqual([409, 'transfer.not-possible']);
    accepted(await reverse(sent));
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(1_005_00);
  });

  test('PAY-54 a receipt of the wrong client is claimed, not taken: the right one is made whole at once', async () => {
    accepted(await credit(70_00));
    const { postingId } = await lastMovement(bank, client);
    const right = await bank.client({ firstName: 'Paul' });
    accepted(await freeze('Arrêté du 23 novembre.'));
    accepted(await freeze('Arrêté du 23 novembre.', administrator, right));
    const takeBack = (rightAccountId: string) =>
      administrator.post('/admin/corrections', {
        postingId,
        reason: 'Versé au mauvais client',
        rightAccountId,
      });
    expect(codeOf(await takeBack(right.accountId))).toEqual([409, 'transfer.payee-unavailable']);
    accepted(await freeze(null, administrator, right));
    expect(accepted(await takeBack(right.accountId)).receivableMinor).toBe(70_00);
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(1_070_00);
    expect((await right.get('/overview')).body.account.balanceMinor).toBe(70_00);
  });

  test('PAY-55 the refund of a transfer that the client did not authorise is given: it stays frozen with the rest', async () => {
    const dispute = await newDispute(bank, administrator, client);
    const { balanceMinor } = (await client.get('/overview')).body.account;
    accepted(await freeze('Arrêté du 23 novembre.'));
    accepted(await administrator.post(`/admin/disputes/${dispute}/decision`, { action: 'refund' }));
    expect((await client.get('/overview')).body.account.balanceMinor).toBeGreaterThan(balanceMinor);
    expect((await ask()).body.code).toBe('transfer.not-possible');
  });
});

test('PAY-67 payments that are not at their end are counted: in transit, waiting, recalled', async () => {
  const payments = async (today = '2026-11-23') =>
    (await openMattersOf(bank.database.db, client.accountId, today)).payments;
  accepted(
    await administrator.put(`/admin/clients/${client.accountId}/iban`, {
      iban: HOUSE_IBAN,
      bankName: 'Guichet',
    }),
  );
  await adoptAccount(administrator, 1_000_00);
  expect(await payments()).toBe(0);
  const { withdrawal } = accepted(await ask());
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  expect(await payments()).toBe(1);
  accepted(await client.post(`/withdrawals/${withdrawal.id}/recall`, { reason: 'TECH' }));
  expect(await payments()).toBe(2);
  accepted(await freeze('Arrêté du 23 novembre.'));
  const statementId = await writeStatement(
    bank.database.db,
    [
      { amountMinor: -100_00, endToEndId: withdrawal.id.replaceAll('-', '') },
      { amountMinor: 70_00, ownIban: HOUSE_IBAN },
    ],
    { openingMinor: 1_000_00 },
  );
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  // Settled; the demand, and what waits.
  expect(await payments()).toBe(2);
});

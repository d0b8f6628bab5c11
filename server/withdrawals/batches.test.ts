import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { schemaFaults } from '../testing/iso-20022-schema.ts';
import { guidelineFaults } from '../testing/sepa-guideline.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

// Longer than 400 lines: the calls on one file of transfers, which share its making.

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    // A Saturday: banks settle on Monday.
    bank.setNow(new Date('2026-11-21T10:00:00Z'));
    client = await bank.client({ firstName: 'Hélène', lastName: 'Œuvrard' });
    administrator = await bank.administrator();
    await bank.fund(client, 1_000_00);
  }),
);
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';

async function approved(person = client, amountMinor = 100_00, iban = IBAN): Promise<string> {
  const { body } = await person.post('/withdrawals', { amountMinor, iban, bankName: 'Banque du Marais' });
  const { status } = await decide(body.withdrawal.id, 'approve');
  expect(status).toBe(200);
  return body.withdrawal.id;
}

const decide = (id: string, action: string, more: object = {}) =>
  administrator.post(`/admin/withdrawals/${id}/decision`, { action, ...more });
/** Exports the given withdrawals, or all that wait. */
const exportBatch = async (withdrawalIds?: string[], options?: { key?: string | null }) =>
  administrator.post(
    '/admin/withdrawals/sepa-export',
    { withdrawalIds: withdrawalIds ?? (await exportable()) },
    options,
  );
const exportable = async (): Promise<string[]> =>
  (await list()).exportable.map(({ withdrawalId }: { withdrawalId: string }) => withdrawalId);
const list = async () => (await administrator.get('/admin/withdrawals/batches')).body;
const show = async (id: string) => (await administrator.get(`/admin/withdrawals/batches/${id}`)).body;
const balance = async (person = client) => (await person.get('/overview')).body.account.balanceMinor;

describe('POST /admin/withdrawals/sepa-export', () => {
  test('200: one file of the chosen validated withdrawals; nothing is debited yet', async () => {
    await client.put('/profile', {
      firstName: 'Hélène',
      lastName: 'Œuvrard',
      address: '12 bis rue des Lilas',
      postalCode: '75011',
      city: 'Paris',
    });
    const first = await approved(client, 120_05);
    const second = await approved(client, 79_95, 'DE89370400440532013000');
    const third = await approved(client, 5_00);
    await client.post('/withdrawals', { amountMinor: 1_00, iban: IBAN, bankName: 'Pas encore validé' });
    expect(await list()).toMatchObject({
      batches: [],
      exportable: [
        { withdrawalId: first, amountMinor: 120_05 },
        { withdrawalId: second, amountMinor: 79_95 },
        { withdrawalId: third, amountMinor: 5_00 },
      ],
      houseAccount: { holder: demonstration.legalName, iban: demonstration.houseIban },
    });

    // The order of the file is that of the requests, whatever the order of the choice.
    const { status, body } = await exportBatch([second, first]);
    expect(status).toBe(200);
    expect((await exportable()).length).toBe(1);
    expect(body.batch).toMatchObject({
      status: 'exported',
      withdrawalCount: 2,
      totalMinor: 200_00,
      executedCount: 0,
      executionDate: '2026-11-23',
      hasFile: true,
      createdBy: 'Dominique Gestion',
      closedBy: null,
    });
    expect(body.batch.messageId).toMatch(/^SEP-20261121-[2-9A-HJ-NP-Z]{8}$/);
    expect(await balance()).toBe(1_000_00);
    expect((await show(body.batch.id)).lines).toMatchObject([
      {
        withdrawalId: first,
        displayName: 'Hélène Œuvrard',
        amountMinor: 120_05,
        clientIban: IBAN,
        status: 'approved',
      },
      { withdrawalId: second, amountMinor: 79_95 },
    ]);

    const file = await administrator.get(`/admin/withdrawals/batches/${body.batch.id}/file.xml`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toContain('application/xml');
    expect(file.headers.get('content-disposition')).toContain(`${body.batch.messageId}.xml`);
    for (const part of [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
      `<MsgId>${body.batch.messageId}</MsgId><CreDtTm>2026-11-21T10:00:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>200.00</CtrlSum>`,
      '<ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>',
      `<DbtrAcct><Id><IBAN>${demonstration.houseIban}</IBAN></Id></DbtrAcct>`,
      `<EndToEndId>${first.replaceAll('-', '')}</EndToEndId>`,
      '<InstdAmt Ccy="EUR">120.05</InstdAmt>',
      '<Nm>Helene Oeuvrard</Nm><PstlAdr><StrtNm>rue des Lilas</StrtNm><BldgNb>12 bis</BldgNb><PstCd>75011</PstCd><TwnNm>Paris</TwnNm><Ctry>FR</Ctry></PstlAdr>',
      '<IBAN>DE89370400440532013000</IBAN>',
    ])
      expect(file.body).toContain(part);
    expect(guidelineFaults(file.body)).toEqual([]);
    // Who made it, and who took it out of the house.
    expect((await administrator.get('/admin/audit?limit=2')).body.entries).toMatchObject([
      {
        operation: 'withdrawalBatches.file',
        subjectId: body.batch.id,
        after: { messageId: body.batch.messageId },
      },
      {
        operation: 'withdrawalBatches.export',
        subjectId: body.batch.id,
        after: { messageId: body.batch.messageId, withdrawals: 2, totalMinor: 200_00, currency: 'EUR' },
      },
    ]);
  });

  test.skipIf(!schemaFaults)(
    '200: whatever clients are called, the file is valid against the schema of ISO 20022',
    async () => {
      const people = [
        ['Zoë <b>', '& Cie'],
        ['Владимир', 'Œ'],
        ["L'Haÿ//", `${'Très-Long '.repeat(9)}Nom`],
      ] as const;
      for (const [index, [firstName, lastName]] of people.entries()) {
        const person = await bank.client({ firstName, lastName });
        await bank.fund(person, 100_000_00);
        await person.put('/profile', {
          firstName,
          lastName,
          ...{ address: 'Appt. « 4 » / 12 rue Ô', postalCode: 'F‑75011', city: 'Saint‑Étienne' },
        });
        await approved(
          person,
          1_01 + index * 33_333_33,
          index === 1 ? 'MT84MALT011000012345MTLCAST001S' : IBAN,
        );
      }
      const { status, body } = await exportBatch();
      expect(status).toBe(200);
      const file = await administrator.get(`/admin/withdrawals/batches/${body.batch.id}/file.xml`);
      expect(schemaFaults?.(file.body)).toEqual([]);
      expect(guidelineFaults(file.body)).toEqual([]);
    },
  );

  test('409: what no SEPA file can hold, what is decided and what stands in a file; none of the others then goes', async () => {
    const good = await approved(client, 10_00);
    const pending = await client.post('/withdrawals', {
      amountMinor: 1_00,
      iban: IBAN,
      bankName: 'Pas encore validé',
    });
    const wrongIban = await approved(client, 50_00, 'FR7630006000011234567890188');
    const outside = await approved(client, 60_00, 'TR330006100519786457841326');
    const swiss = await bank.client({ country: 'CH' });
    await bank.fund(swiss, 500_00);
    const franc = await approved(swiss, 70_00, 'CH9300762011623852957');
    expect(await exportable()).toEqual([good]);
    for (const other of [pending.body.withdrawal.id, wrongIban, outside, franc, newUuid()]) {
      const { status, body } = await exportBatch([good, other]);
      expect([status, body.code]).toEqual([409, 'batch.not-exportable']);
    }
    expect((await list()).batches).toEqual([]);
    expect((await exportBatch([good])).status).toBe(200);
    expect((await exportBatch([good])).body.code).toBe('batch.not-exportable');
  });

  test('a withdrawal stands in one file: two exports at once make one', async () => {
    const id = await approved();
    const answers = await Promise.all([exportBatch([id]), exportBatch([id]), exportBatch([id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await list()).batches).toHaveLength(1);
  });

  test('a repeated call gets the same batch', async () => {
    const id = await approved();
    const key = newUuid();
    const first = await exportBatch([id], { key });
    expect((await exportBatch([id], { key })).body).toEqual(first.body);
  });

  test("409 without the house's own account", async () => {
    await bank.close();
    const { houseIban: _, ...without } = institutionSchema.parse(demonstration);
    bank = await openTestBank({ institution: without });
    client = await bank.client();
    administrator = await bank.administrator();
    await bank.fund(client, 1_000_00);
    await approved();
    expect((await list()).houseAccount).toBeNull();
    const { status, body } = await exportBatch();
    expect([status, body.code]).toEqual([409, 'batch.house-account-missing']);
  });

  test('400, 401, 403', async () => {
    expect((await exportBatch([newUuid()], { key: null })).status).toBe(400);
    expect((await exportBatch([])).status).toBe(400);
    expect((await exportBatch(['x'])).status).toBe(400);
    expect(
      (await bank.visitor().post('/admin/withdrawals/sepa-export', { withdrawalIds: [newUuid()] })).status,
    ).toBe(401);
    expect((await client.post('/admin/withdrawals/sepa-export', { withdrawalIds: [newUuid()] })).status).toBe(
      403,
    );
  });
});

describe('what stands in a file', () => {
  test('409: cannot be rejected, since it will be paid; until the file is cancelled', async () => {
    const id = await approved();
    const { body } = await exportBatch();
    const reject = () => decide(id, 'reject', { reasonCode: 'account-closed' });
    const refused = await reject();
    expect([refused.status, refused.body.code]).toEqual([409, 'withdrawal.in-batch']);
    expect(refused.body.detail).toContain(body.batch.messageId);
    const { messageId } = body.batch;
    const batchOf = async () => (await administrator.get(`/admin/withdrawals/${id}`)).body.withdrawal.batch;
    expect(await batchOf()).toEqual({
      id: body.batch.id,
      messageId,
      status: 'exported',
      exportedAt: '2026-11-21T10:00:00.000Z',
    });
    await administrator.post(`/admin/withdrawals/batches/${body.batch.id}/cancellation`);
    expect(await batchOf()).toBeNull();
    expect((await reject()).status).toBe(200);
  });
});

describe('POST /admin/withdrawals/batches/{id}/execution', () => {
  const execute = (id: string, person = administrator) =>
    person.post(`/admin/withdrawals/batches/${id}/execution`, {}, { key: null });

  test('200: debits each account once, closes the batch, and tells the clients', async () => {
    const other = await bank.client();
    await bank.fund(other, 300_00);
    const ids = [await approved(client, 100_00), await approved(other, 250_00)];
    const { body: exported } = await exportBatch();
    const { status, body } = await execute(exported.batch.id);
    expect(status).toBe(200);
    expect(body.results).toMatchObject(
      ids.map((withdrawalId) => ({ withdrawalId, outcome: 'executed', refusal: null })),
    );
    expect(body.batch).toMatchObject({ status: 'executed', executedCount: 2, closedBy: 'Dominique Gestion' });
    expect([await balance(), await balance(other)]).toEqual([900_00, 50_00]);
    expect((await other.get('/withdrawals')).body.withdrawals[0].status).toBe('completed');
    const { entries } = (await administrator.get('/admin/audit?limit=3')).body;
    expect(entries.map((entry: { operation: string }) => entry.operation)).toEqual([
      'withdrawalBatches.execute',
      'withdrawals.decide.complete',
      'withdrawals.decide.complete',
    ]);
    expect(entries[0]).toMatchObject({
      before: { status: 'exported' },
      after: { status: 'executed', executed: 2, failed: 0 },
    });
    const again = await execute(exported.batch.id);
    expect([again.status, again.body.code]).toEqual([409, 'batch.already-closed']);
    expect(again.body.params).toMatchObject({ by: 'Dominique Gestion', status: 'executed' });
    expect(await balance()).toBe(900_00);
  });

  test('one that is refused stops no other, is told and recorded, and can be executed later', async () => {
    const wrong = await approved(client, 100_00);
    const right = await approved(client, 200_00);
    const { body: exported } = await exportBatch();
    await bank.database.db.execute(
      sql`update withdrawal_requests set iban_valid = false where id = ${wrong}::uuid`,
    );
    const { body } = await execute(exported.batch.id);
    expect(body.results).toMatchObject([
      { withdrawalId: wrong, outcome: 'refused', refusal: 'withdrawal.invalid-iban' },
      { withdrawalId: right, outcome: 'executed' },
    ]);
    expect(body.batch).toMatchObject({ status: 'exported', executedCount: 1 });
    expect((await administrator.get('/admin/audit?outcome=refused&limit=1')).body.entries).toMatchObject([
      { operation: 'withdrawals.decide.complete', subjectId: wrong, refusalCode: 'withdrawal.invalid-iban' },
    ]);
    await bank.database.db.execute(
      sql`update withdrawal_requests set iban_valid = true where id = ${wrong}::uuid`,
    );
    const again = await execute(exported.batch.id);
    expect(again.body.results).toMatchObject([{ withdrawalId: wrong, outcome: 'executed' }]);
    expect(again.body.batch).toMatchObject({ status: 'executed', executedCount: 2 });
    expect(await balance()).toBe(700_00);
  });

  test('two administrators at once debit once', async () => {
    await approved(client, 100_00);
    await approved(client, 200_00);
    const { body: exported } = await exportBatch();
    const colleague = await bank.administrator();
    const answers = await Promise.all([execute(exported.batch.id), execute(exported.batch.id, colleague)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await balance()).toBe(700_00);
    expect((await show(exported.batch.id)).batch).toMatchObject({ status: 'executed', executedCount: 2 });
  });

  test('400, 401, 403, 404', async () => {
    expect((await execute('x')).status).toBe(400);
    expect((await execute(newUuid(), bank.visitor())).status).toBe(401);
    expect((await execute(newUuid(), client)).status).toBe(403);
    expect((await execute(newUuid())).status).toBe(404);
  });
});

describe('POST /admin/withdrawals/batches/{id}/cancellation', () => {
  const cancel = (id: string, person = administrator) =>
    person.post(`/admin/withdrawals/batches/${id}/cancellation`);

  test('200: its withdrawals may stand in the next file, but for those that were executed', async () => {
    const executed = await approved(client, 100_00);
    const waiting = await approved(client, 200_00);
    const { body: first } = await exportBatch();
    await decide(executed, 'complete');
    const { status, body } = await cancel(first.batch.id);
    expect(status).toBe(200);
    expect(body.batch).toMatchObject({
      status: 'cancelled',
      executedCount: 1,
      closedBy: 'Dominique Gestion',
    });
    const { body: second } = await exportBatch();
    expect((await show(second.batch.id)).lines).toMatchObject([{ withdrawalId: waiting }]);
    const again = await cancel(first.batch.id);
    expect([again.status, again.body.code]).toEqual([409, 'batch.already-closed']);
    expect((await administrator.get('/admin/audit?area=withdrawals')).body.entries).toContainEqual(
      expect.objectContaining({ operation: 'withdrawalBatches.cancel', outcome: 'done' }),
    );
  });

  test('400, 401, 403, 404', async () => {
    expect((await cancel('x')).status).toBe(400);
    expect((await cancel(newUuid(), bank.visitor())).status).toBe(401);
    expect((await cancel(newUuid(), client)).status).toBe(403);
    expect((await cancel(newUuid())).status).toBe(404);
  });
});

describe('GET /admin/withdrawals/batches', () => {
  test('pages, newest first', async () => {
    for (const minute of ['01', '02', '03']) {
      await approved(client, 1_00);
      bank.setNow(new Date(`2026-11-21T10:${minute}:00Z`));
      await exportBatch();
    }
    const { body } = await administrator.get('/admin/withdrawals/batches?limit=2');
    expect(body.batches.map(({ createdAt }: { createdAt: string }) => createdAt.slice(14, 16))).toEqual([
      '03',
      '02',
    ]);
    const next = await administrator.get(`/admin/withdrawals/batches?limit=2&cursor=${body.nextCursor}`);
    expect(next.body).toMatchObject({ batches: [{ withdrawalCount: 1 }], nextCursor: null });
  });

  test('400, 401, 403, 404, of the list, a batch and its file', async () => {
    expect((await administrator.get('/admin/withdrawals/batches?limit=0')).status).toBe(400);
    expect((await administrator.get('/admin/withdrawals/batches/x')).status).toBe(400);
    expect((await administrator.get(`/admin/withdrawals/batches/${newUuid()}`)).status).toBe(404);
    expect((await administrator.get(`/admin/withdrawals/batches/${newUuid()}/file.xml`)).status).toBe(404);
    for (const path of ['', `/${newUuid()}`, `/${newUuid()}/file.xml`]) {
      expect((await bank.visitor().get(`/admin/withdrawals/batches${path}`)).status).toBe(401);
      expect((await client.get(`/admin/withdrawals/batches${path}`)).status).toBe(403);
    }
  });
});

test('a file goes with the first of its clients who is deleted; the batch and the others stay', async () => {
  const other = await bank.client();
  await bank.fund(other, 300_00);
  await approved(client, 100_00);
  await approved(other, 250_00);
  const { body } = await exportBatch();
  const remove = () => administrator.delete(`/admin/clients/${client.accountId}`);
  // The bank will pay it: deleted now, the client's account would never be debited.
  const refused = await remove();
  expect([refused.status, refused.body.code]).toEqual([409, 'client.in-batch']);
  expect(refused.body.detail).toContain(body.batch.messageId);
  await administrator.post(`/admin/withdrawals/batches/${body.batch.id}/execution`, {}, { key: null });
  expect((await remove()).status).toBe(200);
  const file = await administrator.get(`/admin/withdrawals/batches/${body.batch.id}/file.xml`);
  expect([file.status, file.body.code]).toEqual([404, 'batch.file-gone']);
  const { batch, lines } = await show(body.batch.id);
  expect(batch).toMatchObject({ withdrawalCount: 2, totalMinor: 350_00, hasFile: false });
  expect(lines).toHaveLength(1);
  const stored = await rowsOf(bank.database.db, sql`select * from withdrawal_batches`);
  expect(JSON.stringify(stored)).not.toMatch(/uvrard|FR76300/);
});

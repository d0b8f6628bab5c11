import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import type { JobName } from '#domain/jobs/timetable.ts';
import { instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import type { JobStep } from '../jobs/steps.ts';
import { accepted } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { inTransaction } from '../work/work.ts';
import { refuseLateOrders } from './refuse-late-orders.ts';
import { sendInsideTransfers } from './send-inside.ts';

/** What becomes of an order by itself: validated by its rules, posted inside the house once it is let go, refused when its time is over. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

const at = (day: string, time: string) => instantIn(LEGAL_TIME_ZONE, day, time);
const ORDER = {
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque du Marais',
  recipientName: 'Zoé Renard',
};
const HOUSE_IBAN = frenchIban({ bank: '00000', branch: '00001', account: '00000000001' });

/** Dated data is kept from one test to the next: what a test puts in force goes with it. */
const FROM = '2026-11-01';
const putParameter = (key: string, value: unknown) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values (${key}, ${FROM}, ${JSON.stringify(value)}::jsonb, 'test', 'decision')`),
  );
const holdEverything = () =>
  putParameter('hold.rules', { demo: [{ rule: 'new-payee-large', fromMinor: 1 }], live: [] });

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(at('2026-11-23', '10:00'));
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Camille', lastName: 'Lemoine' });
  await bank.fund(client, 1_000_00);
});
afterEach(async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`delete from legal_parameters where "from" = ${FROM} and key in ('hold.rules', 'transfer.approval', 'internal.enabled')`,
    ),
  );
  await bank.close();
});

const ask = async (more: object = {}) =>
  accepted(await client.post('/withdrawals', { ...ORDER, amountMinor: 100_00, ...more })).withdrawal;
const decide = (id: string, action: string) =>
  administrator.post(`/admin/withdrawals/${id}/decision`, { action });
const own = async () => accepted(await client.get('/withdrawals')).withdrawals;
const balances = async (person: ClientPerson) => {
  const { balanceMinor, availableMinor } = accepted(await person.get('/overview')).account;
  return [balanceMinor, availableMinor];
};
const told = async (person: ClientPerson): Promise<string[]> =>
  accepted(await person.get('/notifications')).notifications.map(({ kind }: { kind: string }) => kind);
const runStep = (job: JobName, step: JobStep, mode: 'demo' | 'live' = 'demo') =>
  inTransaction(
    bank.database.db,
    bank.bank.surroundings,
    { kind: 'bank', job },
    (work) =>
      step(work, {
        day: '',
        institution: { ...bank.bank.institution, mode },
        lane: { index: 0, count: 1 },
      }),
    null,
    job === 'send-inside-transfers',
  );

describe('PAY-39 with transfer.approval `rules`', () => {
  beforeEach(() => putParameter('transfer.approval', 'rules'));

  test('an order that meets no hold is validated by itself, and its amount is held', async () => {
    expect(await ask()).toMatchObject({ phase: 'validated', status: 'approved' });
    expect(await balances(client)).toEqual([1_000_00, 900_00]);
    expect((await told(client))[0]).toBe('withdrawal-approved');
    const { exportable } = accepted(await administrator.get('/admin/withdrawals/batches'));
    expect(exportable).toMatchObject([{ amountMinor: 100_00 }]);
  });

  test('a repetition under its key makes no second one', async () => {
    const key = '00000000-0000-4000-8000-000000000039';
    const input = { ...ORDER, amountMinor: 100_00 };
    const first = await client.post('/withdrawals', input, { key });
    expect((await client.post('/withdrawals', input, { key })).body).toEqual(first.body);
    expect(await own()).toHaveLength(1);
  });

  test('an order that meets a hold is held; an IBAN that does not hold waits for a person', async () => {
    expect(await ask({ iban: 'FR7630006000011234567890188' })).toMatchObject({ phase: 'requested' });
    await holdEverything();
    expect(await ask()).toMatchObject({ phase: 'held' });
  });

  test('an IBAN of another bank that a client of the house has waits for a person (PAY-34)', async () => {
    const other = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    const iban = 'BE68539007547034';
    accepted(
      await administrator.put(`/admin/clients/${other.accountId}/iban`, { iban, bankName: 'Banque de Gand' }),
    );
    expect(await ask({ iban })).toMatchObject({ phase: 'requested' });
  });
});

test('PAY-39 with transfer.approval `manual` an order waits for one press, as before', async () => {
  expect(await ask()).toMatchObject({ phase: 'requested', status: 'pending' });
});

describe('PAY-39 an order that is open at the end of its last day', () => {
  const refuse = (mode: 'demo' | 'live' = 'live') => runStep('refuse-late-orders', refuseLateOrders, mode);
  const beforeEnd = new Date('2026-11-24T22:59:59Z');
  const end = new Date('2026-11-24T23:00:00Z');

  test('is refused in live, whether somebody took it or validated it, and its amount is free again', async () => {
    const ids = [(await ask()).id, (await ask()).id, (await ask()).id];
    accepted(await decide(ids[1], 'process'));
    accepted(await decide(ids[2], 'approve'));
    await bank.travelTo(beforeEnd);
    expect(await refuse()).toBe(0);
    await bank.travelTo(end);
    // Asked after the cut-off of the 24th: its last day is a later one.
    const later = await ask();
    for (const _ of ids) expect(await refuse()).toBe(1);
    expect(await refuse()).toBe(0);
    const all = await own();
    expect(all.find(({ id }: { id: string }) => id === later.id).phase).toBe('requested');
    for (const id of ids)
      expect(all.find((one: { id: string }) => one.id === id)).toMatchObject({
        phase: 'refused',
        reasonCode: 'other',
        reasonNote: "Nous n'avons pas pu traiter ce virement à temps.",
      });
    expect(await balances(client)).toEqual([1_000_00, 900_00]);
    expect((await told(client)).filter((kind) => kind === 'withdrawal-rejected')).toHaveLength(3);
  });

  test('a demonstration refuses none and shows that it is late from 12:00 of that day', async () => {
    const { id } = await ask();
    const isLate = async () =>
      accepted(await administrator.get(`/admin/withdrawals/${id}`)).withdrawal.isLate;
    await bank.travelTo(at('2026-11-24', '11:59'));
    expect(await isLate()).toBe(false);
    await bank.travelTo(at('2026-11-24', '12:00'));
    expect(await isLate()).toBe(true);
    await bank.travelTo(end);
    expect(await refuse('demo')).toBe(0);
    await bank.runJobs();
    expect((await own())[0].phase).toBe('requested');
  });

  test('PAY-61 a held one is left to the end of holds; what stands in a file is left to the bank', async () => {
    const { id } = await ask({ amountMinor: 10_00 });
    accepted(await decide(id, 'approve'));
    accepted(await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] }));
    await holdEverything();
    const held = await ask({ iban: 'DE89370400440532013000' });
    expect(held.phase).toBe('held');
    await bank.travelTo(end);
    expect(await refuse()).toBe(0);
  });

  test('PAY-11 one without a name is refused for what is missing', async () => {
    const { id } = await ask();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`update withdrawal_requests set recipient_name = null, is_own_account = null where id = ${id}`,
      ),
    );
    await bank.travelTo(end);
    expect(await refuse()).toBe(1);
    expect((await own())[0]).toMatchObject({ reasonCode: 'missing-details', recipientName: null });
  });
});

describe('PAY-34 a transfer inside the house that was held', () => {
  let payee: ClientPerson;
  const inside = { iban: HOUSE_IBAN, bankName: 'Guichet' };
  const send = () => runStep('send-inside-transfers', sendInsideTransfers);

  beforeEach(async () => {
    payee = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    const path = `/admin/clients/${payee.accountId}`;
    accepted(await administrator.post(`${path}/activation`, { receivedMinor: 0 }));
    accepted(await administrator.put(`${path}/iban`, { iban: HOUSE_IBAN, bankName: 'Guichet' }));
    await holdEverything();
  });

  const release = async () => {
    const { id, phase } = await ask(inside);
    expect(phase).toBe('held');
    accepted(await administrator.post(`/admin/withdrawals/${id}/hold-decision`, { action: 'release' }));
    return id as string;
  };

  test('leaves in one posting with both sides once it is let go, and stands in no file', async () => {
    const id = await release();
    expect(accepted(await administrator.get('/admin/withdrawals/batches')).exportable).toEqual([]);
    const refused = await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] });
    expect([refused.status, refused.body.code]).toEqual([409, 'batch.not-exportable']);
    expect([await send(), await send()]).toEqual([1, 0]);
    expect((await own())[0]).toMatchObject({ phase: 'settled', status: 'completed' });
    expect([await balances(client), await balances(payee)]).toEqual([
      [900_00, 900_00],
      [100_00, 100_00],
    ]);
    const posted = await rowsOf(
      bank.database.db,
      sql`select t.event, count(*)::int as entries from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where t.cause_id = ${id}::uuid group by 1`,
    );
    expect(posted).toEqual([{ event: 'internal-transfer', entries: 2 }]);
    const [sent] = accepted(await client.get('/transactions')).transactions;
    const [received] = accepted(await payee.get('/transactions')).transactions;
    expect([sent.details, received.details]).toEqual([{ name: 'Zoé Renard' }, { name: 'Camille Lemoine' }]);
    expect(sent.referenceNumber).toBe(received.referenceNumber);
    expect((await told(client))[0]).toBe('withdrawal-completed');
    expect(await told(payee)).toContain('account-credited');
  });

  test('is posted the same way when somebody executes it by hand', async () => {
    const id = await release();
    const { withdrawal } = accepted(await decide(id, 'complete'));
    expect(withdrawal).toMatchObject({ phase: 'settled', status: 'completed' });
    expect(await balances(payee)).toEqual([100_00, 100_00]);
    expect(await send()).toBe(0);
  });

  test('waits while its payee cannot receive it, and can be refused', async () => {
    const id = await release();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update client_accounts set is_activated = false where id = ${payee.accountId}`),
    );
    expect(await send()).toBe(0);
    expect((await decide(id, 'complete')).body.code).toBe('transfer.payee-unavailable');
    const refused = await administrator.post(`/admin/withdrawals/${id}/decision`, {
      action: 'reject',
      reasonCode: 'account-closed',
    });
    expect(refused.status).toBe(200);
    expect(await balances(client)).toEqual([1_000_00, 1_000_00]);
  });

  test('of two looks at once leaves once', async () => {
    await release();
    const done = await Promise.all([send(), send()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await balances(payee)).toEqual([100_00, 100_00]);
  });
});

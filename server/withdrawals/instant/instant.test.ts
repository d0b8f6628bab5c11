import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InstantAnswer, InstantOrder } from '#domain/withdrawals/instant.ts';
import type { InstantRail } from '../../bank/instant-rail.ts';
import { rowsOf } from '../../db/database.ts';
import { bookStatement } from '../../statements/lines/book-statement.ts';
import { adoptAccount } from '../../testing/bank-files.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes, writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../../testing/test-database.ts';
import { requestWithdrawal } from '../request-withdrawal.ts';
import { sendInstant, sendInstantStep } from './send-instant.ts';

/** Instant transfers (PAY-43), from the order to the rail's answer. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
/** What the rail was asked, and what it answers. */
let asked: InstantOrder[];
let answer: (order: InstantOrder) => Promise<InstantAnswer> | InstantAnswer;

const rail: InstantRail = {
  name: 'http',
  send: async (order) => {
    asked.push(order);
    return answer(order);
  },
};
const ARRIVED: InstantAnswer = { status: 'ACSC', reason: null };

/** Dated data is kept from one test to the next: what a test adds goes with it. */
const FROM = '2026-11-01';
const sends = (isOn: boolean) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('inst.send', ${FROM}, ${String(isOn)}::jsonb, 'test', 'decision')
      on conflict (key, "from") do update set value = excluded.value`),
  );

beforeEach(async () => {
  asked = [];
  answer = () => ARRIVED;
  bank = await openTestBank({ instantRail: rail });
  // A Sunday night: no payment day, and long after any cut-off.
  bank.setNow(new Date('2026-11-22T02:00:00Z'));
  await sends(true);
  client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
  administrator = await bank.administrator();
  await bank.fund(client, 5_000_00);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`delete from legal_parameters where "from" = ${FROM} and key in ('inst.send', 'hold.rules')`,
    ),
  );
  await bank.close();
});

const ORDER = {
  amountMinor: 400_00,
  iban: 'DE89370400440532013000',
  bankName: 'Banque',
  recipientName: 'Zoé Renard',
  instant: true,
};
const order = (more: object = {}) => client.post('/withdrawals', { ...ORDER, ...more });
const account = async () => accepted(await client.get('/overview')).account;
const own = async () => accepted(await client.get('/withdrawals')).withdrawals;
const look = () => sendInstantStep(bank.bank);
/** An order as a process leaves it that ends before it asks the rail. */
const leftBehind = async () => {
  const { withdrawal } = await bank.work(administrator.userId, (work) =>
    requestWithdrawal(work, client.accountId, ORDER, { mode: 'demo', asked: null }),
  );
  return withdrawal.id;
};
const events = async () =>
  (
    await rowsOf<{ event: string }>(
      bank.database.db,
      sql`select event from ledger_transactions where event in ('withdrawal-execution', 'transfer-sent', 'transfer-settled') order by occurred_at, id`,
    )
  ).map(({ event }) => event);

test('PAY-43 an instant transfer leaves on a Sunday night, without the staff, and its order answers what became of it', async () => {
  const { withdrawal, availableMinor, standingOrder } = accepted(await order());
  expect(withdrawal).toMatchObject({
    phase: 'sent',
    status: 'completed',
    isInstant: true,
    days: { sent: '2026-11-22', arrivesBy: null },
  });
  expect([availableMinor, standingOrder]).toEqual([4_600_00, null]);
  expect(asked).toEqual([
    {
      requestId: withdrawal.id.replaceAll('-', ''),
      amountMinor: 400_00,
      payee: { name: 'Zoé Renard', iban: ORDER.iban },
      remittance: expect.any(String),
      isAgain: false,
    },
  ]);
  expect((await account()).balanceMinor).toBe(4_600_00);
  // The same call again is answered, and nothing is sent again.
  const key = 'the-same-instant-order';
  const [first, again] = [
    await client.post('/withdrawals', { ...ORDER, amountMinor: 1_00 }, { key }),
    await client.post('/withdrawals', { ...ORDER, amountMinor: 1_00 }, { key }),
  ];
  expect(again.body).toEqual(first.body);
  expect([asked.length, await look(), asked.length]).toEqual([2, 0, 2]);
});

test('PAY-43 a refusal of the payee’s bank holds the amount no longer and says why', async () => {
  answer = () => ({ status: 'RJCT', reason: 'AC04' });
  const { withdrawal, availableMinor } = accepted(await order());
  expect(withdrawal).toMatchObject({ phase: 'bank-refused', reasonCode: 'account-closed', reasonNote: null });
  expect([availableMinor, await events()]).toEqual([5_000_00, []]);
});

describe('PAY-43 a late answer', () => {
  test.each<[string, typeof answer]>([
    ['« under way »', () => ({ status: 'PDNG', reason: null })],
    ['a fault', () => Promise.reject(new Error('away'))],
  ])(
    '%s: the order is accepted, its amount held; it is asked again with the same id and sent once',
    async (_, late) => {
      answer = late;
      const { withdrawal, availableMinor } = accepted(await order());
      expect(withdrawal).toMatchObject({ phase: 'accepted', status: 'approved', days: { leaves: null } });
      expect([availableMinor, (await account()).balanceMinor]).toEqual([4_600_00, 5_000_00]);
      // While somebody may still wait for the first answer nobody asks.
      await bank.travelTo(new Date('2026-11-22T02:00:29Z'));
      expect(await look()).toBe(0);
      await bank.travelTo(new Date('2026-11-22T02:00:30Z'));
      expect([await look(), await look()]).toEqual([1, 0]);
      expect((await own())[0].phase).toBe('accepted');
      answer = () => ARRIVED;
      await bank.travelTo(new Date('2026-11-22T02:01:30Z'));
      await bank.runJobs();
      expect((await own())[0].phase).toBe('sent');
      expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
      expect(asked.map(({ isAgain }) => isAgain)).toEqual([false, true, true]);
      expect(await events()).toEqual(['withdrawal-execution']);
      await bank.travelTo(new Date('2026-11-22T02:10:00Z'));
      expect([await look(), asked.length]).toEqual([0, 3]);
    },
  );

  test('is one of after ten seconds', async () => {
    const giveUp = new AbortController();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 10_000 ? giveUp.signal : timeout(ms),
    );
    answer = () => {
      giveUp.abort();
      return new Promise(() => {});
    };
    expect(accepted(await order()).withdrawal.phase).toBe('accepted');
  });

  test('of a process that was killed between question and answer is asked for by the job; the first answer then does nothing', async () => {
    let tellFirst: (told: InstantAnswer) => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return new Promise((tell) => {
          tellFirst = tell;
        });
      };
    });
    const first = order();
    await isAsked;
    expect((await own())[0]).toMatchObject({ phase: 'exported', status: 'approved' });
    answer = () => ARRIVED;
    await bank.travelTo(new Date('2026-11-22T02:01:00Z'));
    expect(await look()).toBe(1);
    tellFirst({ status: 'RJCT', reason: 'AC04' });
    expect(accepted(await first).withdrawal.phase).toBe('sent');
    expect(await events()).toEqual(['withdrawal-execution']);
  });
});

test('PAY-43 no transaction is open while the rail is asked', async () => {
  answer = async () => {
    await bank.database.db.execute(sql`select 1 from withdrawal_requests for update nowait`);
    return ARRIVED;
  };
  expect(accepted(await order()).withdrawal.phase).toBe('sent');
});

test('PAY-43 what was asked for and not sent is sent by the job, once for many who look', async () => {
  const id = await leftBehind();
  expect(asked).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => sendInstant(bank.bank, rail, id)));
  expect([asked.length, await events()]).toEqual([1, ['withdrawal-execution']]);
});

test('PAY-43 without a rail it leaves in a file of its own, the same day', async () => {
  const id = await leftBehind();
  const other = accepted(await client.post('/withdrawals', { ...ORDER, instant: false })).withdrawal.id;
  accepted(await administrator.post(`/admin/withdrawals/${other}/decision`, { action: 'approve' }));
  const mixed = { withdrawalIds: [id, other] };
  const refused = await administrator.post('/admin/withdrawals/sepa-export', mixed);
  expect(refused.body.code).toBe('batch.not-exportable');
  const listed = accepted(await administrator.get('/admin/withdrawals/batches'));
  expect(listed.exportable).toEqual([{ withdrawalId: other, amountMinor: 400_00 }]);
  const byFile = () => sendInstantStep({ ...bank.bank, instantRail: null });
  expect([await byFile(), await byFile(), asked.length]).toEqual([1, 0, 0]);
  const [batch] = accepted(await administrator.get('/admin/withdrawals/batches')).batches;
  expect(batch).toMatchObject({ withdrawalCount: 1, executionDate: '2026-11-22' });
  const { bytes } = await administrator.get(`/admin/withdrawals/batches/${batch.id}/file.xml`);
  expect(new TextDecoder().decode(bytes)).toContain('<LclInstrm><Cd>INST</Cd></LclInstrm>');
  // A rail that is connected later is not asked for what stands in a file.
  await bank.travelTo(new Date('2026-11-22T03:00:00Z'));
  expect([await look(), asked.length]).toEqual([0, 0]);
});

describe('PAY-43 is refused', () => {
  test.each<[string, () => Promise<unknown>, object, string]>([
    ['while it is off', () => sends(false), {}, 'transfer.instant-unavailable'],
    [
      'outside SEPA',
      async () => {},
      { iban: 'BR1800360305000010009795493C1' },
      'transfer.instant-unavailable',
    ],
    [
      'to an IBAN that does not hold',
      async () => {},
      { iban: 'DE00370400440532013000' },
      'transfer.instant-unavailable',
    ],
    ['above the balance', async () => {}, { amountMinor: 5_000_01 }, 'withdrawal.insufficient-funds'],
  ])('%s', async (_, before, more, code) => {
    await before();
    const { status, body } = await order(more);
    expect([status, body.code]).toEqual([409, code]);
    expect(asked).toEqual([]);
  });

  test('with another word than yes or no', async () => {
    expect((await order({ instant: 'oui' })).status).toBe(400);
  });

  test('above the client’s own limits of an operation and of a day, beside those of every transfer', async () => {
    const put = (limits: object) => client.put('/transfer-limits/instant', limits);
    const { transferLimits } = accepted(await put({ operationMinor: 300_00, dayMinor: 500_00 }));
    expect(transferLimits.instant).toEqual({
      isOffered: true,
      operationMinor: 300_00,
      dayMinor: 500_00,
      dayLeftMinor: 500_00,
    });
    const above = await order({ amountMinor: 300_01 });
    expect([above.status, above.body.detail]).toEqual([
      409,
      'Ce virement dépasse votre plafond par virement instantané. Il vous reste 300,00€.',
    ]);
    accepted(await order({ amountMinor: 300_00 }));
    expect((await order({ amountMinor: 200_01 })).body).toMatchObject({
      code: 'transfer.limit',
      params: { limit: 'day', leftMinor: 200_00 },
    });
    // Any other transfer is not held to them.
    accepted(await order({ amountMinor: 900_00, instant: false }));
    const { instant } = accepted(await client.get('/transfer-limits')).transferLimits;
    expect(instant.dayLeftMinor).toBe(200_00);
    accepted(await put({ operationMinor: null, dayMinor: null }));
    accepted(await order({ amountMinor: 1_000_00 }));
    expect([(await put({ operationMinor: 0, dayMinor: null })).status, (await put({})).status]).toEqual([
      400, 400,
    ]);
  });
});

test('PAY-43 the name of the payee is verified before it', async () => {
  const { status, body } = await order({ recipientName: 'Zoé Inconnu' });
  expect([status, body.code, asked.length]).toEqual([409, 'transfer.payee-check-required', 0]);
});

test('PAY-60 an instant transfer that meets a rule is held, and sent once it is let go', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('hold.rules', ${FROM}, '{"demo":[{"rule":"new-payee-large","fromMinor":10000}],"live":[]}', 'test', 'decision')`),
  );
  const { withdrawal } = accepted(await order());
  expect([withdrawal.phase, await look(), asked.length]).toEqual(['held', 0, 0]);
  accepted(
    await administrator.post(`/admin/withdrawals/${withdrawal.id}/hold-decision`, { action: 'release' }),
  );
  expect([await look(), (await own())[0].phase]).toEqual([1, 'sent']);
});

test('PAY-43 a regular transfer can be an instant one, and leaves as any other while they are off', async () => {
  const regular = { ...ORDER, frequency: 'weekly', firstDay: '2026-11-24' };
  const { standingOrder } = accepted(await client.post('/standing-orders', regular));
  expect(standingOrder.isInstant).toBe(true);
  await bank.travelTo(new Date('2026-11-24T09:00:00Z'));
  await bank.runJobs();
  expect((await own())[0]).toMatchObject({ phase: 'sent', isInstant: true });
  await sends(false);
  await bank.travelTo(new Date('2026-12-01T09:00:00Z'));
  await bank.runJobs();
  expect((await own())[0]).toMatchObject({ phase: 'requested', isInstant: false });
});

describe('PAY-43 once our account is kept by its statements', () => {
  beforeEach(() => adoptAccount(administrator, 5_000_00));
  const book = async (openingMinor: number, line: Parameters<typeof writeStatement>[1][number]) => {
    const statementId = await writeStatement(bank.database.db, [line], { openingMinor });
    await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  };

  test('it is in transit until the debit of our bank settles it', async () => {
    const { withdrawal } = accepted(await order());
    expect(await balancesOfCodes(bank.database.db)).toMatchObject({ 'payments-in-transit': 400_00 });
    await book(5_000_00, { amountMinor: -400_00, endToEndId: withdrawal.id.replaceAll('-', '') });
    expect((await own())[0].phase).toBe('settled');
    expect(await events()).toEqual(['transfer-sent', 'transfer-settled']);
  });

  test('it does not leave while bank and books differ', async () => {
    await book(5_000_00, { amountMinor: 1_00 });
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`update bank_statements set closing = closing + 500`);
    });
    expect(accepted(await order()).withdrawal.phase).toBe('validated');
    expect(asked).toEqual([]);
  });

  test('an instant receipt is credited when its line comes, on a Sunday at night', async () => {
    const iban = nextIban();
    accepted(
      await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet' }),
    );
    await book(5_000_00, { amountMinor: 12_34, ownIban: iban });
    expect((await account()).balanceMinor).toBe(5_012_34);
  });
});

test('PAY-43 a client chooses limits of their own only, and a stranger none', async () => {
  const limits = { operationMinor: 1_00, dayMinor: null };
  expect((await bank.visitor().put('/transfer-limits/instant', limits)).status).toBe(401);
  expect((await administrator.put('/transfer-limits/instant', limits)).status).toBe(403);
});

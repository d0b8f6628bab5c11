import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { rowsOf } from '../db/database.ts';
import { applyFunctions } from '../db/database-functions.ts';
import { lastMigration } from '../db/migrate.ts';
import { newUuid } from '../ids.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { parameterOn, parametersOn } from './parameters-on.ts';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const countryOf: Partial<Record<CurrencyCode, string>> = { EUR: 'FR', JPY: 'JP', KRW: 'KR', HUF: 'HU' };
const clientIn = (currency: CurrencyCode) => bank.client({ country: countryOf[currency] });

describe('dated data', () => {
  test('the value in force is the last whose day has come', async () => {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
        values ('rates.change-factor', '2099-03-01', '"1.1"', 'x', 'decision')`),
    );
    try {
      const factorOn = (day: string) => parameterOn(bank.database.db, day, 'rates.change-factor');
      expect([await factorOn('2099-02-28'), await factorOn('2099-03-01')]).toEqual(['1.25', '1.1']);
    } finally {
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`delete from legal_parameters where "from" = '2099-03-01'`),
      );
    }
  });

  test('a day before every value, or a value that cannot be read, is a fault and never a rule without its figure', async () => {
    await expect(parameterOn(bank.database.db, '1800-01-01', 'maximum.fee')).rejects.toThrow('no value');
    await expect(
      pastTheGuards(bank.database.db, async (tx) => {
        await tx.execute(sql`update legal_parameters set value = '{"EUR": -1}' where key = 'maximum.fee'`);
        await parametersOn(tx, '2026-11-20', ['maximum.fee']);
      }),
    ).rejects.toThrow('cannot be read');
  });
});

/** The most that each operation may move, in minor units: JPY and KRW have none. */
const MAXIMA: readonly [operation: string, currency: CurrencyCode, maxMinor: number][] = [
  ['credit', 'EUR', 1_000_000_00],
  ['credit', 'JPY', 200_000_000],
  ['credit', 'KRW', 2_000_000_000],
  ['credit', 'HUF', 500_000_000_00],
  ['first-deposit', 'EUR', 100_000_00],
  ['first-deposit', 'JPY', 20_000_000],
  ['first-deposit', 'KRW', 200_000_000],
  ['fee', 'EUR', 10_000_00],
  ['transfer', 'EUR', 1_000_000_00],
  ['transfer', 'JPY', 200_000_000],
  ['transfer', 'KRW', 2_000_000_000],
];

function ask(operation: string, client: ClientPerson, amountMinor: number, currency: CurrencyCode) {
  const admin = `/admin/clients/${client.accountId}`;
  switch (operation) {
    case 'credit':
      return administrator.post(`${admin}/credits`, { amountMinor, currency, description: 'Reçu' });
    case 'first-deposit':
      return administrator.post(`${admin}/activation`, { receivedMinor: amountMinor });
    case 'fee':
      return administrator.post(`${admin}/fees`, { amountMinor, description: 'Duplicata' });
    case 'transfer':
      return client.post('/withdrawals', {
        amountMinor,
        iban: 'DE89370400440532013000',
        bankName: 'Banque',
      });
    default:
      return client.post('/loans', {
        amountMinor,
        purpose: 'Travaux',
        durationMonths: 36,
        monthlyIncomeMinor: amountMinor,
      });
  }
}

test.each(MAXIMA)('a %s in %s is at most %i minor units', async (operation, currency, maxMinor) => {
  const client = await clientIn(currency);
  if (operation === 'transfer') {
    await bank.fund(client, maxMinor);
    await bank.fund(client, maxMinor);
  }
  const { status, body } = await ask(operation, client, maxMinor + 1, currency);
  expect([status, body.code, body.errors]).toMatchObject([
    400,
    'request.invalid',
    [{ field: operation === 'first-deposit' ? 'receivedMinor' : 'amountMinor' }],
  ]);
  expect(body.errors[0].detail).toMatch(/^Le montant ne peut pas dépasser .*\d/);
  expect((await ask(operation, client, maxMinor, currency)).status).toBe(200);
});

test.each([
  ['EUR', 100_000_01],
  ['JPY', 20_000_001],
] as const)(
  'LC-13 a loan in %s is bounded by its terms, which are in euro',
  async (currency, amountMinor) => {
    const { status, body } = await ask('loan', await clientIn(currency), amountMinor, currency);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'loan.outside-terms', 'amountMinor']);
  },
);

test('a credit may not be converted into more than the maximum of the account, whatever was received', async () => {
  await administrator.put('/admin/rates/JPY', {
    rate: '100000',
    asOf: '2024-06-28',
    acceptsChangeFrom: '163',
  });
  const client = await clientIn('JPY');
  const { status, body } = await ask('credit', client, 3_000_00, 'EUR');
  expect([status, body.errors[0].message]).toEqual([400, 'validation.amount.maxOf']);
  expect((await ask('credit', client, 2_000_00, 'EUR')).body.creditedMinor).toBe(200_000_000);
});

test('a loan that was asked for before the maximum was can be refused, not paid out', async () => {
  const client = await clientIn('EUR');
  const { body } = await ask('loan', client, 50_000_00, 'EUR');
  await pastTheGuards(bank.database.db, (tx) =>
    tx.execute(sql`update loan_requests set amount = 99999999999, monthly_income = 0`),
  );
  const decide = (decision: object) => administrator.post(`/admin/loans/${body.loan.id}/decision`, decision);
  expect((await decide({ action: 'approve' })).status).toBe(400);
  expect((await client.get('/overview')).body.account.balanceMinor).toBe(0);
  expect((await decide({ action: 'reject', reasonCode: 'amount-not-offered' })).status).toBe(200);
});

describe('an account near the most that it may hold', () => {
  const CEILING = 10_000_000_000_000;

  /** Fills a client's account as only the books' own function can: no operation moves as much. */
  async function filled(client: ClientPerson, currency: CurrencyCode, amountMinor: number) {
    const [row] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}`,
    );
    const amount = { amountMinor, currency };
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`select * from ledger_post_all(
        array[${newUuid()}]::uuid[], array['account-credit'], array[${client.accountId}]::uuid[],
        array[${administrator.userId}]::uuid[], array[now()]::timestamptz[],
        array[null]::date[], array[null]::uuid[], array[null]::jsonb[], array[null]::uuid[], array[1, 1], array['clients', 'settlement'], array['client', 'house'],
        array[${row?.id}, null]::uuid[],
        array[${currency}, ${currency}]::text[], array[${amount.amountMinor}, ${-amount.amountMinor}]::bigint[])`);
    });
  }

  test.each<CurrencyCode>(['EUR', 'JPY', 'KRW'])(
    'in %s refuses the posting before the books are touched, and says why',
    async (currency) => {
      const client = await clientIn(currency);
      await filled(client, currency, CEILING - 50);
      const before = await rowsOf(bank.database.db, sql`select count(*) from ledger_entries`);
      const refused = await ask('credit', client, 51, currency);
      expect([refused.status, refused.body.code]).toEqual([409, 'ledger.balance-too-high']);
      expect(refused.body.detail).toContain("Rien n'a été enregistré");
      expect(await rowsOf(bank.database.db, sql`select count(*) from ledger_entries`)).toEqual(before);
      const { notifications } = (await client.get('/notifications')).body;
      expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['account-created']);
      expect((await ask('first-deposit', client, 51, currency)).body.code).toBe('ledger.balance-too-high');
      expect((await ask('credit', client, 50, currency)).status).toBe(200);
      expect(await faultsOfBooks(bank.database.db)).toEqual([
        expect.stringMatching(/^posting .* moves 9999999999950 of ..., more than maximum.credit of its day$/),
      ]);
    },
  );

  test('refuses one posting of several that come together, and no other', async () => {
    const [full, other] = [await clientIn('EUR'), await clientIn('EUR')];
    await filled(full, 'EUR', CEILING);
    const answers = await Promise.all([
      ask('credit', full, 1_00, 'EUR'),
      ask('credit', other, 2_00, 'EUR'),
      ask('credit', other, 3_00, 'EUR'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 200]);
    expect((await other.get('/overview')).body.account.balanceMinor).toBe(5_00);
  });

  test('is read, listed and deleted', async () => {
    const client = await clientIn('KRW');
    await filled(client, 'KRW', CEILING);
    await expectReadable(client);
    const { status, body } = await administrator.delete(`/admin/clients/${client.accountId}`);
    expect([status, body.movedToUnclaimedMinor]).toEqual([200, CEILING]);
  });

  test('what was stored before there were limits is read, listed and deleted all the same', async () => {
    const client = await clientIn('EUR');
    await pastTheGuards(bank.database.db, (tx) =>
      tx.execute(sql`create or replace function ledger_ceiling(p_kind text) returns bigint language sql immutable
        as $$ select 9000000000000000000 $$`),
    );
    try {
      for (let times = 0; times < 2; times += 1) await filled(client, 'EUR', 9_000_000_000_000_000);
    } finally {
      await asOwner(bank.database.db, (tx) => applyFunctions(tx, lastMigration()));
    }
    await pastTheGuards(bank.database.db, async (tx) => {
      await tx.execute(sql`alter table currency_rates drop constraint currency_rates_bounds`);
      await tx.execute(
        sql`update currency_rates set eur_to_local_rate = 0.00000001 where currency_code = 'USD'`,
      );
      await tx.execute(sql`alter table currency_rates add constraint currency_rates_bounds
        check (eur_to_local_rate between 0.1 and 100000) not valid`);
    });
    const faults = await faultsOfBooks(bank.database.db);
    expect(faults.filter((fault) => fault.includes('more than an account may'))).toHaveLength(2);
    expect(faults).toContain('the rate of USD is 0.00000001, out of bounds');
    await expectReadable(client);
    expect((await ask('credit', client, 100_00, 'USD')).body.code).toBe('rate.unknown');
    expect((await ask('credit', client, 100_00, 'EUR')).body.code).toBe('ledger.balance-too-high');
    const corrected = await administrator.put('/admin/rates/USD', {
      rate: '1.08',
      asOf: '2026-01-05',
      acceptsChangeFrom: '0.00000001',
    });
    expect(corrected.status).toBe(200);
    expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
    await expectReadable(null);
  });

  /** Everything that reads balances answers. */
  async function expectReadable(client: ClientPerson | null) {
    const paths = ['/admin/overview', '/admin/trial-balance', '/admin/clients', '/admin/rates'];
    if (client)
      paths.push(`/admin/clients/${client.accountId}`, `/admin/clients/${client.accountId}/timeline`);
    for (const path of paths) expect([path, (await administrator.get(path)).status]).toEqual([path, 200]);
    for (const path of client ? ['/overview', '/transactions', '/balance-history'] : [])
      expect([path, (await client?.get(path))?.status]).toEqual([path, 200]);
  }
});

test("a house account has a ceiling too, so that all clients' money stays a safe integer", async () => {
  const [row] = await rowsOf<{ clients: string; house: string }>(
    bank.database.db,
    sql`select ledger_ceiling('client')::text as clients, ledger_ceiling('house')::text as house`,
  );
  // Sixteen stripes of each code.
  expect(Number(row?.house) * 16 * 9).toBeLessThan(Number.MAX_SAFE_INTEGER);
  expect(Number(row?.clients)).toBeLessThan(Number(row?.house));
});

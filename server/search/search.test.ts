import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientsBy } from '../clients/queries.ts';
import type { Db } from '../db/database.ts';
import { feesForReview } from '../fees/queries.ts';
import { loansForReview } from '../loans/queries.ts';
import { rowsScanned, tellPlanner } from '../testing/rows-scanned.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';
import { withdrawalsForReview } from '../withdrawals/queries.ts';
import { newestFound, type SearchedKind } from './newest-found.ts';
import { rowsFound } from './rows-found.ts';

/** every list of the staff and the palette find by whatever one has in hand. */

let bank: TestBank;
let administrator: Person;
let zoe: ClientPerson;
let nikos: ClientPerson;
let greta: ClientPerson;

const IBAN = 'FR7630006000011234567890189';
const PAYEE_IBAN = 'DE89370400440532013000';

/**
 * Clients with a transfer each, far from those that the tests look for. The two databases have the same planner: how much is read of many is
 * seen on PostgreSQL.
 */
const CROWD = 6_000;

/** As the use cases leave them; their triggers, row by row, would take most of the test's time. */
async function insertCrowd(db: Db): Promise<void> {
  await pastTheGuards(db, async (tx) => {
    await tx.execute(sql`
      with people as (
        select gen_random_uuid() as u, gen_random_uuid() as a, gen_random_uuid() as l, i, timestamptz '2020-01-01' + i * interval '1 minute' as at
        from generate_series(1, ${CROWD}::int) i
      ), signed_in as (
        insert into users (id, name, email) select u, 'Nombreux', 'foule-' || i || '@example.test' from people
      ), named as (
        insert into profiles (id, user_id, first_name, last_name, phone, country, currency_code, created_at, updated_at)
        select gen_random_uuid(), u, 'Nombreux', 'N' || lpad(i::text, 4, '0'), '07' || lpad(i::text, 8, '0'), 'FR', 'EUR', at, at from people
      ), booked as (
        insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, floor) select l, 'clients', 'client', a, 'EUR', 0 from people
      ), opened as (
        insert into client_accounts (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, iban, created_at, words)
        select a, u, l, 'courant', 'EUR', 0, 'FR48200410100505' || lpad(i::text, 9, '0') || '77', at,
          client_words('Nombreux N' || lpad(i::text, 4, '0'), null, 'foule-' || i || '@example.test', array['7' || lpad(i::text, 8, '0')],
            'FR48200410100505' || lpad(i::text, 9, '0') || '77') from people
      )
      insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name, recipient_name,
        phase, created_at, words)
      select gen_random_uuid(), a, 77700, 'EUR', 'BE68539007547034', true, 'Banque de la Foule', 'Nombreux N' || lpad(i::text, 4, '0'),
        'cancelled', at, array_to_tsvector(searched_words('Nombreux N' || lpad(i::text, 4, '0') || ' Banque de la Foule')
          || iban_pieces('BE68539007547034')) from people`);
    await tx.execute(sql`
      insert into tallies (name, stripe, value)
      select name, 0, ${CROWD}::int from unnest(array['clients', 'withdrawals', 'withdrawals:cancelled']) name
      on conflict (name, stripe) do update set value = tallies.value + excluded.value`);
  });
}

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
  zoe = await bank.client({
    firstName: 'Zoé',
    lastName: "L'Hôte",
    email: 'zoe@medan.test',
    phone: '06 39 98 00 11',
  });
  nikos = await bank.client({
    firstName: 'Νίκος',
    lastName: 'Θεοδώρου',
    country: 'JP',
    phone: '03-1234-5678',
  });
  greta = await bank.client({
    firstName: 'Greta',
    lastName: 'Nilsson',
    country: 'SE',
    phone: '+46 8 123 45 67',
  });
  await bank.fund(zoe, 10_000_00);
  await bank.fund(nikos, 1_000_000);
  await administrator.put(`/admin/clients/${zoe.accountId}/iban`, { iban: IBAN, bankName: 'Guichet' });
  const asked = await zoe.post('/withdrawals', {
    amountMinor: 250_99,
    iban: PAYEE_IBAN,
    bankName: 'Sparkasse Nord',
    recipientName: 'Garage du Port',
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await nikos.post('/withdrawals', {
    amountMinor: 40_750,
    iban: PAYEE_IBAN,
    bankName: 'Sparkasse Nord',
    recipientName: 'Yamato',
  });
  await administrator.post(`/admin/clients/${zoe.accountId}/fees`, {
    amountMinor: 8_40,
    description: "Carte d'essai",
  });
  await zoe.post('/loans', {
    amountMinor: 3_000_00,
    purpose: 'Rénover la véranda',
    durationMonths: 24,
    monthlyIncomeMinor: 3_000_00,
  });
  await insertCrowd(bank.database.db);
  // As a while later: a planner that takes the tables for empty reads them whole for each client that a search finds.
  await tellPlanner(bank.database.db);
});
afterAll(() => bank.close());

const encoded = (q: string) => encodeURIComponent(q);

async function clientsOf(list: 'loans' | 'withdrawals' | 'fees', q: string, reader = administrator) {
  const { status, body } = await reader.get(`/admin/${list}?q=${encoded(q)}&limit=5`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body[list].map((row: { client: { displayName: string } }) => row.client.displayName);
}

async function namesOf(q: string, reader = administrator) {
  const { status, body } = await reader.get(`/admin/clients?q=${encoded(q)}&limit=5`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.clients.map((row: { displayName: string }) => row.displayName);
}

const ZOE = "Zoé L'Hôte";
const NIKOS = 'Νίκος Θεοδώρου';

describe('Q-20 the list of clients', () => {
  test.each([
    ['Q-21 a telephone with its country code', '+33 (0)6 39 98 00 11', [ZOE]],
    ['Q-21 part of a telephone', '98.00.11', [ZOE]],
    ['Q-21 a telephone of another country with its code', '+81 3 1234 5678', [NIKOS]],
    ['Q-21 the same as it was written', '03-1234-5678', [NIKOS]],
    ['Q-21 a telephone that was written with its code', '46 8 123', ['Greta Nilsson']],
    ['Q-22 the beginning of an IBAN as it is printed', 'fr76 3000 6000', [ZOE]],
    ['Q-22 the middle of an IBAN', '0112 3456', [ZOE]],
    ['Q-22 the end of an IBAN', '90189', [ZOE]],
    ['Q-24 an apostrophe as nothing', 'lhote', [ZOE]],
    ['Q-24 an apostrophe as a space', 'hote zoe', [ZOE]],
    ['Q-24 Latin letters of a Greek name', 'theodorou nik', [NIKOS]],
    ['Q-24 the Greek letters themselves', 'Θεοδ', [NIKOS]],
    ['Q-24 a part of an address around its @', 'oe@med', [ZOE]],
    ['nothing', 'zzzz', []],
  ])('%s', async (_, q, expected) => {
    expect(await namesOf(q)).toEqual(expected);
  });

  test('Q-21 a number that is changed is found from then on, and the old one is not', async () => {
    const profile = { firstName: 'Greta', lastName: 'Nilsson' };
    await greta.put('/profile', { ...profile, phone: '070-765 43 21' });
    expect(await namesOf('+46 70 765 43 21')).toEqual(['Greta Nilsson']);
    expect(await namesOf('46 8 123')).toEqual([]);
  });
});

describe('Q-20 the lists of requests', () => {
  test.each([
    ['loans', 'the purpose', 'veranda renover', [ZOE]],
    ['loans', "the client's telephone", '0639980011', [ZOE]],
    ['loans', 'Q-23 a whole amount', '3 000 €', [ZOE]],
    ['loans', 'Q-23 an amount with cents that it has not', '3 000,10', []],
    ['withdrawals', 'the payee', 'garage', [ZOE]],
    ['withdrawals', 'the bank and the payee', 'sparkasse port', [ZOE]],
    ['withdrawals', "Q-22 any part of the payee's IBAN", '0440 5320 130', [NIKOS, ZOE]],
    ['withdrawals', "Q-22 the client's IBAN", '7890189', [ZOE]],
    ['withdrawals', 'Q-23 a whole amount finds its cents', '250 €', [NIKOS, ZOE]],
    ['withdrawals', 'Q-23 in its own currency', '40 750', [NIKOS]],
    ['withdrawals', 'Q-23 with its cents', '250,99', [ZOE]],
    ['fees', 'what it is for', 'essai carte', [ZOE]],
    ['fees', 'Q-23 tenths', '8,4', [ZOE]],
    ['fees', 'Q-24 the Latin name of a client without fees', 'theodorou', []],
  ] as const)('%s by %s', async (list, _, q, expected) => {
    expect((await clientsOf(list, q)).sort()).toEqual([...expected].sort());
  });

  test('Q-24 a receipt and a movement find what they belong to', async () => {
    const { body } = await administrator.get('/admin/fees?q=essai');
    const paid = await administrator.post(`/admin/fees/${body.fees[0].id}/settlement`);
    expect(paid.status, JSON.stringify(paid.body)).not.toBe(404);
    if (paid.status !== 200) return;
    expect(await clientsOf('fees', paid.body.fee.receiptNumber.toLowerCase())).toEqual([ZOE]);
  });

  test('what many rows bear is found by walking the list, with the same rows', async () => {
    const { db } = bank.database;
    const idsBy = async (few: number) => {
      const found = await rowsFound(db, 'withdrawals', 'nombreux n000', true, few);
      const rows = await withdrawalsForReview(db, { found, after: null, limit: 5 });
      return rows.map(({ withdrawal }) => withdrawal.id);
    };
    expect(await idsBy(3)).toHaveLength(6);
    expect(await idsBy(3)).toEqual(await idsBy(200));
  });
});

describe('Q-20 the palette', () => {
  const find = async (q: string, reader = administrator) =>
    (await reader.get(`/admin/find?q=${encoded(q)}`)).body;

  test('says why it found what is found', async () => {
    const byPhone = await find('98.00.11');
    expect(byPhone.clients).toMatchObject([{ displayName: ZOE, hit: { by: 'phone', text: '0011' } }]);
    expect(byPhone.withdrawals).toMatchObject([{ hit: { by: 'phone', text: '0011' } }]);
    const byIban = await find('0440 5320');
    expect(byIban.withdrawals).toMatchObject([
      { hit: { by: 'iban', text: '3000' } },
      { hit: { by: 'iban', text: '3000' } },
    ]);
    expect((await find('250,99')).withdrawals).toMatchObject([{ hit: { by: 'amount', text: null } }]);
    expect((await find('garage')).withdrawals).toMatchObject([
      { hit: { by: 'payee', text: 'Garage du Port' } },
    ]);
    expect((await find('essai')).fees).toMatchObject([{ hit: { by: 'purpose', text: "Carte d'essai" } }]);
    expect((await find('zoe')).clients).toMatchObject([{ hit: null }]);
  });

  test('Q-22 without the right to account numbers the last four characters alone find one', async () => {
    const adviser = await memberWith(bank, ['adviser']);
    expect((await find('0189', adviser)).clients).toMatchObject([
      { displayName: ZOE, hit: { by: 'iban', text: '0189' } },
    ]);
    for (const part of ['7890189', 'FR76 3000', '0112']) {
      const { clients, loans } = await find(part, adviser);
      expect([...clients, ...loans], part).toEqual([]);
      expect(await namesOf(part, adviser)).toEqual([]);
    }
  });

  test('Q-20 a walk, the indexes and what is too much for them find the same first rows of each kind as its list', async () => {
    const { db } = bank.database;
    const shown = new Map<SearchedKind, number>([
      ['clients', 6],
      ['loans', 5],
      ['withdrawals', 5],
      ['fees', 5],
    ]);
    const page = { after: null, limit: 5 } as const;
    for (const q of [
      'nombreux',
      'nombreux n000',
      'medan',
      '98.00.11',
      '0440 5320 130',
      '777',
      '250,99',
      'essai',
      'zzzz',
    ]) {
      const listed = {
        clients: (await clientsBy(db, { q, readsIban: true, sort: 'newest', after: null, limit: 6 }))
          .slice(0, 6)
          .map(({ account }) => account.id),
        withdrawals: (
          await withdrawalsForReview(db, { ...page, found: await rowsFound(db, 'withdrawals', q, true) })
        )
          .slice(0, 5)
          .map(({ withdrawal }) => withdrawal.id),
      };
      for (const bounds of [
        undefined,
        { walked: 0, few: 1_000 },
        { walked: 0, few: 0 },
        { walked: 500, few: 0 },
      ]) {
        const found = await newestFound(db, q, shown, true, bounds);
        const what = `${q} ${JSON.stringify(bounds)}`;
        const { ids = [], walk = null } = found.get('withdrawals') ?? {};
        const rows = walk ? await withdrawalsForReview(db, { ...page, found: walk }) : null;
        expect(rows?.slice(0, 5).map(({ withdrawal }) => withdrawal.id) ?? ids, what).toEqual(
          listed.withdrawals,
        );
        const clients = found.get('clients');
        if (!clients?.walk) expect(clients?.ids, what).toEqual(listed.clients);
      }
    }
  });

  test('400 for one character', async () => {
    expect((await administrator.get('/admin/find?q=a')).status).toBe(400);
  });
});

test('Q-26 each reading looks at few rows, however many there are', async () => {
  const readings = [
    '0700000042',
    '00000042 ',
    'FR48 2004 1010 0505 0000 0004 2',
    '0004277',
    'foule-42@example',
    'nombreux n0042',
    'véranda',
    '777',
    '250,99',
    'VIR-20261120-7K3M9QAX',
    'zzzz',
  ];
  const { db } = bank.database;
  for (const q of readings) {
    const page = { after: null, limit: 25 } as const;
    const scanned = await rowsScanned(db, async (asked) => {
      await clientsBy(asked, { q, readsIban: true, sort: 'newest', ...page });
      await withdrawalsForReview(asked, {
        ...page,
        found: await rowsFound(asked, 'withdrawals', q, true),
      });
      await loansForReview(asked, { ...page, found: await rowsFound(asked, 'loans', q, true) });
      await feesForReview(asked, {
        half: 'open',
        ...page,
        found: await rowsFound(asked, 'fees', q, true),
      });
    });
    const [palette = 0] = await rowsScanned(db, async (asked) => {
      await newestFound(
        asked,
        q,
        new Map([
          ['clients', 6],
          ['loans', 5],
          ['withdrawals', 5],
          ['fees', 5],
        ] as const),
        true,
      );
    });
    // It passes five hundred rows of each kind in vain, and compares sixty of each with their clients.
    expect(palette, q).toBeLessThanOrEqual(5_000);
    // A walk passes five hundred clients in vain; a reading names five hundred rows, each once for its client and once for itself.
    expect(Math.max(...scanned), `${q} ${scanned}`).toBeLessThanOrEqual(1_500);
  }
});

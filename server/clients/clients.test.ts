import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { nextIban } from '../testing/next-iban.ts';
import { rowsScanned } from '../testing/rows-scanned.ts';
import { randomFrom } from '../testing/size.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { listClients } from './list-clients.ts';
import { type ClientFilter, clientsBy } from './queries.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
  administrator = await bank.administrator();
});
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';
const NAMES = { firstName: 'Alix', lastName: 'Fictif' };

describe('GET and PUT /profile', () => {
  test('200: a new client sees what they gave at sign-up', async () => {
    const { status, body } = await client.get('/profile');
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      ...NAMES,
      displayName: 'Alix Fictif',
      email: client.email,
      phone: null,
      country: 'FR',
      currency: 'EUR',
      address: null,
      city: null,
      postalCode: null,
      dateOfBirth: null,
      profession: null,
    });
  });

  test('200: changes every field, and an empty text clears it again', async () => {
    const details = {
      firstName: ' Hélène ',
      lastName: "O'Brien-Faÿ",
      phone: '+33 6 12 34 56 78',
      address: '12 rue des Lilas',
      city: 'Lyon',
      postalCode: '69003',
      dateOfBirth: '1988-02-29',
      profession: 'Menuisière',
    };
    const { status, body } = await client.put('/profile', details);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      ...details,
      firstName: 'Hélène',
      displayName: "Hélène O'Brien-Faÿ",
    });
    expect((await client.get('/profile')).body).toEqual(body);
    expect((await client.get('/session')).body.session.firstName).toBe('Hélène');

    const cleared = await client.put('/profile', { ...NAMES, phone: '', dateOfBirth: '', city: '  ' });
    expect(cleared.body.profile).toMatchObject({ phone: null, dateOfBirth: null, city: null, address: null });
  });

  test.each([
    ['nothing at all', {}, ['firstName', 'lastName']],
    ['a name of spaces', { ...NAMES, lastName: '  ' }, ['lastName']],
    ['a phone of letters', { ...NAMES, phone: 'appelez-moi' }, ['phone']],
    ['a day that does not exist', { ...NAMES, dateOfBirth: '1990-02-30' }, ['dateOfBirth']],
    ['a birth that has not come yet', { ...NAMES, dateOfBirth: '2990-01-01' }, ['dateOfBirth']],
  ])('400: %s', async (_, input, fields) => {
    const { status, body } = await client.put('/profile', input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
  });

  test('what is not theirs to change is left alone', async () => {
    await client.put('/profile', {
      ...NAMES,
      iban: IBAN,
      country: 'US',
      currency: 'USD',
      email: 'other@example.test',
    });
    expect((await client.get('/profile')).body.profile).toMatchObject({
      email: client.email,
      country: 'FR',
      currency: 'EUR',
    });
    expect((await client.get('/overview')).body.account.iban).toBeNull();
  });

  test('401 without a session, 403 for someone without an account', async () => {
    expect((await bank.visitor().get('/profile')).status).toBe(401);
    expect((await bank.visitor().put('/profile', NAMES)).status).toBe(401);
    expect((await administrator.get('/profile')).status).toBe(403);
    expect((await (await bank.halfSignedUp()).put('/profile', NAMES)).status).toBe(403);
  });
});

describe('GET /admin/clients', () => {
  async function names(query = ''): Promise<string[]> {
    const { status, body } = await administrator.get(`/admin/clients${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.clients.map((row: { displayName: string }) => row.displayName);
  }

  async function walk(query: string): Promise<string[]> {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await administrator.get(
        `/admin/clients?limit=2${query}${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.clients.map((row: { displayName: string }) => row.displayName));
      cursor = body.nextCursor;
    } while (cursor);
    return seen;
  }

  let emile: ClientPerson;
  let helene: ClientPerson;

  beforeEach(async () => {
    emile = await bank.client({
      firstName: 'Émile',
      lastName: 'Zola',
      email: 'e.zola@medan.test',
      accountType: 'epargne',
    });
    helene = await bank.client({ firstName: 'Hélène', lastName: "O'Brien-Faÿ", country: 'JP' });
    await bank.client({ firstName: 'Anna', lastName: 'Éluard', accountType: 'credit' });
    await bank.client({ firstName: 'Bruno', lastName: 'Eluard' });
  });

  test('a card holds what the back office shows, with the balance in euro', async () => {
    await bank.fund(helene, 16_300);
    await helene.post('/loans', {
      amountMinor: 100_000,
      purpose: 'Un piano',
      durationMonths: 12,
      monthlyIncomeMinor: 300_000,
    });
    const { body } = await administrator.get('/admin/clients?q=helene');
    expect(body.clients).toEqual([
      {
        id: helene.accountId,
        displayName: "Hélène O'Brien-Faÿ",
        email: helene.email,
        phone: null,
        country: 'JP',
        accountType: 'courant',
        currency: 'JPY',
        balanceMinor: 16_300,
        balanceEurMinor: 100_00,
        isActivated: false,
        activationDepositMinor: 40_750,
        iban: null,
        bankName: null,
        hasOpenLoan: true,
        paymentBan: { until: null },
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      },
    ]);
  });

  test('in each order, page by page without a gap', async () => {
    const oldestFirst = ['Alix Fictif', 'Émile Zola', "Hélène O'Brien-Faÿ", 'Anna Éluard', 'Bruno Eluard'];
    expect(await walk('')).toEqual([...oldestFirst].reverse());
    expect(await walk('&sort=newest')).toEqual([...oldestFirst].reverse());
    expect(await walk('&sort=oldest')).toEqual(oldestFirst);
    // Accents do not count in the order of names.
    expect(await walk('&sort=name')).toEqual([
      'Anna Éluard',
      'Bruno Eluard',
      'Alix Fictif',
      "Hélène O'Brien-Faÿ",
      'Émile Zola',
    ]);
  });

  test.each([
    ['the beginning of a name without its accents', 'eluard', ['Bruno Eluard', 'Anna Éluard']],
    ['an accented name', 'ÉLU', ['Bruno Eluard', 'Anna Éluard']],
    ['first and last name in any order', 'zola émile', ['Émile Zola']],
    ['a part of a double name', 'fay', ["Hélène O'Brien-Faÿ"]],
    ['a name with its apostrophe', "o'brien", ["Hélène O'Brien-Faÿ"]],
    ['an e-mail address', 'e.zola@medan.test', ['Émile Zola']],
    ['a part of an e-mail address', 'medan', ['Émile Zola']],
    ["two words of which one is nobody's", 'emile eluard', []],
    ['the inside of a name', 'luard', []],
    ['what a query of the database would read', "') | !zola & (':*", ['Émile Zola']],
    ['only signs', '%_!', []],
  ])('finds by %s', async (_, q, expected) => {
    expect(await names(`?q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  test('finds by the beginning of the IBAN as it is printed, by a reference and by a receipt', async () => {
    await administrator.put(`/admin/clients/${emile.accountId}/iban`, { iban: IBAN, bankName: 'Guichet' });
    expect(await names('?q=fr76%203000')).toEqual(['Émile Zola']);
    expect(await names('?q=FR77')).toEqual([]);

    const credit = { amountMinor: 1_00, currency: 'EUR', description: 'Don' };
    const { body } = await administrator.post(`/admin/clients/${emile.accountId}/credits`, credit);
    expect(await names(`?q=${body.referenceNumber.toLowerCase()}`)).toEqual(['Émile Zola']);

    const fee = await administrator.post(`/admin/clients/${emile.accountId}/fees`, {
      amountMinor: 1_00,
      description: 'Carte',
    });
    const paid = await administrator.post(`/admin/fees/${fee.body.fee.id}/settlement`);
    expect(await names(`?q=${paid.body.fee.receiptNumber}`)).toEqual(['Émile Zola']);
  });

  interface Named {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  }

  /** Clients as the use cases leave them, the first one the oldest. */
  async function openAccounts(people: readonly Named[]): Promise<void> {
    await bank.database.db.execute(sql`
      with people as (
        select gen_random_uuid() as u, gen_random_uuid() as a, gen_random_uuid() as l, i, p ->> 'firstName' as first_name,
          p ->> 'lastName' as last_name, p ->> 'email' as email, timestamptz '2020-01-01' + i * interval '1 minute' as at
        from jsonb_array_elements(${JSON.stringify(people)}::jsonb) with ordinality as listed (p, i)
      ), signed_in as (
        insert into users (id, name, email) select u, first_name, email from people
      ), named as (
        insert into profiles (id, user_id, first_name, last_name, country, currency_code, created_at, updated_at)
        select gen_random_uuid(), u, first_name, last_name, 'FR', 'EUR', at, at from people
      ), booked as (
        insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, floor) select l, 'clients', 'client', a, 'EUR', 0 from people
      )
      insert into client_accounts (id, user_id, ledger_account_id, account_type, currency, activation_deposit_required, created_at)
      select a, u, l, 'courant', 'EUR', 0, at from people`);
  }

  const crowd = Array.from({ length: 2_100 }, (_, i) => ({
    firstName: 'Nombreux',
    lastName: `N${String(i + 1).padStart(4, '0')}`,
    email: `foule-${i + 1}@example.test`,
  }));

  test('a search that finds thousands is walked in the order asked for', async () => {
    await openAccounts(crowd);
    for (const q of ['nombreux', 'foule', 'nombreux n'])
      for (const [sort, expected] of [
        ['newest', ['N2100', 'N2099', 'N2098', 'N2097']],
        ['oldest', ['N0001', 'N0002', 'N0003', 'N0004']],
        ['name', ['N0001', 'N0002', 'N0003', 'N0004']],
      ] as const) {
        const query = `/admin/clients?q=${encodeURIComponent(q)}&sort=${sort}&limit=2`;
        const { body: first } = await administrator.get(query);
        const { body: second } = await administrator.get(`${query}&cursor=${first.nextCursor}`);
        const seen = [...first.clients, ...second.clients].map(
          (row: { displayName: string }) => row.displayName,
        );
        expect(seen, `${q} ${sort}`).toEqual(expected.map((name) => `Nombreux ${name}`));
      }
    expect(await names('?q=nombreux%20n0007')).toEqual(['Nombreux N0007']);
  });

  test('a page reads few clients, for any number of clients and any frequent name', async () => {
    await openAccounts(crowd);
    const pageOf = (filter: Partial<ClientFilter>) => ({
      sort: 'newest' as const,
      after: null,
      limit: 25,
      ...filter,
    });
    const read = await rowsScanned(bank.database.db, async (db) => {
      for (const filter of [{}, { sort: 'name' }, { q: 'nom' }, { q: 'n' }, { q: 'nombreux n0007' }] as const)
        await clientsBy(db, pageOf(filter));
    });
    // Each of the page in the list and in four tables more; those walked past in vain are five hundred at most.
    expect(read.slice(0, 4)).toEqual(read.slice(0, 4).map((rows) => Math.min(rows, 26 * 6)));
    expect(read[4]).toBeLessThanOrEqual(500 + 10);
  });

  test('a search finds whom reading every name and address finds, in each order and on every page', async () => {
    const chance = randomFrom(20_261_122);
    const some = () => Math.floor(chance() * 1_000_000);
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
    const syllables = ['ba', 'cé', 'di', 'fo', 'Gu', "l'a", 'mê', 'ni', 'çu'];
    const word = () => Array.from({ length: 1 + (some() % 3) }, () => syllables[some() % 9]).join('');
    const people = Array.from({ length: 1_300 }, (_, i) => ({
      firstName: some() % 4 === 0 ? `${word()}-${word()}` : word(),
      lastName: word(),
      email: `${plain(word())}.${i}@${plain(word())}.test`.replaceAll(' ', ''),
    }));
    await openAccounts(people);
    const everybody = (await rowsOf<Named & { id: string }>(
      bank.database.db,
      sql`select a.id, p.first_name as "firstName", p.last_name as "lastName", u.email from client_accounts a
        join profiles p on p.user_id = a.user_id join users u on u.id = a.user_id order by a.created_at, a.id`,
    )) as readonly (Named & { id: string })[];
    const orderOf = ({ firstName, lastName, id }: (typeof everybody)[number]) =>
      `${plain(lastName)}\t${plain(firstName)}\t${id}`;
    const inOrder = {
      oldest: everybody,
      newest: everybody.toReversed(),
      name: everybody.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    };
    const searches = [
      ...['b', 'ba', "l'a", 'CÉ', 'foni', '7', 'test', 'ba test', 'gu 12', 'zola', 'xx', 'test ba ba'],
      ...Array.from({ length: 12 }, () => (some() % 2 === 0 ? word() : `${word()} ${word().slice(0, 2)}`)),
    ];
    for (const [index, q] of searches.entries()) {
      const wanted = plain(q).split(' ');
      const sort = (['newest', 'oldest', 'name'] as const)[index % 3] ?? 'newest';
      const expected = inOrder[sort].filter(({ firstName, lastName, email }) => {
        const words = plain(`${firstName} ${lastName} ${email}`).split(' ');
        return wanted.every((beginning) => words.some((one) => one.startsWith(beginning)));
      });
      const found: string[] = [];
      for (let cursor: string | undefined, isLast = false; !isLast; ) {
        const { page, nextCursor } = await listClients(bank.database.db, { q, sort, limit: 60, cursor });
        found.push(...page.map(({ account }) => account.id));
        cursor = nextCursor ?? undefined;
        isLast = nextCursor === null;
      }
      expect(found, `${q} ${sort}`).toEqual(expected.map(({ id }) => id));
    }
  });

  test('a name or an address that changes is found from then on, and its place in the list with it', async () => {
    await helene.put('/profile', { firstName: 'Aloïse', lastName: 'Aa' });
    expect(await names('?q=helene')).toEqual([]);
    expect(await names('?q=aloise')).toEqual(['Aloïse Aa']);
    expect((await names('?sort=name'))[0]).toBe('Aloïse Aa');
    await bank.database.db.execute(
      sql`update users set email = 'neuve@ailleurs.test' where id = ${helene.userId}`,
    );
    expect(await names('?q=neuve%20aa')).toEqual(['Aloïse Aa']);
    expect(await names(`?q=${helene.email}`)).toEqual([]);
  });

  test('filters by account type and by activation', async () => {
    await administrator.post(`/admin/clients/${emile.accountId}/activation`, { receivedMinor: 0 });
    expect(await names('?accountType=epargne')).toEqual(['Émile Zola']);
    expect(await names('?activated=yes')).toEqual(['Émile Zola']);
    expect(await names('?activated=no&accountType=credit')).toEqual(['Anna Éluard']);
    expect(await names('?q=zola&activated=no')).toEqual([]);
  });

  test('400, 401, 403', async () => {
    const { nextCursor } = (await administrator.get('/admin/clients?limit=1&sort=name')).body;
    for (const query of [
      'sort=luck',
      'accountType=x',
      'activated=1',
      'limit=0',
      'cursor=@@',
      `sort=newest&cursor=${nextCursor}`,
    ])
      expect((await administrator.get(`/admin/clients?${query}`)).status, query).toBe(400);
    expect((await client.get('/admin/clients')).status).toBe(403);
    expect((await bank.visitor().get('/admin/clients')).status).toBe(401);
  });
});

describe('GET /admin/clients/{id}', () => {
  test('200; 400, 401, 403, 404', async () => {
    const { status, body } = await administrator.get(`/admin/clients/${client.accountId}`);
    expect(status).toBe(200);
    expect(body.client).toMatchObject({
      id: client.accountId,
      displayName: 'Alix Fictif',
      hasOpenLoan: false,
    });
    expect(body.profile).toEqual((await client.get('/profile')).body.profile);
    expect((await administrator.get('/admin/clients/x')).status).toBe(400);
    expect((await administrator.get(`/admin/clients/${newUuid()}`)).status).toBe(404);
    expect((await client.get(`/admin/clients/${client.accountId}`)).status).toBe(403);
    expect((await bank.visitor().get(`/admin/clients/${client.accountId}`)).status).toBe(401);
  });
});

describe('DELETE /admin/clients/{id}', () => {
  const remove = (accountId = client.accountId) => administrator.delete(`/admin/clients/${accountId}`);

  /** A life with everything in it that a client can leave behind. */
  async function live(person: ClientPerson): Promise<void> {
    const loan = {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    };
    await bank.fund(person, 500_00);
    const fee = { amountMinor: 25_00, description: 'Carte' };
    const { body: settled } = await administrator.post(`/admin/clients/${person.accountId}/fees`, fee);
    await administrator.post(`/admin/fees/${settled.fee.id}/settlement`);
    const { body: paid } = await person.post('/loans', loan);
    await administrator.post(`/admin/loans/${paid.loan.id}/decision`, { action: 'approve' });
    const withdrawal = { amountMinor: 100_00, iban: IBAN, bankName: 'Banque du Marais' };
    const { body: sent } = await person.post('/withdrawals', withdrawal);
    await administrator.post(`/admin/withdrawals/${sent.withdrawal.id}/decision`, { action: 'approve' });
    await administrator.post(`/admin/withdrawals/${sent.withdrawal.id}/decision`, { action: 'complete' });
    await person.post('/withdrawals', withdrawal);
    await person.post('/loans', loan);
    await administrator.put(`/admin/clients/${person.accountId}/iban`, {
      iban: nextIban(),
      bankName: 'Guichet',
    });
    await person.put('/profile', { ...NAMES, lastName: 'Introuvable', address: '7 rue Introuvable' });
    await person.post('/newsletter/subscriptions', { email: person.email });
  }

  /** Every text of every table, so that nothing personal can hide in a column the test does not name. */
  async function everything(): Promise<string> {
    const tables = await rowsOf<{ name: string }>(
      bank.database.db,
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const texts = await Promise.all(
      tables.map(({ name }) =>
        rowsOf<{ row: unknown }>(bank.database.db, sql.raw(`select to_jsonb(t) as row from ${name} t`)),
      ),
    );
    return JSON.stringify(texts);
  }

  test('200: everything personal goes, the books stay, what remained is unclaimed', async () => {
    await live(client);
    const other = await bank.client({ firstName: 'Restée', lastName: 'Là' });
    await bank.fund(other, 1_00);
    const before = await rowsOf(
      bank.database.db,
      sql`select * from ledger_entries order by account_id, sequence`,
    );
    expect(await everything()).toContain('Introuvable');

    const { status, body } = await remove();
    // The loan of 1 000 € is set off against what is on the account; the rest is unclaimed.
    expect([status, body]).toEqual([
      200,
      { setOffMinor: 1_000_00, writtenOffMinor: 0, movedToUnclaimedMinor: 400_00, currency: 'EUR' },
    ]);

    const left = await everything();
    for (const trace of ['Introuvable', 'Alix', client.email, IBAN, 'Banque du Marais', 'Un vélo'])
      expect(left.includes(trace), trace).toBe(false);
    const after = await rowsOf(
      bank.database.db,
      sql`select * from ledger_entries order by account_id, sequence`,
    );
    expect(after).toHaveLength(before.length + 4);
    expect(after).toEqual(expect.arrayContaining(before));
    const closure = await rowsOf(
      bank.database.db,
      sql`select t.event, t.cause_id, t.author_id, a.holder_kind as kind, e.amount::int, a.balance::int
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.event = 'account-closure' order by a.holder_kind`,
    );
    const common = { event: 'account-closure', cause_id: client.accountId, author_id: administrator.userId };
    expect(closure).toEqual([
      { ...common, kind: 'client', amount: -400_00, balance: 0 },
      { ...common, kind: 'house', amount: 400_00, balance: 400_00 },
    ]);

    // The other client lost nothing.
    expect((await other.get('/overview')).body).toMatchObject({
      profile: { displayName: 'Restée Là' },
      account: { balanceMinor: 1_00 },
    });
  });

  test('the sessions end, the sign-in is gone and the address can sign up again', async () => {
    await remove();
    expect((await client.get('/session')).body.session).toBeNull();
    expect((await client.get('/overview')).status).toBe(401);
    const again = bank.visitor();
    expect((await again.post('/session', { email: client.email, password: TEST_PASSWORD })).status).toBe(401);
    const anew = await bank.client({ email: client.email });
    expect((await anew.get('/transactions')).body.transactions).toEqual([]);
  });

  test('200: an account without money closes without a posting', async () => {
    const { body } = await remove();
    expect(body.movedToUnclaimedMinor).toBe(0);
    expect(await rowsOf(bank.database.db, sql`select 1 from ledger_transactions`)).toEqual([]);
  });

  test('while others decide, credit and ask: each call ends, and what was taken holds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const someone = await bank.client();
      await live(someone);
      const { body } = await someone.get('/withdrawals');
      const pending = body.withdrawals.find((row: { status: string }) => row.status === 'pending');
      const answers = await Promise.all([
        administrator.post(`/admin/withdrawals/${pending.id}/decision`, { action: 'approve' }),
        administrator.post(`/admin/clients/${someone.accountId}/credits`, {
          amountMinor: 7_00,
          currency: 'EUR',
          description: 'Au même moment',
        }),
        remove(someone.accountId),
        administrator.post(`/admin/clients/${someone.accountId}/activation`, { receivedMinor: 3_00 }),
        someone.post('/withdrawals', { amountMinor: 1_00, iban: IBAN, bankName: 'Banque' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses[2], JSON.stringify(answers.map(({ body: words }) => words))).toBe(200);
      for (const status of statuses) expect([200, 401, 404, 409]).toContain(status);
    }
  });

  describe('of someone who also administers', () => {
    const makeAdministrator = (userId: string) =>
      bank.database.db.execute(sql`insert into user_roles (user_id, role) values (${userId}::uuid, 'admin')`);
    const takeRole = (userId: string) =>
      bank.database.db.execute(sql`delete from user_roles where user_id = ${userId}::uuid`);
    const administrators = async () =>
      (await rowsOf<{ user_id: string }>(bank.database.db, sql`select user_id from user_roles`)).map(
        (row) => row.user_id,
      );

    test('409: oneself; another may', async () => {
      await makeAdministrator(client.userId);
      const { status, body } = await client.delete(`/admin/clients/${client.accountId}`);
      expect([status, body.code]).toEqual([409, 'client.is-oneself']);
      expect((await remove()).status).toBe(200);
      expect(await administrators()).toEqual([administrator.userId]);
      expect((await client.get('/admin/counts')).status).toBe(401);
    });

    test('two who delete each other at once: one stays', async () => {
      const other = await bank.client();
      await makeAdministrator(client.userId);
      await makeAdministrator(other.userId);
      await takeRole(administrator.userId);
      const answers = await Promise.all([
        client.delete(`/admin/clients/${other.accountId}`),
        other.delete(`/admin/clients/${client.accountId}`),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.find(({ status }) => status !== 200);
      // Refused by the lock, or already signed out.
      expect([401, 409]).toContain(refused?.status);
      if (refused?.status === 409) expect(refused.body.code).toBe('client.last-administrator');
      expect(await administrators()).toHaveLength(1);
    });

    test('the database itself keeps the last one, under every role', async () => {
      const { db } = bank.database;
      const id = administrator.userId;
      for (const attempt of [
        sql`delete from user_roles where user_id = ${id}::uuid`,
        sql`update user_roles set role = 'reader' where user_id = ${id}::uuid`,
        sql`delete from users where id = ${id}::uuid`,
      ])
        await expect(db.execute(attempt)).rejects.toMatchObject({
          cause: { message: expect.stringContaining('the last administrator stays') },
        });
      await makeAdministrator(client.userId);
      await takeRole(id);
      expect(await administrators()).toEqual([client.userId]);
    });
  });

  test('404 a second time; 400, 401, 403', async () => {
    expect((await bank.visitor().delete(`/admin/clients/${client.accountId}`)).status).toBe(401);
    expect((await client.delete(`/admin/clients/${client.accountId}`)).status).toBe(403);
    expect((await remove('x')).status).toBe(400);
    expect((await remove(newUuid())).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  test('two administrators at once: the second gets the name of the first, for every pair of acts', async () => {
    await live(client);
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const path = `/admin/clients/${client.accountId}`;
    const late = [
      both.find(({ status }) => status === 404),
      await administrator.post(`${path}/activation`, { receivedMinor: 0 }),
      await administrator.put(`${path}/iban`, { iban: IBAN, bankName: 'Guichet' }),
      await administrator.post(`${path}/credits`, { amountMinor: 1, currency: 'EUR', description: 'x' }),
      await administrator.post(`${path}/fees`, { amountMinor: 1, description: 'x' }),
      await administrator.post(`${path}/notes`, { text: 'x' }),
      await administrator.delete(`${path}/sessions`),
    ];
    for (const answer of late)
      expect([answer?.status, answer?.body.code, answer?.body.detail]).toEqual([
        404,
        'client.removed',
        'Ce client a déjà été supprimé par Dominique Gestion.',
      ]);
  });
});

describe('DELETE /admin/clients/{id}/sessions', () => {
  const end = (who: Person, id = client.accountId) => who.delete(`/admin/clients/${id}/sessions`);

  test('200: every session of the client ends, nobody else’s, and the audit trail says how many', async () => {
    const elsewhere = bank.visitor();
    await elsewhere.post('/session', { email: client.email, password: TEST_PASSWORD });
    const stranger = await bank.client();
    const { status, body } = await end(administrator);
    expect([status, body]).toEqual([200, { ended: 2 }]);
    for (const device of [client, elsewhere]) expect((await device.get('/profile')).status).toBe(401);
    expect((await stranger.get('/profile')).status).toBe(200);
    const lines = await rowsOf<{ operation: string; client_account_id: string }>(
      bank.database.db,
      sql`select operation, client_account_id from audit_entries where operation = 'clients.endSessions'`,
    );
    expect(lines).toEqual([{ operation: 'clients.endSessions', client_account_id: client.accountId }]);
    // Their password still lets them in.
    const again = await bank.visitor().post('/session', { email: client.email, password: TEST_PASSWORD });
    expect(again.status).toBe(200);
  });

  test('200 for a client without sessions; 404 for an unknown account, 400 for an invalid id, 401 and 403', async () => {
    await end(administrator);
    expect((await end(administrator)).body).toEqual({ ended: 0 });
    expect((await end(administrator, newUuid())).body.code).toBe('not-found');
    expect((await end(administrator, 'x')).status).toBe(400);
    expect((await end(bank.visitor())).status).toBe(401);
    expect((await end(await bank.client())).body.code).toBe('auth.admin-required');
  });
});

describe('POST /admin/clients/{id}/notes', () => {
  const note = (id: string, body: object, options?: { key?: string | null }) =>
    administrator.post(`/admin/clients/${id}/notes`, body, options);

  test('200: kept as written, once, told to the audit trail without its words', async () => {
    const client = await bank.client();
    const key = newUuid();
    const first = await note(client.accountId, { text: ' Rappeler lundi. ' }, { key });
    expect(first.status).toBe(200);
    expect(first.body.note).toMatchObject({ text: 'Rappeler lundi.' });
    expect((await note(client.accountId, { text: ' Rappeler lundi. ' }, { key })).body).toEqual(first.body);
    expect((await administrator.get('/admin/audit?area=clients')).body.entries).toMatchObject([
      { operation: 'clients.addNote', before: null, after: { length: 15 } },
    ]);
  });

  test('the database refuses every change of it until its client is deleted', async () => {
    const client = await bank.client();
    await note(client.accountId, { text: 'Appel le 12.' });
    for (const statement of [sql`update client_notes set text = 'x'`, sql`delete from client_notes`])
      await expect(asOwner(bank.database.db, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('is append-only') },
      });
    expect((await administrator.delete(`/admin/clients/${client.accountId}`)).status).toBe(200);
    expect(await rowsOf(bank.database.db, sql`select * from client_notes`)).toEqual([]);
  });

  test('400, 401, 403, 404', async () => {
    const client = await bank.client();
    expect((await note(client.accountId, { text: '  ' })).status).toBe(400);
    expect((await note(client.accountId, { text: 'x'.repeat(2_001) })).status).toBe(400);
    expect((await note(client.accountId, { text: 'x' }, { key: null })).status).toBe(400);
    expect(
      (await bank.visitor().post(`/admin/clients/${client.accountId}/notes`, { text: 'x' })).status,
    ).toBe(401);
    expect((await client.post(`/admin/clients/${client.accountId}/notes`, { text: 'x' })).status).toBe(403);
    expect((await note(newUuid(), { text: 'x' })).status).toBe(404);
  });
});

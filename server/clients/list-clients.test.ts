import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { rowsScanned } from '../testing/rows-scanned.ts';
import { randomFrom } from '../testing/size.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { listClients } from './list-clients.ts';
import { type ClientFilter, clientsBy } from './queries.ts';

const READER = { personId: newUuid(), now: new Date(), readsIban: true };

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let emile: ClientPerson;
let helene: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
    emile = await bank.client({
      firstName: 'Émile',
      lastName: 'Zola',
      email: 'e.zola@medan.test',
      accountType: 'epargne',
    });
    helene = await bank.client({ firstName: 'Hélène', lastName: "O'Brien-Faÿ", country: 'JP' });
    await bank.client({ firstName: 'Anna', lastName: 'Éluard', accountType: 'credit' });
    await bank.client({ firstName: 'Bruno', lastName: 'Eluard' });
  }),
);
afterEach(() => bank.close());

const IBAN = 'FR7630006000011234567890189';

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
        followedBy: null,
        approvals: [],
        dueAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
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
    ["two words of which one is in no client's name", 'emile eluard', []],
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

  /** Clients as the use cases leave them, the first one the oldest; 100 a statement, because a statement may take ten seconds. */
  async function openAccounts(people: readonly Named[], already = 0): Promise<void> {
    await bank.database.db.execute(sql`
      with people as (
        select gen_random_uuid() as u, gen_random_uuid() as a, gen_random_uuid() as l, p ->> 'firstName' as first_name,
          p ->> 'lastName' as last_name, p ->> 'email' as email,
          timestamptz '2020-01-01' + (${already}::int + i) * interval '1 minute' as at
        from jsonb_array_elements(${JSON.stringify(people.slice(0, 100))}::jsonb) with ordinality as listed (p, i)
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
    if (people.length > 100) await openAccounts(people.slice(100), already + 100);
  }

  const crowd = Array.from({ length: 2_100 }, (_, i) => ({
    firstName: 'Nombreux',
    lastName: `N${String(i + 1).padStart(4, '0')}`,
    email: `foule-${i + 1}@example.test`,
  }));

  test('among thousands a search is walked in the order asked for, and a page reads few clients, however frequent the name', {
    tags: ['whole'],
  }, async () => {
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

    accepted(
      await administrator.put(`/admin/assignments/client/${helene.accountId}`, { seenAssigneeId: null }),
    );
    const pageOf = (filter: Partial<ClientFilter>) => ({
      sort: 'newest' as const,
      after: null,
      limit: 25,
      ...filter,
    });
    const read = await rowsScanned(bank.database.db, async (db) => {
      for (const filter of [{}, { sort: 'name' }, { q: 'nom' }, { q: 'n' }, { q: 'nombreux n0007' }] as const)
        await clientsBy(db, pageOf(filter));
      await clientsBy(db, pageOf({ sort: 'assignee' }));
      await clientsBy(db, pageOf({ sort: 'assignee', q: 'nom' }));
    });
    // Each of the page in the list and in four tables more; those walked past in vain are five hundred at most.
    expect(read.slice(0, 4)).toEqual(read.slice(0, 4).map((rows) => Math.min(rows, 26 * 6)));
    expect(read[4]).toBeLessThanOrEqual(500 + 10);
    // Q-7: in the order of those who follow, a search walks five hundred, and who follows is looked up beside each.
    expect(read[5]).toBeLessThanOrEqual(26 * 8);
    expect(read[6]).toBeLessThanOrEqual(500 * 2 + 26 * 8);
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
      // An apostrophe is read as a space and as nothing, on both sides (Q-24).
      const wanted = [plain(q), plain(q.replaceAll("'", ''))].map((text) => text.split(' '));
      const sort = (['newest', 'oldest', 'name'] as const)[index % 3] ?? 'newest';
      const expected = inOrder[sort].filter(({ firstName, lastName, email }) => {
        const text = `${firstName} ${lastName} ${email}`;
        const words = `${plain(text)} ${plain(text.replaceAll("'", ''))}`.split(' ');
        return wanted.some((reading) =>
          reading.every((beginning) => words.some((one) => one.startsWith(beginning))),
        );
      });
      const found: string[] = [];
      for (let cursor: string | undefined, isLast = false; !isLast; ) {
        const { page, nextCursor } = await listClients(
          bank.database.db,
          { q, sort, limit: 60, cursor },
          READER,
        );
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

  test('Q-25 filters by account type and by activation', async () => {
    await administrator.post(`/admin/clients/${emile.accountId}/activation`, { receivedMinor: 0 });
    expect(await names('?accountType=epargne')).toEqual(['Émile Zola']);
    expect(await names('?activated=yes')).toEqual(['Émile Zola']);
    expect(await names('?activated=no&accountType=credit')).toEqual(['Anna Éluard']);
    expect(await names('?q=zola&activated=no')).toEqual([]);
  });

  test('Q-7 a cursor that was tampered with is refused: of another order, of other keys, or with what no text holds', async () => {
    const of = (...keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');
    const id = newUuid();
    for (const cursor of [
      of('newest', 1_796_035_074_520, id),
      of('name', 'a\u0000', id),
      of('name', 'a\ud800', id),
      of('name', null, id),
      of('name', 'a', 'b'),
      of('name', 'a', id, 1),
      'é',
    ]) {
      const { status, body } = await administrator.get(
        `/admin/clients?sort=name&cursor=${encodeURIComponent(cursor)}`,
      );
      expect([cursor, status, body.errors?.[0]?.field]).toEqual([cursor, 400, 'cursor']);
    }
    expect((await administrator.get(`/admin/clients?sort=name&cursor=${of('name', 'a', id)}`)).status).toBe(
      200,
    );
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

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { INTERMEDIARY, LIVE_INSTITUTION } from '../testing/live-institution.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

const PERSON = {
  firstName: 'Zoé',
  lastName: 'Fictive',
  email: 'zoe@example.test',
  phone: '06 39 98 00 99',
  country: 'FR',
  password: TEST_PASSWORD,
};

describe('GET /countries', () => {
  test('lists each country once with its currency and first deposit', async () => {
    const { status, body } = await bank.visitor().get('/countries');
    expect(status).toBe(200);
    const byCode = new Map(body.countries.map((row: { countryCode: string }) => [row.countryCode, row]));
    expect(byCode.size).toBe(body.countries.length);
    expect(byCode.get('FR')).toMatchObject({ currencyCode: 'EUR', depositMinor: 250_00 });
    expect(byCode.get('JP')).toMatchObject({ currencyCode: 'JPY', depositMinor: 40_750 });
    expect(new Set(body.countries.map((row: { currencyCode: string }) => row.currencyCode)).size).toBe(24);
  });
});

describe('POST /sign-up', () => {
  test('200: signs the person in and keeps the details without the password', async () => {
    const visitor = bank.visitor();
    const { status, body } = await visitor.post('/sign-up', PERSON);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({
      firstName: 'Zoé',
      hasAccount: false,
      home: '/client-account-selection',
    });
    const { password: _, ...details } = PERSON;
    expect((await visitor.get('/sign-up')).body).toEqual({ details, complete: false });
    const everything = JSON.stringify(
      await rowsOf(bank.database.db, sql`select row_to_json(d) as row from sign_up_details d`),
    );
    expect(everything).not.toContain(TEST_PASSWORD);
    const [credential] = await rowsOf<{ password: string }>(
      bank.database.db,
      sql`select password from credentials`,
    );
    expect(credential?.password).toMatch(/^\$argon2id\$v=19\$/);
  });

  test.each([
    ['nothing', {}, ['country', 'email', 'firstName', 'lastName', 'password']],
    ['names of spaces', { ...PERSON, firstName: '  ', lastName: '\t' }, ['firstName', 'lastName']],
    ['an address without a domain', { ...PERSON, email: 'zoe@' }, ['email']],
    ['a short password', { ...PERSON, password: 'court' }, ['password']],
    ['an unknown country', { ...PERSON, country: 'ZZ' }, ['country']],
    ['letters as a phone', { ...PERSON, phone: 'appelez-moi' }, ['phone']],
  ])('400: refuses %s', async (_, input, fields) => {
    const { status, body } = await bank.visitor().post('/sign-up', input);
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual(fields);
  });

  test.each(['motdepasse123456', 'azertyuiop1234'])(
    '400: refuses the common password %s beside its field',
    async (password) => {
      const { status, body } = await bank.visitor().post('/sign-up', { ...PERSON, password });
      expect([status, body.code, body.errors[0].field]).toEqual([400, 'auth.weak-password', 'password']);
    },
  );

  test('a password and its session are of one transaction: nothing is left of a sign-up that failed', async () => {
    const alter = (how: string) =>
      asOwner(bank.database.db, (tx) => tx.execute(sql.raw(`alter table sign_up_details ${how}`)));
    await alter("add constraint broken check (country <> 'FR')");
    try {
      expect((await bank.visitor().post('/sign-up', PERSON)).status).toBe(500);
      expect(await rowsOf(bank.database.db, sql`select 1 from users`)).toEqual([]);
    } finally {
      await alter('drop constraint broken');
    }
  });
});

/** Signing up does not reveal whether an address is in use (decision 0009). */
describe('POST /sign-up with an address in use', () => {
  const TAKEN = {
    ...PERSON,
    email: 'ZOE@example.test',
    firstName: 'Autre',
    password: 'un-tout-autre-mot-ici',
  };
  const SHAPES = { userId: '-', expiresAt: '-', endsAt: '-', now: '-' };
  const mails = () =>
    rowsOf<{ recipient: string; template: string }>(
      bank.database.db,
      sql`select recipient, template from outbox order by created_at`,
    );

  test('answers like a new one at every call before the account, whatever its case, and its owner is told', async () => {
    await bank.visitor().post('/sign-up', PERSON);
    const [known, fresh] = [bank.visitor(), bank.visitor()];
    const answers = [
      await known.post('/sign-up', TAKEN),
      await fresh.post('/sign-up', { ...TAKEN, email: 'neuve@example.test' }),
    ];
    const seen = answers.map(({ status, body, headers }) => ({
      status,
      session: { ...body.session, ...SHAPES, email: '-' },
      cookies: headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, '')),
    }));
    expect(seen[0]).toEqual(seen[1]);
    expect(answers[0]?.body.session).toMatchObject({ email: 'zoe@example.test', firstName: 'Autre' });
    expect((await known.get('/session')).body.session.home).toBe('/client-account-selection');
    expect((await known.get('/sign-up')).body.details).toMatchObject({
      email: 'zoe@example.test',
      firstName: 'Autre',
    });
    expect((await known.put('/sign-up', { firstName: 'A', lastName: 'B', country: 'BE' })).status).toBe(200);
    const exported = (await known.get('/profile/export')).body;
    expect(exported.user.email).toBe('zoe@example.test');
    expect(JSON.stringify(exported)).not.toMatch(/sign-up\.invalid|claimed|Zoé/);
    expect(await mails()).toEqual([{ recipient: 'zoe@example.test', template: 'sign-up-known' }]);
  });

  test('opens nothing and changes nothing: 409 at step 2, and the owner signs in as before', async () => {
    await bank.visitor().post('/sign-up', PERSON);
    const known = bank.visitor();
    await known.post('/sign-up', TAKEN);
    const { status, body } = await known.post('/sign-up/account', { accountType: 'courant' });
    expect([status, body.code]).toEqual([409, 'sign-up.look-in-mailbox']);
    expect(await rowsOf(bank.database.db, sql`select 1 from client_accounts`)).toEqual([]);
    const signIn = (password: string) => bank.visitor().post('/session', { email: PERSON.email, password });
    expect((await signIn(TAKEN.password)).status).toBe(401);
    expect((await signIn(PERSON.password)).body.session.firstName).toBe('Zoé');
  });

  test("its mails do not flood the owner's mailbox", async () => {
    await bank.visitor().post('/sign-up', PERSON);
    for (let each = 0; each < 5; each += 1)
      expect((await bank.visitor().post('/sign-up', TAKEN)).status).toBe(200);
    expect(await mails()).toHaveLength(2);
  });

  test('enumerating addresses up to step 2 is blocked', async () => {
    await bank.visitor().post('/sign-up', PERSON);
    const known = bank.visitor();
    await known.post('/sign-up', TAKEN);
    for (let each = 0; each < 50; each += 1) await known.post('/sign-up/account', { accountType: 'courant' });
    const { status } = await bank.visitor().post('/sign-up', { ...PERSON, email: 'autre@example.test' });
    expect(status).toBe(429);
  });

  test('it is forgotten after a day, by a job of the night', async () => {
    await bank.visitor().post('/sign-up', PERSON);
    await bank.visitor().post('/sign-up', TAKEN);
    bank.setNow(new Date(Date.now() + 25 * 3_600_000));
    await bank.visitor().post('/sign-up', { ...PERSON, email: 'neuve@example.test' });
    await bank.runJobs();
    const left = await rowsOf<{ email: string }>(
      bank.database.db,
      sql`select email from users order by email`,
    );
    expect(left.map(({ email }) => email)).toEqual(['neuve@example.test', 'zoe@example.test']);
  });

  test('of two that arrive at once one gets the address, and neither can tell', async () => {
    const answers = await Promise.all([1, 2].map(() => bank.visitor().post('/sign-up', PERSON)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await rowsOf(bank.database.db, sql`select 1 from users where email = 'zoe@example.test'`);
    expect(rows).toHaveLength(1);
  });
});

describe('GET and PUT /sign-up', () => {
  test('someone who stopped signs in later and goes on with their details', async () => {
    await bank.visitor().post('/sign-up', PERSON);
    const later = bank.visitor();
    const { body } = await later.post('/session', { email: PERSON.email, password: PERSON.password });
    expect(body.session.home).toBe('/client-account-selection');
    expect((await later.get('/sign-up')).body.details.lastName).toBe('Fictive');
    const corrected = await later.put('/sign-up', { firstName: 'Zoé', lastName: 'Corrigée', country: 'BE' });
    expect(corrected.body.details).toMatchObject({ lastName: 'Corrigée', country: 'BE', phone: null });
    expect((await later.put('/sign-up', { firstName: '' })).status).toBe(400);
  });

  test('401 without a session; 409 once the account is open', async () => {
    expect((await bank.visitor().get('/sign-up')).status).toBe(401);
    expect((await bank.visitor().put('/sign-up', {})).status).toBe(401);
    const client = await bank.client();
    expect((await client.get('/sign-up')).body).toEqual({ details: null, complete: true });
    const { status, body } = await client.put('/sign-up', { firstName: 'A', lastName: 'B', country: 'FR' });
    expect([status, body.code]).toEqual([409, 'sign-up.already-complete']);
  });
});

describe('POST /sign-up/account', () => {
  test('200: a profile and an account at zero, not activated, in the currency of the country', async () => {
    const visitor = bank.visitor();
    await visitor.post('/sign-up', { ...PERSON, country: 'CH' });
    const { status, body } = await visitor.post('/sign-up/account', { accountType: 'epargne' });
    expect(status).toBe(200);
    const [account] = await rowsOf(
      bank.database.db,
      sql`select a.id, a.account_type, a.currency, a.is_activated, a.activation_deposit_required::int as deposit, l.balance::int, p.display_name
        from client_accounts a join ledger_accounts l on l.id = a.ledger_account_id join profiles p on p.user_id = a.user_id`,
    );
    expect(account).toEqual({
      id: body.accountId,
      account_type: 'epargne',
      currency: 'CHF',
      is_activated: false,
      deposit: 237_50,
      balance: 0,
      display_name: 'Zoé Fictive',
    });
    expect((await visitor.get('/session')).body.session.home).toBe('/client-dashboard');
    expect(await rowsOf(bank.database.db, sql`select 1 from sign_up_details`)).toEqual([]);
  });

  test.each([
    ['finance-company', { ...LIVE_INSTITUTION, status: 'finance-company', depositGuaranteeMinor: undefined }],
    ['iobsp-broker', INTERMEDIARY],
  ])(
    'LC-6, LC-13: a %s lends or transmits in euro, so the account of a loan is in euro whatever the country',
    async (_, institution) => {
      await bank.close();
      bank = await openTestBank({
        institution: institutionSchema.parse({ ...institution, ibanRange: undefined }),
      });
      const visitor = bank.visitor();
      await visitor.post('/sign-up', { ...PERSON, country: 'GB' });
      expect((await visitor.post('/sign-up/account', { accountType: 'credit' })).status).toBe(200);
      const { account } = (await visitor.get('/overview')).body;
      expect(account).toMatchObject({ currency: 'EUR', balanceMinor: 0 });
      const asked = await visitor.post('/loans', {
        amountMinor: 2_500_00,
        purpose: 'Travaux',
        durationMonths: 24,
        monthlyIncomeMinor: 3_000_00,
        lenders: 'partnerLenders' in institution ? ['banque-rive'] : undefined,
      });
      expect([asked.status, asked.body.loan?.currency]).toEqual([200, 'EUR']);
    },
  );

  test('409 without step 1, with the fixed words of docs/rules.md', async () => {
    const half = await bank.halfSignedUp();
    await bank.database.db.execute(sql`delete from sign_up_details`);
    const { status, body } = await half.post('/sign-up/account', { accountType: 'courant' });
    expect([status, body.detail]).toEqual([409, 'Données manquantes, veuillez recommencer']);
  });

  test('one account, however often and however fast it is asked for', async () => {
    const half = await bank.halfSignedUp();
    const key = newUuid();
    const same = await Promise.all(
      Array.from({ length: 5 }, () => half.post('/sign-up/account', { accountType: 'courant' }, { key })),
    );
    expect(new Set(same.map(({ body }) => body.accountId)).size).toBe(1);
    const again = await half.post('/sign-up/account', { accountType: 'courant' });
    expect([again.status, again.body.code]).toEqual([409, 'sign-up.already-complete']);
    expect(await rowsOf(bank.database.db, sql`select 1 from client_accounts`)).toHaveLength(1);
  });

  test('400 and 401', async () => {
    const half = await bank.halfSignedUp();
    expect((await half.post('/sign-up/account', { accountType: 'coffre' })).status).toBe(400);
    expect((await half.post('/sign-up/account', { accountType: 'courant' }, { key: null })).status).toBe(400);
    expect((await bank.visitor().post('/sign-up/account', { accountType: 'courant' })).status).toBe(401);
  });
});

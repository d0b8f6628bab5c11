import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-11-20T16:30:00Z'));
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

async function rateOf(currency: string) {
  const { body } = await administrator.get('/admin/rates');
  return body.rates.find((rate: { currency: string }) => rate.currency === currency);
}

const CSV = (day: string, rates: string) =>
  `Date, ${rates.replace(/=[\d.]+/g, '')}, \n${day}, ${rates.replace(/[A-Z]+=/g, '')}, \n`;

describe('GET /admin/rates', () => {
  test('each currency once, without zeros that say nothing, with its day and source', async () => {
    const { body } = await administrator.get('/admin/rates');
    expect(body.rates).toHaveLength(24);
    expect(await rateOf('USD')).toEqual({
      currency: 'USD',
      eurRate: '1.08',
      asOf: '2024-06-28',
      source: 'Valeurs de départ arrondies',
    });
    expect((await bank.visitor().get('/admin/rates')).status).toBe(401);
    expect((await client.get('/admin/rates')).status).toBe(403);
  });
});

describe('PUT /admin/rates/{currencyCode}', () => {
  test('200: in all countries of the currency, for conversions from now on', async () => {
    const { status, body } = await administrator.put('/admin/rates/USD', {
      rate: '1.2500',
      asOf: '2026-11-20',
    });
    expect(status).toBe(200);
    const rate = {
      currency: 'USD',
      eurRate: '1.25',
      asOf: '2026-11-20',
      source: 'Saisie de l’établissement',
    };
    expect(body.rate).toEqual(rate);
    expect(await rateOf('USD')).toEqual(rate);
    expect(
      await rowsOf(
        bank.database.db,
        sql`select distinct eur_to_local_rate::text as rate, as_of::text from currency_rates where currency_code = 'USD'`,
      ),
    ).toEqual([{ rate: '1.25000000', as_of: '2026-11-20' }]);
    const credit = await administrator.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 125_00,
      currency: 'USD',
      description: 'Virement reçu',
    });
    expect(credit.body.creditedMinor).toBe(100_00);
    expect((await administrator.get('/admin/audit?area=rates')).body.entries).toMatchObject([
      {
        operation: 'rates.change',
        before: { currencyCode: 'USD', eurRate: '1.08', asOf: '2024-06-28' },
        after: { currencyCode: 'USD', eurRate: '1.25', asOf: '2026-11-20' },
      },
    ]);
  });

  test.each([
    ['USD', { rate: '1,25', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '0', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '-1', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '1.123456789', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '0.00000001', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '100001', asOf: '2026-11-20' }, 'rate'],
    ['USD', { rate: '1.25', asOf: '2026-02-30' }, 'asOf'],
    ['USD', { rate: '1.25', asOf: '2026-11-22' }, 'asOf'],
    ['USD', { rate: '1.25', asOf: '0000-01-01' }, 'asOf'],
    ['USD', { rate: '1.25', asOf: '0001-01-01' }, 'asOf'],
    ['EUR', { rate: '1.25', asOf: '2026-11-20' }, 'currencyCode'],
    ['XYZ', { rate: '1.25', asOf: '2026-11-20' }, 'currencyCode'],
  ])('400: %s %j', async (currency, input, field) => {
    const { status, body } = await administrator.put(`/admin/rates/${currency}`, input);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
    expect((await rateOf('USD')).eurRate).toBe('1.08');
  });

  test('401, 403, 409', async () => {
    const input = { rate: '1.25', asOf: '2026-11-20' };
    expect((await bank.visitor().put('/admin/rates/USD', input)).status).toBe(401);
    expect((await client.put('/admin/rates/USD', input)).status).toBe(403);
    await bank.database.db.execute(sql`delete from currency_rates where currency_code = 'THB'`);
    const { status, body } = await administrator.put('/admin/rates/THB', input);
    expect([status, body.code]).toEqual([409, 'rate.unknown']);
  });

  test('administrators at their screens hear of it', async () => {
    const heard: string[] = [];
    const stop = new AbortController();
    const listening = (async () => {
      for await (const topics of bank.bank.live.subscribe(
        { userId: administrator.userId, sessionId: newUuid(), staffTopics: ['rates'] },
        stop.signal,
      )) {
        heard.push(...topics);
        stop.abort();
      }
    })();
    await administrator.put('/admin/rates/USD', { rate: '1.25', asOf: '2026-11-20' });
    await listening;
    expect(heard).toEqual(['rates']);
  });
});

test('409: a rate far from the last one is saved only with a second confirmation of both figures', async () => {
  const input = { rate: '10.8', asOf: '2026-11-20' };
  const { status, body } = await administrator.put('/admin/rates/USD', input);
  expect([status, body.code]).toEqual([409, 'rate.change-too-large']);
  expect(body.errors).toMatchObject([
    { field: 'USD', message: 'validation.rateChange', params: { before: '1.08', after: '10.8' } },
  ]);
  expect((await rateOf('USD')).eurRate).toBe('1.08');
  // What was shown has changed meanwhile.
  const stale = await administrator.put('/admin/rates/USD', { ...input, acceptsChangeFrom: '1.07' });
  expect(stale.body.code).toBe('rate.change-too-large');
  const taken = await administrator.put('/admin/rates/USD', { ...input, acceptsChangeFrom: '1.08' });
  expect(taken.status).toBe(200);
  expect((await rateOf('USD')).eurRate).toBe('10.8');
});

describe('POST /admin/rates/import', () => {
  test('409: rates far from the last ones are named with both figures; nothing of the file is taken until each is accepted', async () => {
    const text = CSV('19 November 2026', 'USD=1.0705, JPY=1.63, GBP=8.5');
    const { status, body } = await administrator.post('/admin/rates/import', { text });
    expect([status, body.code, body.params.currencies]).toEqual([409, 'rate.change-too-large', 'JPY, GBP']);
    expect((await rateOf('USD')).eurRate).toBe('1.08');
    const partly = { text, acceptsChangesFrom: { JPY: '163' } };
    expect((await administrator.post('/admin/rates/import', partly)).body.params.currencies).toBe('GBP');
    const whole = { text, acceptsChangesFrom: { JPY: '163', GBP: '0.85' } };
    expect((await administrator.post('/admin/rates/import', whole)).status).toBe(200);
    expect((await rateOf('JPY')).eurRate).toBe('1.63');
  });

  test('200: says what changed, what did not, what is newer, missing and unknown', async () => {
    await administrator.put('/admin/rates/GBP', { rate: '0.86', asOf: '2026-11-20' });
    const text = CSV('19 November 2026', 'USD=1.0705, JPY=163.0, GBP=0.8500, IDR=17500.25');
    const { status, body } = await administrator.post('/admin/rates/import', { text });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      asOf: '2026-11-19',
      changed: [{ currency: 'USD', before: '1.08', after: '1.0705' }],
      unchanged: ['JPY'],
      newer: ['GBP'],
      unknown: ['IDR'],
    });
    expect(body.missing).toHaveLength(20);
    expect(body.missing).toContain('RUB');
    const source = 'Banque centrale européenne, taux de référence';
    expect(await rateOf('USD')).toMatchObject({ eurRate: '1.0705', asOf: '2026-11-19', source });
    expect(await rateOf('JPY')).toMatchObject({ eurRate: '163', asOf: '2026-11-19', source });
    expect(await rateOf('GBP')).toMatchObject({ eurRate: '0.86', asOf: '2026-11-20' });
    expect((await administrator.get('/admin/audit?area=rates&limit=1')).body.entries).toMatchObject([
      {
        operation: 'rates.import',
        before: { USD: '1.08' },
        after: { USD: '1.0705', asOf: '2026-11-19', unchanged: 1, newer: 'GBP', unknown: 'IDR' },
      },
    ]);
  });

  test.each([
    ['a page of a web site', '<!doctype html><title>404</title>'],
    ['rates of the future', CSV('23 November 2026', 'USD=1.0705')],
    ['one rate that is not one', CSV('19 November 2026', 'USD=1.0705, JPY=0')],
  ])('400: %s changes nothing', async (_, text) => {
    const { status, body } = await administrator.post('/admin/rates/import', { text });
    expect([status, body.code]).toEqual([400, 'rate.file-unreadable']);
    expect((await rateOf('USD')).eurRate).toBe('1.08');
  });

  test('400, 401, 403, 413', async () => {
    expect((await administrator.post('/admin/rates/import', {})).status).toBe(400);
    expect((await administrator.post('/admin/rates/import', { text: 'x'.repeat(50_001) })).status).toBe(400);
    expect((await administrator.post('/admin/rates/import', { text: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await bank.visitor().post('/admin/rates/import', { text: 'x' })).status).toBe(401);
    expect((await client.post('/admin/rates/import', { text: 'x' })).status).toBe(403);
  });
});

test('FOUR-22 with four eyes on, a rate more than 2 % from the last one is proposed, and set once an accountant approves it', async () => {
  const maker = await memberWith(bank, ['accountant']);
  const checker = await memberWith(bank, ['accountant']);
  accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
  const change = (rate: string, more: object = {}) =>
    maker.put('/admin/rates/USD', { rate, asOf: '2026-11-20', ...more });
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  expect((await change('1.10')).status).toBe(200);
  expect(codeOf(await change('1.13'))).toEqual([409, 'approval.required']);
  // Far from the last one, the maker accepts it before others are asked.
  expect(codeOf(await change('2.2'))).toEqual([409, 'rate.change-too-large']);
  expect(codeOf(await change('2.2', { acceptsChangeFrom: '1.1' }))).toEqual([409, 'approval.required']);
  const about = {
    operation: 'rates.change',
    input: { currencyCode: 'USD', rate: '1.13', asOf: '2026-11-20' },
  };
  const { seen, slots } = accepted(await maker.post('/admin/approval-requirements', about));
  expect(slots.map(({ roles }: { roles: string[] }) => roles)).toEqual([['accountant']]);
  const { proposal } = accepted(await maker.post('/admin/proposals', { ...about, seen }));
  expect((await rateOf('USD')).eurRate).toBe('1.1');
  const { inputHash } = proposal;
  accepted(await checker.post(`/admin/proposals/${proposal.id}/approval`, { inputHash }));
  expect((await rateOf('USD')).eurRate).toBe('1.13');
});

test('LC-84, LC-98 a threshold in euro is its value in the currency of a loan, never its figure', async () => {
  const { fromEuroNow } = await import('./euro-value.ts');
  const { db } = bank.database;
  const [rate] = await rowsOf<{ rate: string }>(
    db,
    sql`select eur_to_local_rate::text as rate from currency_rates where currency_code = 'JPY' limit 1`,
  );
  expect(await fromEuroNow(db, 100_00, 'EUR')).toBe(100_00);
  // A hundred euros in yen, which have no cents.
  expect(await fromEuroNow(db, 100_00, 'JPY')).toBe(Math.ceil(100 * Number(rate?.rate)));
});

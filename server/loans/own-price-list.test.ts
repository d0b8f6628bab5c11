import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { OTHER_PRICE_LIST } from '#domain/loans/vectors/other-price-list.ts';
import { mattersToSettle } from '../open-bank.ts';
import { CONTRACT_START, offerOn, requestForContract } from '../testing/contract-path.ts';
import { LIVE_INSTITUTION } from '../testing/live-institution.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { accepted } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** The loans of an institution whose file has a price list. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank({
      institution: institutionSchema.parse({ ...demonstration, priceList: OTHER_PRICE_LIST }),
    });
    bank.setNow(CONTRACT_START);
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const ask = (fields: object) =>
  client.post('/loans', {
    amountMinor: 5_000_00,
    purpose: 'Travaux',
    durationMonths: 36,
    monthlyIncomeMinor: 3_000_00,
    ...fields,
  });

describe('POST /loans', () => {
  test.each([
    [{}, 550],
    [{ product: 'personal' }, 450],
    [{ product: 'auto' }, 520],
    [{ product: 'consolidation' }, 610],
  ])('LC-13 %j is asked for at the rate of the list, %i bps', async (fields, annualRateBps) => {
    expect(accepted(await ask(fields)).loan.annualRateBps).toBe(annualRateBps);
  });

  test.each([
    [{}, 40_000_00],
    [{ product: 'personal' }, 15_000_00],
    [{ product: 'consolidation' }, 30_000_00],
  ])('LC-13 %j is bounded by the list', async (fields, maxMinor) => {
    accepted(await ask({ ...fields, amountMinor: maxMinor }));
    const { status, body } = await ask({ ...fields, amountMinor: maxMinor + 1 });
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'loan.outside-terms', 'amountMinor']);
  });

  test.each([[{ durationMonths: 72 }], [{ durationMonths: 12, product: 'consolidation' }]])(
    'LC-13 400: %j, which the list has no price for',
    async (fields) => {
      const { status, body } = await ask(fields);
      expect([status, body.code]).toEqual([400, 'request.invalid']);
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['durationMonths']);
    },
  );
});

test('LC-13 a request of a duration that the list prices no more is neither approved nor offered, and can be refused', async () => {
  const loanId = await requestForContract(client, { amountMinor: 5_000_00, durationMonths: 60 });
  const decide = (decision: object) => administrator.post(`/admin/loans/${loanId}/decision`, decision);
  const askedFor = (months: number) =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update loan_requests set duration_months = ${months} where id = ${loanId}::uuid`),
    );
  // As the list of an earlier day had it.
  await askedFor(72);
  const offered = await administrator.post(`/admin/loans/${loanId}/offer`, { seenPhase: 'submitted' });
  for (const { status, body } of [await decide({ action: 'approve' }), offered]) {
    expect([status, body.code]).toEqual([400, 'loan.outside-durations']);
    expect(body.detail).toContain('en 12 à 60 mois');
  }
  const { missing } = accepted(await administrator.get(`/admin/loans/${loanId}/offer`));
  expect(missing[0]).toEqual({ code: 'loan.outside-durations', params: { min: 12, max: 60 } });
  await askedFor(60);
  await offerOn(administrator, loanId);
  const other = accepted(await ask({ durationMonths: 12 })).loan.id;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`update loan_requests set duration_months = 6 where id = ${other}::uuid`),
  );
  accepted(
    await administrator.post(`/admin/loans/${other}/decision`, {
      action: 'reject',
      reasonCode: 'amount-not-offered',
    }),
  );
});

test('LC-31 the offer of contract has the rate of the list, which the request froze', async () => {
  const loanId = await requestForContract(client, { amountMinor: 5_000_00, durationMonths: 36 });
  await offerOn(administrator, loanId);
  const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
  expect(offer).toMatchObject({ annualRateBps: 450, durationMonths: 36, amountMinor: 5_000_00 });
});

describe('GET /documents/loan-simulation.pdf', () => {
  const at = (query: string) => bank.visitor().get(`/documents/loan-simulation.pdf?${query}`);

  test('200 at the price of the list', async () => {
    const { status, bytes } = await at('amountMinor=1000000&durationMonths=24&product=auto');
    expect(status).toBe(200);
    expect((await readPdf(bytes)).text).toMatch(/Taux débiteur fixe 5,20\s%/);
  });

  test.each([
    ['amountMinor=199999&durationMonths=24', 'amountMinor', 'validation.amount.min'],
    ['amountMinor=3000001&durationMonths=24', 'amountMinor', 'validation.amount.max'],
    ['amountMinor=1500001&durationMonths=24&product=personal', 'amountMinor', 'validation.amount.max'],
    ['amountMinor=1000000&durationMonths=61', 'durationMonths', 'validation.duration'],
  ])('400: %s', async (query, field, message) => {
    const { status, body } = await at(query);
    expect([status, body.errors[0].field, body.errors[0].message]).toEqual([400, field, message]);
  });
});

test('LC-37 a start says each product of which a rate is above the usury ceilings in force', async () => {
  const [first, ...others] = OTHER_PRICE_LIST.products;
  const started = (listRateBps: number) =>
    mattersToSettle({
      ...bank.bank,
      institution: institutionSchema.parse({
        ...LIVE_INSTITUTION,
        priceList: { ...OTHER_PRICE_LIST, products: [{ ...first, listRateBps }, ...others] },
      }),
    });
  const about = (lines: readonly string[]) => lines.filter((line) => line.startsWith('priceList'));
  expect(about(await started(450))).toEqual([]);
  expect(about(await started(1500))).toEqual([expect.stringContaining('personal')]);
});

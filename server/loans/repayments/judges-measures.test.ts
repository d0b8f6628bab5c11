import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { collectUntil, lendOn, morningOf, openLendingBank, runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** A judge's decision and its rate, through the API on a real database (LC-91, L314-20, C. civ. 1343-5). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  ({ bank, administrator, client } = await openLendingBank());
  await bank.fund(client, 20_000_00);
});
afterEach(() => bank.close());

/** 8,000.00 at 4.90 % over 36 months, six instalments paid. */
async function afterSix(): Promise<string> {
  const terms = {
    principalMinor: 8_000_00,
    annualRateBps: 490,
    durationMonths: 36,
    payoutDay: '2027-01-12',
    dueDay: 15,
  };
  const id = await lendOn(bank, { client, administrator }, terms);
  await collectUntil(bank, id, '2027-07-15');
  await bank.travelTo(morningOf('2027-07-20'));
  return id;
}

const scheduleOf = async (id: string) => (await client.get(`/loans/${id}/schedule`)).body.schedule;

/** Asks what a judge's decision changes, and carries it out. */
async function impose(id: string, terms: Record<string, string | number>) {
  const judged = { decisionOn: '2027-07-18', ...terms };
  const query = new URLSearchParams(Object.entries(judged).map(([name, value]) => [name, String(value)]));
  const asked = await administrator.get(`/admin/loans/${id}/measure-effect?${query}`);
  const seenExtraInterestMinor = asked.body.effect?.extraInterestMinor ?? 0;
  const answer = await administrator.post(`/admin/loans/${id}/measures`, {
    action: 'impose',
    ...judged,
    seenExtraInterestMinor,
  });
  return { effect: asked.body.effect, answer };
}

test("LC-91 L314-20: a judge's decision runs at once, at a rate of 0 too, without the client, and for its time", async () => {
  const id = await afterSix();
  const { answer, effect } = await impose(id, { kind: 'rate-cut', annualRateBps: 0, rateMonths: 12 });
  expect([answer.status, answer.body.measure]).toMatchObject([
    200,
    { state: 'accepted', decisionOn: '2027-07-18', rateMonths: 12 },
  ]);
  const { rows, rates, replaces } = await scheduleOf(id);
  const interest = rows.slice(6).map(({ interestMinor }: { interestMinor: number }) => interestMinor);
  expect(interest.slice(0, 12)).toEqual(Array(12).fill(0));
  // From the thirteenth due date on the contract's rate runs again, on what is left then.
  const [after] = rows.slice(18);
  expect(after.interestMinor).toBe(Math.round(((after.remainingMinor + after.principalMinor) * 0.049) / 12));
  expect(rates).toEqual([
    { annualRateBps: 0, untilDay: '2028-07-15' },
    { annualRateBps: 490, untilDay: null },
  ]);
  expect(effect.rates).toEqual(rates);
  expect(replaces).toEqual({ madeOn: '2027-07-20', before: '2027-01-12' });
  const paper = readPdf((await client.get(`/loans/${id}/schedule.pdf`)).bytes).text;
  expect(paper.replaceAll('\u00a0', ' ')).toContain("0,00 % jusqu'à l'échéance du 15/07/2028, puis 4,90 %");
  // LC-29: the terms come as a paper, which names the decision.
  const { papers } = (await client.get(`/loans/${id}/offer`)).body;
  const { id: paperId } = papers.find(({ kind }: { kind: string }) => kind === 'amendment');
  const terms = readPdf((await client.get(`/loans/${id}/papers/${paperId}`)).bytes).text.replace(/\s+/g, ' ');
  expect(terms).toContain('Nouvelles conditions de votre contrat de crédit');
  expect(terms).toContain('décision du 18 juillet 2027');
  expect(terms).toContain("4,90 %, puis 0,00 % jusqu'au 15 juillet 2028, puis 4,90 %");
});

test("LC-66, LC-91, LC-101: no interest runs at a judge's rate of 0, and the contract's runs after its last due date", async () => {
  const id = await afterSix();
  await impose(id, { kind: 'suspension-total', months: 2, annualRateBps: 0, rateMonths: 2 });
  const receivable = async () => {
    const [row] = await rowsOf<{ held: number }>(
      bank.database.db,
      sql`select coalesce(-sum(balance), 0)::int as held from ledger_accounts where holder_id = ${id} and chart_code = 'interest-receivable'`,
    );
    return row?.held;
  };
  await runJobOn(bank, 'accrue-interest', '2027-08-31');
  expect(await receivable()).toBe(0);
  // A change of the due day leaves the judge's rate where it is.
  expect((await client.put(`/loans/${id}/due-day`, { day: 20 })).status).toBe(200);
  await runJobOn(bank, 'collect-morning', '2027-09-15');
  await runJobOn(bank, 'accrue-interest', '2027-09-30');
  const { rows, rates } = await scheduleOf(id);
  expect(rates).toEqual([{ annualRateBps: 490, untilDay: null }]);
  expect(rows.slice(6, 9).map(({ dueDate }: { dueDate: string }) => dueDate)).toEqual([
    '2027-08-15',
    '2027-09-15',
    '2027-10-20',
  ]);
  // Fifteen days on what no due date repaid: five before the month begins, ten of its thirty.
  expect(await receivable()).toBe(
    Math.round((rows[8].remainingMinor + rows[8].principalMinor) * 0.049 * (5 / 365 + 10 / 30 / 12)),
  );
});

test("LC-91 L314-20: a judge's terms win: any measure at a rate of 0, for up to two years; the house proposes neither", async () => {
  const id = await afterSix();
  const terms = { kind: 'suspension-total', months: 18, annualRateBps: 0 };
  const { rows: before } = await scheduleOf(id);
  const left = before.findLast(({ settledOn }: { settledOn: string | null }) => settledOn)?.remainingMinor;
  const proposed = await administrator.post(`/admin/loans/${id}/measures`, {
    ...terms,
    action: 'propose',
    seenExtraInterestMinor: 0,
  });
  expect([proposed.status, proposed.body.code]).toEqual([400, 'request.invalid']);
  const times: Record<string, number>[] = [{}, { rateMonths: 25 }];
  for (const time of times) {
    const { answer } = await impose(id, { ...terms, ...time });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ field: 'rateMonths' }]]);
  }
  const { answer: imposed } = await impose(id, { ...terms, rateMonths: 18 });
  expect([imposed.status, imposed.body.measure]).toMatchObject([
    200,
    { state: 'accepted', annualRateBps: 0 },
  ]);
  const { rows } = await scheduleOf(id);
  const after = rows.filter(({ settledOn }: { settledOn: string | null }) => !settledOn);
  expect(
    after.slice(0, 19).map(({ instalmentMinor }: { instalmentMinor: number }) => instalmentMinor > 0),
  ).toEqual([...Array(18).fill(false), true]);
  const sum = (pick: string) =>
    after.reduce((total: number, row: Record<string, number>) => total + (row[pick] ?? 0), 0);
  expect([sum('principalMinor'), sum('deferredInterestMinor')]).toEqual([left, 0]);
  // The contract's instalment goes on after the suspension.
  expect(after[18].instalmentMinor).toBe(239_41);
  const higher = await administrator.get(
    `/admin/loans/${id}/measure-effect?kind=extension&months=6&annualRateBps=9000&decisionOn=2027-07-18`,
  );
  expect([higher.status, higher.body.code]).toEqual([409, 'measure.impossible']);
});

test('LC-91 a decision of today is carried out, one to come is not', async () => {
  const id = await afterSix();
  const terms = { kind: 'suspension-total', months: 3 };
  const { answer } = await impose(id, { ...terms, decisionOn: '2027-07-21' });
  expect(answer.body).toMatchObject({
    code: 'request.invalid',
    errors: [{ field: 'decisionOn', message: 'validation.dayInFuture' }],
  });
  expect((await impose(id, { ...terms, decisionOn: '2027-07-20' })).answer.status).toBe(200);
});

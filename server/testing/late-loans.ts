import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { rowsOf } from '../db/database.ts';
import { collectUntil, type LentTerms, lendOn, morningOf, openLendingBank, runJobOn } from './lent-loan.ts';
import type { Answer, ClientPerson, Person, TestBank } from './test-bank.ts';
import { fromThere, unlessUnchanged } from './unchanged-bank.ts';

/** A late borrower and two members of the staff, for the tests of recovery: each test begins with a bank of its own. */
export let bank: TestBank;
export let client: ClientPerson;
export let administrator: Person;
export let colleague: Person;

/** Opens the bank before each test of the file, with what else its tests begin with, and checks its books after it. */
export function withLateLoans(setUp: () => Promise<void> = async () => {}): void {
  beforeEach(
    unlessUnchanged(async () => {
      ({ bank, administrator, client } = await openLendingBank());
      colleague = await bank.administrator();
      await setUp();
    }),
  );
  afterEach(() => bank.close());
}

/** The loan of `late-04` and `life-03`: rows 3 and later are missed. */
const TERMS: LentTerms = {
  principalMinor: 3_000_00,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

/** An act of a person on a loan. */
export const post = async (who: Person, id: string, route: string, fields: object): Promise<Answer> =>
  who.post(`/admin/loans/${id}/${route}`, fields);

/** The recovery that an act answers with; the test fails when it is refused. */
export async function ok(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([200, undefined]);
  return body.recovery;
}

/** Status and code of an answer. */
export const refused = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

/** The recovery of a loan as the staff reads it, and as its client does. */
export const recoveryOf = async (id: string) =>
  (await administrator.get(`/admin/loans/${id}/recovery`)).body.recovery;
export const ownRecovery = async (id: string) => (await client.get(`/loans/${id}/recovery`)).body.recovery;
/** What the client was told of, the last first. */
export const kinds = async () =>
  (await client.get('/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);

/** Empties the client's account, as somebody does who pays something else. */
export async function empty(): Promise<void> {
  const { account } = (await client.get('/overview')).body;
  if (account.balanceMinor === 0) return;
  const { body } = await client.post('/withdrawals', {
    amountMinor: account.balanceMinor,
    iban: 'DE89370400440532013000',
    bankName: 'Une banque',
  });
  for (const action of ['approve', 'complete'])
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
}

/** Misses the instalments that fall due up to a day, and runs the evening's look at late loans each day that matters. */
export async function missUntil(id: string, day: string): Promise<void> {
  const due = await rowsOf<{ due_on: string }>(
    bank.database.db,
    sql`select due_on::text from loan_instalments where loan_id = ${id} and settled_on is null and missed_on is null
      and not is_superseded and due_on <= ${day}::date order by due_on`,
  );
  for (const { due_on } of due) {
    const on = collectionDayOf(due_on);
    await runJobOn(bank, 'collect-morning', on);
    await runJobOn(bank, 'collect-evening', on);
    await runJobOn(bank, 'watch-arrears', on);
  }
}

/** Two instalments paid, the money gone, and everything missed from the third on until a day; measures are offered nine days after it. */
export function lateUntil(day: string): Promise<string> {
  return fromThere(`late until ${day}`, async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await collectUntil(bank, id, '2027-03-15');
    await empty();
    await missUntil(id, '2027-04-15');
    await runJobOn(bank, 'watch-arrears', '2027-04-24');
    await missUntil(id, day);
    return id;
  });
}

/** The same with a formal notice, and the day after its last. */
export function noticed(): Promise<string> {
  return fromThere('noticed', async () => {
    const id = await lateUntil('2027-05-20');
    await bank.travelTo(morningOf('2027-06-10'));
    await ok(post(administrator, id, 'formal-notice', { registeredNumber: '1A 234 567 8901 2' }));
    return id;
  });
}

/** An act of recovery, by one person while nobody is asked. */
export const act = (id: string, route: string, fields: object = {}) =>
  ok(post(administrator, id, route, { reason: 'Impayés répétés', ...fields }));

/** Noticed, missed until 15 July, and accelerated on 20 July: the case `late-04`. */
export function accelerated(): Promise<string> {
  return fromThere('accelerated', async () => {
    const id = await noticed();
    await missUntil(id, '2027-07-15');
    await bank.travelTo(morningOf('2027-07-20'));
    await act(id, 'acceleration');
    return id;
  });
}

/** What the books hold of a loan, by code. */
export const balances = async (id: string) => {
  const rows = await rowsOf<{ code: string; balance: number }>(
    bank.database.db,
    sql`select chart_code as code, balance::int as balance from ledger_accounts
      where holder_kind = 'loan' and holder_id = ${id} and balance <> 0`,
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
};

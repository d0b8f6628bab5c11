import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { casesThroughApi } from '../../testing/contract-path.ts';
import { lendOn, runJobOn } from '../../testing/lent-loan.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The published first periods and schedules, lent and collected on a real database and read through the API. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-11-25T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const scheduleOf = async (id: string) => (await client.get(`/loans/${id}/schedule`)).body.schedule;
const taegBps = (percent: string) => Math.round(Number(percent) * 100);

test.each(casesThroughApi('first-period', 2))('LC-63 to LC-65 %s', async (_, { given, expected }) => {
  const id = await lendOn(bank, { client, administrator }, given);
  const { rows, dayInterest } = await scheduleOf(id);
  const [first] = rows;
  expect(dayInterest).toEqual(
    expected.intercalaryInterestMinor === 0
      ? []
      : [
          {
            number: 1,
            fromDay: given.payoutDay,
            toDay: expected.anchorDay,
            interestMinor: expected.intercalaryInterestMinor,
          },
        ],
  );
  expect({
    first: [first.dueDate, first.instalmentMinor],
    second: rows[1].instalmentMinor,
    last: [rows.at(-1).dueDate, rows.at(-1).instalmentMinor],
    totalMinor: rows.reduce((sum: number, row: { instalmentMinor: number }) => sum + row.instalmentMinor, 0),
  }).toEqual({
    first: [expected.firstDueDate, expected.firstInstalmentMinor],
    second: expected.instalmentMinor,
    last: [expected.lastDueDate, expected.lastInstalmentMinor],
    totalMinor: expected.totalDueMinor,
  });
  const [kept] = await rowsOf<{ taeg: number; anchor: string; extra: number }>(
    bank.database.db,
    sql`select taeg, anchor::text, (anchor - ${given.payoutDay}::date)::int as extra from (
      -- A first period without single days has no anchor of its own.
      select l.payout_taeg_bps as taeg, coalesce(i.anchor_on, ${given.payoutDay}::date) as anchor
      from loans l join loan_instalments i on i.loan_id = l.id and i.number = 1 where l.id = ${id}::uuid) kept`,
  );
  expect(kept).toEqual({
    taeg: taegBps(expected.payoutTaegPercent),
    anchor: expected.anchorDay,
    extra: expected.extraDays,
  });
});

test.each(casesThroughApi('schedule'))('LC-61, LC-70 %s', async (_, { given, expected }) => {
  const id = await lendOn(bank, { client, administrator }, given);
  const { rows } = await scheduleOf(id);
  type Row = { dueDate: string } & Record<
    'instalmentMinor' | 'interestMinor' | 'principalMinor' | 'remainingMinor',
    number
  >;
  expect(
    rows.map((row: Row) => [
      row.dueDate,
      row.instalmentMinor,
      row.interestMinor,
      row.principalMinor,
      row.remainingMinor,
    ]),
  ).toEqual(expected.rows);
  if (expected.totalInterestMinor > 0) await bank.fund(client, expected.totalInterestMinor);
  for (const day of expected.collectionDays) await runJobOn(bank, 'collect-morning', day);
  const settled = await rowsOf<{ settled_on: string }>(
    bank.database.db,
    sql`select settled_on::text from loan_instalments where loan_id = ${id}::uuid order by number`,
  );
  expect(settled.map(({ settled_on }) => settled_on)).toEqual(expected.collectionDays);
  const { loan } = (await client.get(`/loans/${id}`)).body;
  expect(loan.phase).toBe('repaid');
  // What was lent came back with the interest of the schedule: nothing is left of it.
  expect((await client.get('/overview')).body.account.balanceMinor).toBe(0);
});

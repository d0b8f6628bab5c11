import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { bank, client, lateUntil, recoveryOf, withLateLoans } from '../../testing/late-loans.ts';
import { asOwner, SOURCE_OF_TESTS } from '../../testing/test-database.ts';

/** Whether late capital bears interest is dated data, and a contract keeps the value of its day (LC-8, L312-39). */

withLateLoans();

/** What was kept for the notices of a missed instalment. */
const told = () =>
  rowsOf<{ told: number }>(
    bank.database.db,
    sql`select (params->>'bearsLateInterest')::int as told from notifications where kind = 'loan-instalment-missed' and user_id = ${client.userId}::uuid`,
  );

test.each([
  ['no late interest of a contract of a day on which none is borne', '2027-01-01', 0],
  ['late interest of a contract of before', '2027-04-01', 1],
])('LC-8, LC-76: %s', async (_, from, bears) => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('late.interest', ${from}, 'false', ${SOURCE_OF_TESTS}, 'decision')`),
  );
  try {
    const id = await lateUntil('2027-05-20');
    const { arrears } = (await client.get(`/loans/${id}`)).body.loan.position;
    expect([arrears.lateInterestMinor > 0, arrears.perDayMinor > 0]).toEqual([bears === 1, bears === 1]);
    expect((await recoveryOf(id)).claimToday.lateInterestMinor > 0).toBe(bears === 1);
    expect(await told()).toContainEqual({ told: bears });
  } finally {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from legal_parameters where key = 'late.interest' and "from" = ${from}`),
    );
  }
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import {
  administrator,
  bank,
  client,
  empty,
  lateUntil,
  ok,
  post,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';

/** What a borrower who has died is spared (LC-93). */

withLateLoans();

const mails = async () => {
  const rows = await rowsOf<{ template: string }>(
    bank.database.db,
    sql`select template from outbox where user_id = ${client.userId}::uuid order by created_at, id`,
  );
  return rows.map(({ template }) => template);
};

test('LC-93 no mail goes to the person, of another loan and of their account neither, until the freeze ends', async () => {
  const id = await lateUntil('2027-04-20');
  await empty();
  const other = await lendOn(
    bank,
    { client, administrator },
    { principalMinor: 1_000_00, annualRateBps: 390, durationMonths: 12, payoutDay: '2027-05-04', dueDay: 10 },
  );
  await bank.travelTo(morningOf('2027-05-05'));
  const freeze = { kind: 'death', fromDay: '2027-05-01', document: 'Acte de décès' };
  await ok(post(administrator, id, 'freeze', { action: 'freeze', ...freeze }));
  const before = await mails();
  await runJobOn(bank, 'announce-instalments', '2027-06-03');
  const [told] = await rowsOf<{ announced: string | null }>(
    bank.database.db,
    sql`select announced_on::text as announced from loan_instalments where loan_id = ${other}::uuid and number = 1`,
  );
  expect(told).toEqual({ announced: '2027-06-03' });
  await bank.fund(client, 1_00);
  expect(await mails()).toEqual(before);
  await ok(post(administrator, id, 'freeze', { action: 'unfreeze', document: "Erreur d'acte" }));
  await bank.fund(client, 1_00);
  expect((await mails()).length).toBeGreaterThan(before.length);
});

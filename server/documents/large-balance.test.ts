import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';

/** Before amounts had a ceiling, an account could come beyond 2^53 minor units. Its documents are exact all the same. */

let bank: TestBank;
let client: ClientPerson;

const LARGE = 9_000_000_000_000_000;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-10-10T09:00:00Z'));
  client = await bank.client();
  await pastTheGuards(bank.database.db, async (tx) => {
    await tx.execute(
      sql`update client_accounts set created_at = '2026-09-01' where id = ${client.accountId}`,
    );
    for (const [index, createdAt] of ['2026-09-05', '2026-09-06', '2026-10-05'].entries())
      await tx.execute(sql`insert into transactions
        (id, client_account_id, ledger_transaction_id, sequence, amount, balance_after, transaction_type, event, description,
          reference_number, created_by, created_at, value_day)
        values (${newUuid()}, ${client.accountId}, ${newUuid()}, ${index + 1}, ${LARGE}::bigint, ${LARGE}::bigint * ${index + 1},
          'credit', 'account-credit', 'Versement', ${`LARGE-${index}`}, ${newUuid()}, ${createdAt}, ${createdAt})`);
  });
});
afterEach(async () => {
  // These rows have no posting: the check of the books would find them.
  await pastTheGuards(bank.database.db, (tx) =>
    tx.execute(sql`delete from transactions where client_account_id = ${client.accountId}`),
  );
  await bank.close();
});

/** Digits alone: the spaces of French figures are of several kinds. */
const digits = (text: string) => text.replace(/[\s\u00a0\u202f]/g, '');

async function pdfAt(path: string): Promise<string> {
  const { status, bytes, body } = await client.get(path);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return digits(readPdf(bytes).text);
}

test('the statement of a balance beyond 2^53 has exact figures, and begins where the last one ended', async () => {
  const september = await pdfAt('/documents/statements/2026-09.pdf');
  expect(september).toContain('Totaldescrédits180000000000000,00€');
  expect(september).toContain('Soldeau30septembre2026180000000000000,00€');
  const october = await pdfAt('/documents/statements/2026-10.pdf');
  expect(october).toContain('Soldeau1eroctobre2026180000000000000,00€');
  expect(october).toContain('Soldeau10octobre2026270000000000000,00€');
});

test('lists of movements, for people and for spreadsheets, and the personal data have the same exact figures', async () => {
  const list = await pdfAt('/documents/transactions.pdf');
  for (const balance of ['180000000000000,00€', '270000000000000,00€']) expect(list).toContain(balance);
  expect(await pdfAt('/documents/personal-data.pdf')).toContain('Solde270000000000000,00€');
  const { status, body } = await client.get('/documents/transactions.csv');
  expect(status).toBe(200);
  for (const balance of ['90000000000000,00', '180000000000000,00', '270000000000000,00'])
    expect(body).toContain(`;EUR;${balance};`);
});

test.each(['/overview', '/transactions', '/balance-history', '/profile/export', '/notifications'])(
  '%s answers',
  async (path) => {
    expect((await client.get(path)).status).toBe(200);
  },
);

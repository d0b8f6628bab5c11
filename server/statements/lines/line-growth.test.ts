import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { rowsScanned } from '../../testing/rows-scanned.ts';
import { writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { bookOf } from './decide-lines.ts';
import type { BankLine, LineRow } from './line-queries.ts';
import { LINE_COLUMNS, lineOf } from './line-queries.ts';
import { listLines } from './list-lines.ts';

/** Lists of lines and the matching of one cost the same however many lines there are (issue of payments, « Speed and size »; decision 0018). */

const NOW = new Date('2026-12-03T10:00:00Z');
const FREQUENT_PAYER = 'FR7630006000011234567890189';

let bank: TestBank;
let client: ClientPerson;
let other: ClientPerson;
let statementId: string;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(NOW);
    client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
    other = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    statementId = await writeStatement(bank.database.db, [{ amountMinor: 1 }]);
  }),
);
afterEach(() => bank.close());

/**
 * Makes lines with these numbers. Of ten, six waited and went to one client, whom one payer pays; one did and went to another client of that payer,
 * two wait to be allocated, one to be justified.
 */
const makeLines = (first: number, last: number) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into bank_lines (id, statement_id, position, entry_key, detail, account, currency, amount, status, is_reversal,
        booking_day, value_day, bank_ref, is_proprietary_code, counterparty_name, counterparty_iban, remittance, phase, reason, open_amount,
        client_account_id)
      select gen_random_uuid(), ${statementId}::uuid, n + 1, 'key ' || n, 1, 'FR7600000000010000000000179', 'EUR', amount, 'BOOK', false,
        date '2026-01-01' + n % 300, date '2026-01-01' + n % 300, 'R' || n, false, 'RENARD ZOE', ${FREQUENT_PAYER}, 'Loyer ' || n,
        case when n % 10 < 7 then 'allocated' else 'suspense' end, 'nothing-found', case when n % 10 < 7 then 0 else amount end,
        case when n % 10 < 6 then ${client.accountId}::uuid when n % 10 < 7 then ${other.accountId}::uuid end
      from (select n, case when n % 10 = 9 then -(n + 100) else n + 100 end as amount from generate_series(${first}::int, ${last}::int) n) lines`),
  );

/** A line as an import reads it, with everything that names somebody. */
async function readLine(db: Db): Promise<BankLine> {
  const result = await db.execute(
    sql`select ${LINE_COLUMNS} from bank_lines l where l.position = 9 and l.statement_id = ${statementId}::uuid`,
  );
  return lineOf((result as unknown as { rows: LineRow[] }).rows[0] as LineRow);
}

const endToEndId = () => newUuid().replaceAll('-', '');

/** Rows that each reading looks at: pages from the first on and from the middle, matching of one line, details that look for their entry. */
async function scanned(): Promise<number[]> {
  const line = await readLine(bank.database.db);
  const named: BankLine = {
    ...line,
    endToEndId: endToEndId(),
    paymentId: 'PMT-1',
    messageId: 'MSG-1',
    ownIban: 'FR7600000000010000000000276',
    remittance: 'VIR-ABC123 PRT-XYZ789',
    structuredReference: 'RF18GUI0000000001',
  };
  return rowsScanned(bank.database.db, async (db) => {
    for (const queue of ['to-allocate', 'to-justify'] as const) {
      const { nextCursor } = await listLines(db, { queue, limit: 10, now: NOW });
      await listLines(db, { queue, limit: 10, now: NOW, cursor: nextCursor ?? undefined });
    }
    await bookOf(db, [named]);
  });
}

test('PAY-30, PAY-32 a page of what waits, and PAY-26, PAY-28 the matching of a line, look at as many rows of 4 000 lines as of 400', async () => {
  await makeLines(1, 400);
  const ofFew = await scanned();
  await makeLines(401, 4_000);
  const ofMany = await scanned();
  expect(ofMany).toHaveLength(ofFew.length);
  expect(Math.max(...ofFew)).toBeLessThanOrEqual(200);
  for (const [index, rows] of ofMany.entries())
    expect(rows, `statement ${index}`).toBeLessThanOrEqual(Math.max(1, ofFew[index] ?? 0) * 1.1);
});

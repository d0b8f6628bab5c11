import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { adoptAccount, fixture, sendBankFile } from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const send = async (content: Uint8Array) => accepted(await sendBankFile(administrator, content));
/** What became of the statements of a file: state, and why. */
const outcomes = (file: { statements: { state: string; code: string | null }[] }) =>
  file.statements.map(({ state, code }) => code ?? state);
async function states(): Promise<string[]> {
  const rows = await rowsOf<{ name: string; what: string }>(
    bank.database.db,
    sql`select statement_id as name, coalesce(code, state) as what from bank_statements order by statement_id`,
  );
  return rows.map(({ name, what }) => `${name} ${what}`);
}

describe('PAY-25 details that come as camt.054', () => {
  const parents = () =>
    rowsOf<{ amount: string; details: string[] }>(
      bank.database.db,
      sql`select p.amount::text, json_agg(l.amount::text order by l.position) as details from bank_lines l
        join bank_lines p on p.id = l.parent_line_id group by p.id, p.amount`,
    );
  const attached = [{ amount: '120000', details: ['50000', '30000', '40000'] }];

  test('stand in the place of their collective line, once', async () => {
    await adoptAccount(administrator, 10_000);
    await send(fixture('04-batch-without-details.xml'));
    expect(outcomes((await send(fixture('05-camt054-of-the-batch.xml'))).file)).toEqual(['posted']);
    expect(await parents()).toEqual(attached);
    const again = new TextDecoder().decode(fixture('05-camt054-of-the-batch.xml')).replace('N1', 'N2');
    expect(outcomes((await send(new TextEncoder().encode(again))).file)).toEqual(['duplicate']);
    expect(await parents()).toEqual(attached);
  });

  test('wait for their entry when they come first', async () => {
    await adoptAccount(administrator, 10_000);
    expect(outcomes((await send(fixture('05-camt054-of-the-batch.xml'))).file)).toEqual(['received']);
    await send(fixture('04-batch-without-details.xml'));
    expect(await parents()).toEqual(attached);
    expect(await states()).toEqual(['B1 posted', 'N1 posted']);
  });

  test('wait ten days at most', async () => {
    await adoptAccount(administrator, 10_000);
    await send(fixture('05-camt054-of-the-batch.xml'));
    bank.setNow(new Date(Date.now() + 11 * 86_400_000));
    await bank.runJobs();
    expect(await states()).toEqual(['N1 statement.entry-missing']);
  });
});

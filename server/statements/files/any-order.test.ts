import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { camt053, closingOf, type MadeStatement } from '../../testing/bank-files.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { importBankFile } from './import-bank-file.ts';
import { importing } from './importing.ts';
import { keepBankFile, storeBankFile } from './keep-bank-file.ts';

/** PAY-23 and section 21: any prefix of files twice, in any order, ends in the same statements and lines. */

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

/** An account that its statements keep from zero on, in a currency of which the demonstration has no money. */
async function newAccount(): Promise<string> {
  const iban = nextIban();
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into bank_accounts (id, iban, bank_name, currency, source, adopted_balance, adopted_on, created_by, created_at)
      values (${newUuid()}, ${iban}, 'Marais', 'SEK', 'statements', 0, '2026-11-30', ${newUuid()}, now())`),
  );
  return iban;
}

async function importOne(content: Uint8Array): Promise<void> {
  const { files } = bank.bank;
  async function* bytes() {
    yield content;
  }
  const arrived = await storeBankFile(files, bank.database.db, bytes());
  const { bankFileId } = await importing(bank.bank, (work) =>
    keepBankFile(work, files, arrived, { name: 'x.xml', source: 'upload' }),
  );
  await importBankFile(bank.bank, bankFileId);
  await files.giveUp(bank.database.db, arrived.id);
}

/**
 * In each statement, so that every balance is above the one before: days that sum to nothing have the opening of an earlier day, and one that
 * comes first takes its place (PAY-22).
 */
const SALARY = { amountMinor: 1_000, bankRef: undefined };

/** A chain of statements, one a day; amounts repeat, with and without references of the bank. */
const chain = fc.array(
  fc.array(
    fc.record({
      amountMinor: fc.constantFrom(100, 100, 250, -75),
      bankRef: fc.option(fc.constantFrom('A', 'B'), { nil: undefined }),
    }),
    { maxLength: 4 },
  ),
  { minLength: 2, maxLength: 5 },
);

test('PAY-22 PAY-23 files in any order, a part of them twice, end in the same chain, each line once', async () => {
  await fc.assert(
    fc.asyncProperty(chain, fc.infiniteStream(fc.nat(1000)), async (days, dice) => {
      const draw = () => dice.next().value as number;
      const account = await newAccount();
      let openingMinor = 0;
      const statements = days.map((entries, index): MadeStatement => {
        const one = {
          id: `S${index}`,
          day: `2026-12-0${index + 1}`,
          openingMinor,
          entries: [SALARY, ...entries].map(({ amountMinor, bankRef }) =>
            bankRef ? { amountMinor, bankRef } : { amountMinor },
          ),
          account,
          currency: 'SEK',
        };
        openingMinor = closingOf(one);
        return one;
      });
      const files = statements.map((one) => camt053([one], newUuid()));
      const repeated = statements.slice(0, draw() % days.length).map((one) => camt053([one], newUuid()));
      const order = [...files, ...files.slice(0, draw() % days.length), ...repeated]
        .map((content) => ({ content, at: draw() }))
        .sort((one, other) => one.at - other.at);
      for (const { content } of order) await importOne(content);

      const posted = await rowsOf<{ name: string; number: number; lines: number[] }>(
        bank.database.db,
        sql`select s.statement_id as name, s.posted_number as number,
            coalesce(json_agg(l.amount order by l.position) filter (where l.id is not null), '[]') as lines
          from bank_statements s left join bank_lines l on l.statement_id = s.id
          where s.account = ${account} and s.state = 'posted' group by s.id order by s.posted_number`,
      );
      expect(posted).toEqual(
        statements.map(({ id, entries }, index) => ({
          name: id,
          number: index + 1,
          lines: entries.map(({ amountMinor }) => amountMinor),
        })),
      );
      const others = await rowsOf<{ what: string }>(
        bank.database.db,
        sql`select distinct coalesce(code, state) as what from bank_statements where account = ${account} and state <> 'posted'`,
      );
      expect(others.map(({ what }) => what).filter((what) => what !== 'duplicate')).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

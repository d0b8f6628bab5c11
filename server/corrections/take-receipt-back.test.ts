import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { lastMovement } from '../testing/corrections.ts';
import { accepted } from '../testing/populated-bank.ts';
import { writeStatement } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-03T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  }),
);
afterEach(() => bank.close());

const takeBack = (postingId: string, more: object = {}) =>
  administrator.post('/admin/corrections', { postingId, reason: 'Versé au mauvais client', ...more });

describe('PAY-29 PAY-53 a receipt taken back is no measure of identity any more', () => {
  const PAYER = { counterpartyIban: 'DE89370400440532013000', amountMinor: 20_00 } as const;
  /** Lines of a statement, given whole to clients by staff. */
  const given = async (
    of: readonly ClientPerson[],
    {
      counterpartyName,
      counterpartyIban = PAYER.counterpartyIban,
      bookingDay = '2026-12-02',
    }: {
      readonly counterpartyName: string;
      readonly counterpartyIban?: string;
      readonly bookingDay?: string;
    },
  ): Promise<string> => {
    const amountMinor = PAYER.amountMinor * of.length;
    const statementId = await writeStatement(bank.database.db, [
      { counterpartyName, counterpartyIban, bookingDay, amountMinor },
    ]);
    await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
    const [line] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select id from bank_lines where statement_id = ${statementId}`,
    );
    const parts = of.map(({ accountId }) => ({ kind: 'client', accountId, amountMinor: PAYER.amountMinor }));
    accepted(await administrator.post(`/admin/bank-lines/${line?.id}/allocation`, { parts }));
    return (await lastMovement(bank, of[0] ?? client)).postingId;
  };
  const measureOf = async (of: ClientPerson) => {
    const shown = accepted(await administrator.get(`/admin/clients/${of.accountId}`));
    return shown.identityReceipt as { day: string; payer: string; iban: string } | null;
  };
  const nameOf = async (of: ClientPerson): Promise<string> =>
    accepted(await administrator.get(`/admin/clients/${of.accountId}`)).client.displayName;

  test('and there is none while no other receipt bears the client’s own name', async () => {
    const postingId = await given([client], { counterpartyName: await nameOf(client) });
    await given([client], { counterpartyName: 'Employeur SA', bookingDay: '2026-12-01' });
    expect(await measureOf(client)).toMatchObject({ iban: PAYER.counterpartyIban });
    accepted(await takeBack(postingId));
    expect(await measureOf(client)).toBeNull();
  });

  test('and the next that bears it takes its place', async () => {
    const counterpartyName = await nameOf(client);
    const postingId = await given([client], { counterpartyName });
    const other = { counterpartyName: counterpartyName.toUpperCase(), counterpartyIban: 'BE68539007547034' };
    await given([client], { ...other, bookingDay: '2026-12-03' });
    accepted(await takeBack(postingId));
    const next = { day: '2026-12-03', payer: other.counterpartyName, iban: other.counterpartyIban };
    expect(await measureOf(client)).toEqual(next);
  });

  test('nor of who gets it afterwards under another name, while who bears its name has it', async () => {
    const other = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    const postingId = await given([client], { counterpartyName: await nameOf(other) });
    expect(await measureOf(client)).toBeNull();
    accepted(await takeBack(postingId, { rightAccountId: other.accountId }));
    expect([await measureOf(client), await measureOf(other)]).toMatchObject([
      null,
      { iban: PAYER.counterpartyIban },
    ]);
  });

  test('but stays one for who keeps another part of the same line', async () => {
    const other = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    const postingId = await given([other, client], { counterpartyName: await nameOf(client) });
    accepted(await takeBack(postingId));
    expect(await measureOf(client)).toMatchObject({ iban: PAYER.counterpartyIban });
    expect(await measureOf(other)).toBeNull();
  });
});

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { paymentReference } from '#domain/statements/references.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes, type StatementLine, writeStatement } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { bookDetails, bookStatement } from './book-statement.ts';

let bank: TestBank;
let administrator: Person;
let [first, second]: ClientPerson[] = [];

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-03T10:00:00Z'));
    administrator = await bank.administrator();
    first = await bank.client({ firstName: 'Élodie', lastName: 'Lefèvre' });
    second = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
  }),
);
afterEach(() => bank.close());

async function ibanOf(client: ClientPerson): Promise<string> {
  const iban = nextIban();
  accepted(await administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet' }));
  return iban;
}

async function referenceOf(client: ClientPerson): Promise<string> {
  const [row] = await rowsOf<{ number: string }>(
    bank.database.db,
    sql`select payment_number::text as number from client_accounts where id = ${client.accountId}`,
  );
  return paymentReference(Number(row?.number));
}

/** Writes a statement with these lines and books it. */
async function book(lines: readonly StatementLine[]): Promise<string> {
  const statementId = await writeStatement(bank.database.db, lines);
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  return statementId;
}

const linesOf = (statementId: string) =>
  rowsOf(
    bank.database.db,
    sql`select phase, reason, open_amount::int as open from bank_lines where statement_id = ${statementId} order by position`,
  );

describe('PAY-26 the lines of a posted statement', () => {
  test('become receipts, charges or what waits for a person; settlement is the bank (PAY-24, PAY-32)', async () => {
    const lines: StatementLine[] = [
      { amountMinor: 535_12, ownIban: await ibanOf(first as ClientPerson), counterpartyName: 'Employeur SA' },
      { amountMinor: 80_00, remittance: `VIR ${await referenceOf(second as ClientPerson)} MERCI` },
      { amountMinor: 1_200_00, counterpartyName: 'Inconnue' },
      { amountMinor: -2_50, code: 'ACMT/MDOP/CHRG' },
      // A charge that the bank gives back, and one with a code of the bank's own.
      { amountMinor: 1_00, code: 'PMNT/RCDT/CHRG' },
      { amountMinor: -42_00, code: 'B4', isProprietaryCode: true },
      { amountMinor: -3_00, code: 'PMNT/ICDT/ESCT' },
      { amountMinor: 9_99, status: 'PDNG' },
    ];
    const id = await book(lines);
    expect(await linesOf(id)).toEqual([
      { phase: 'matched', reason: 'virtual-iban', open: 0 },
      { phase: 'matched', reason: 'reference', open: 0 },
      { phase: 'suspense', reason: 'nothing-found', open: 1_200_00 },
      { phase: 'matched', reason: 'bank-charges', open: 0 },
      { phase: 'matched', reason: 'bank-charges', open: 0 },
      { phase: 'suspense', reason: 'proprietary-code', open: -42_00 },
      { phase: 'suspense', reason: 'outgoing-unknown', open: -3_00 },
      { phase: 'ignored', reason: null, open: 0 },
    ]);
    expect(await balancesOfCodes(bank.database.db)).toEqual({
      clients: 615_12,
      'incoming-suspense': 1_200_00,
      'bank-charges': -1_50,
      'outgoing-suspense': -45_00,
      settlement: -1_768_62,
    });
  });

  test('for an IBAN of our range that nobody has wait for that reason, also before the first is given (PAY-5)', async () => {
    const ownIban = frenchIban({ bank: '00000', branch: '00001', account: '09999999999' });
    const remittance = await referenceOf(first as ClientPerson);
    expect(await linesOf(await book([{ amountMinor: 1_00, ownIban, remittance }]))).toEqual([
      { phase: 'suspense', reason: 'iban-unknown', open: 1_00 },
    ]);
  });

  test('PAY-29 PAY-9 tell the client payer, amount and text; the money counts no later than the bank had it', async () => {
    await book([
      {
        amountMinor: 535_12,
        ownIban: await ibanOf(first as ClientPerson),
        counterpartyName: 'Employeur SA',
        remittance: 'SALAIRE NOVEMBRE',
        bookingDay: '2026-12-02',
        valueDay: '2026-12-04',
      },
    ]);
    const { transactions } = accepted(await (first as ClientPerson).get('/transactions'));
    expect(transactions).toMatchObject([
      {
        amountMinor: 535_12,
        event: 'receipt-matched',
        description: "Virement reçu d'Employeur SA",
        valueDay: '2026-12-02',
      },
    ]);
    const { notifications } = accepted(await (first as ClientPerson).get('/notifications'));
    expect(notifications[0]).toMatchObject({
      kind: 'account-credited',
      params: { amountMinor: 535_12, description: "Virement reçu d'Employeur SA – SALAIRE NOVEMBRE" },
    });
    const written = await rowsOf(
      bank.database.db,
      sql`select document ->> 'kind' as kind, booking_day::text as booked from ledger_transactions`,
    );
    expect(written).toEqual([{ kind: 'bank-line', booked: '2026-12-03' }]);
  });

  test('PAY-29 the first receipt from an account in the client’s own name is kept as the identity measure of R561-5-2 3° CMF', async () => {
    const own = await ibanOf(first as ClientPerson);
    const shown = async () =>
      accepted(await administrator.get(`/admin/clients/${first?.accountId}`)).identityReceipt;
    const { displayName } = accepted(await administrator.get(`/admin/clients/${first?.accountId}`)).client;
    const [given = '', family = ''] = displayName.split(' ');
    const payer = { amountMinor: 1_00, ownIban: own, counterpartyIban: 'DE89370400440532013000' };
    await book([
      { ...payer, counterpartyName: 'Employeur SA' },
      // Close is not enough, nor an account that the bank does not name.
      { ...payer, counterpartyName: family },
      { ...payer, counterpartyName: displayName, counterpartyIban: null },
    ]);
    expect(await shown()).toBeNull();
    const theirs = `M. ${family.toUpperCase()} ${given}`;
    await book([{ ...payer, counterpartyName: theirs, bookingDay: '2026-12-03' }]);
    const kept = { day: '2026-12-03', payer: theirs, iban: payer.counterpartyIban };
    expect(await shown()).toEqual(kept);
    await book([{ ...payer, counterpartyName: displayName, counterpartyIban: 'BE68539007547034' }]);
    expect(await shown()).toEqual(kept);
  });

  test('PAY-25 details that came as camt.054 leave suspense by allocations, what names nobody stays', async () => {
    const id = await book([{ amountMinor: 1_200_00, anomaly: 'details-missing', batchCount: 3 }]);
    const [collective] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select id from bank_lines where statement_id = ${id}`,
    );
    const details = await writeStatement(
      bank.database.db,
      [
        { amountMinor: 500_00, ownIban: await ibanOf(first as ClientPerson) },
        { amountMinor: 300_00, remittance: await referenceOf(second as ClientPerson) },
        { amountMinor: 400_00 },
      ],
      { kind: 'notification', parentLineId: collective?.id ?? '' },
    );
    const fill = () =>
      bank.work(administrator.userId, (work) => bookDetails(work, collective?.id ?? newUuid()));
    await fill();
    await fill();
    expect(await linesOf(id)).toEqual([{ phase: 'detailed', reason: 'details-missing', open: 0 }]);
    expect(await linesOf(details)).toMatchObject([
      { phase: 'matched', open: 0 },
      { phase: 'matched', open: 0 },
      { phase: 'suspense', reason: 'nothing-found', open: 400_00 },
    ]);
    expect(await balancesOfCodes(bank.database.db)).toEqual({
      clients: 800_00,
      'incoming-suspense': 400_00,
      settlement: -1_200_00,
    });
  });

  test('are worked on in portions, in one transaction, and booked once', async () => {
    const ownIban = await ibanOf(first as ClientPerson);
    const id = await book(
      Array.from({ length: 1_203 }, (_, index) =>
        index % 3 === 0 ? { amountMinor: 1 } : { amountMinor: 2, ownIban },
      ),
    );
    await bank.work(administrator.userId, (work) => bookStatement(work, id));
    expect(await balancesOfCodes(bank.database.db)).toEqual({
      clients: 1_604,
      'incoming-suspense': 401,
      settlement: -2_005,
    });
  });
});

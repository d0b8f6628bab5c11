import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROOF_NAMES } from '#domain/statements/daily-proof.ts';
import { listed, rowsOf } from '../../db/database.ts';
import { adoptAccount, HOUSE_IBAN } from '../../testing/bank-files.ts';
import { newDispute } from '../../testing/corrections.ts';
import { accepted, newBankLine } from '../../testing/populated-bank.ts';
import { refusalOf } from '../../testing/refused-statement.ts';
import { memberWith } from '../../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { proveDayStep } from './prove-day.ts';

/** The proofs of a day, kept for ever and shown to the staff (ACC-36, PAY-33). */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
});
afterEach(() => bank.close());

const prove = (day = '2026-12-03') => proveDayStep('00:45')(bank.bank, { day });
const shown = async (path = '') => accepted(await administrator.get(`/admin/reconciliation${path}`));
/** A wrong row that nothing of the product could write, while `during` runs. */
async function broken(
  statement: ReturnType<typeof sql>,
  mend: ReturnType<typeof sql>,
  during: () => Promise<void>,
) {
  const write = (one: typeof statement) =>
    pastTheGuards(bank.database.db, async (tx) => void (await tx.execute(one)));
  await write(statement);
  try {
    await during();
  } finally {
    await write(mend);
  }
}

describe('ACC-36 the proofs of a day', () => {
  test('are a row for each currency with eight results, kept as they were', async () => {
    await adoptAccount(administrator, 0);
    await newBankLine(bank, 300_00);
    expect((await shown()).proofs).toEqual([]);
    await prove();
    const [euro, ...others] = (await shown()).proofs;
    expect(others).toEqual([]);
    expect(euro).toMatchObject({
      day: '2026-12-03',
      currency: 'EUR',
      isFair: true,
      dueAt: '2026-12-02T23:45:00.000Z',
    });
    const names = euro.results.map(({ name }: { name: string }) => name);
    // Without a loan there is nothing to prove of loans.
    expect(new Set([...names, 'proof.loans'])).toEqual(new Set(PROOF_NAMES));
    expect(euro.results).toContainEqual({
      name: 'proof.bank',
      leftMinor: 300_00,
      rightMinor: 300_00,
      faults: 0,
      isExplained: false,
      isProved: true,
    });
    expect(euro.results).toContainEqual(
      expect.objectContaining({ name: 'proof.items', leftMinor: 300_00, rightMinor: 300_00, isProved: true }),
    );
    for (const change of [sql`update daily_proofs set is_fair = false`, sql`delete from daily_proofs`])
      expect(await refusalOf(bank.database.db, change)).toBeTruthy();
  });

  test('that fail are kept, fail their job and are the last word until a proof finds the books right', async () => {
    await bank.fund(client, 300_00);
    const account = sql`(select ledger_account_id from client_accounts where id = ${client.accountId}::uuid)`;
    await broken(
      sql`update ledger_accounts set balance = balance + 1 where id = ${account}`,
      sql`update ledger_accounts set balance = balance - 1 where id = ${account}`,
      async () => {
        await expect(prove()).rejects.toThrow('proof.balances in EUR: difference 1, 1 at fault');
        const [euro] = (await shown()).proofs;
        expect(euro.isFair).toBe(false);
        expect(
          euro.results
            .filter(({ isProved }: { isProved: boolean }) => !isProved)
            .map(({ name }: { name: string }) => name),
        ).toEqual(['proof.balances', 'proof.clients']);
        // ACC-37: nothing is paid out of books that are not right.
        await adoptAccount(administrator, 300_00);
        const order = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque' };
        const { withdrawal } = accepted(await client.post('/withdrawals', order));
        accepted(
          await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' }),
        );
        const executed = await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, {
          action: 'complete',
        });
        expect(executed.body.code).toBe('reconciliation.open');
      },
    );
    await prove();
    expect((await shown()).proofs[0].isFair).toBe(true);
  });

  /** Lets a balance be wrong while `during` runs. */
  async function withWrongBalance(during: () => Promise<void>) {
    await bank.fund(client, 300_00);
    const account = sql`(select ledger_account_id from client_accounts where id = ${client.accountId}::uuid)`;
    const by = (change: string) =>
      sql`update ledger_accounts set balance = balance ${sql.raw(change)} where id = ${account}`;
    await broken(by('+ 1'), by('- 1'), during);
  }
  /** Who was written to, once for each mail. */
  const written = async () =>
    (
      await rowsOf<{ id: string }>(
        bank.database.db,
        sql`select user_id as id from outbox where template = 'proof-failed' order by created_at, user_id`,
      )
    ).map(({ id }) => id);

  test('ACC-37 that fail are told by mail to those who may explain them, once a day for each', async () => {
    const accountant = await memberWith(bank, ['accountant']);
    const adviser = await memberWith(bank, ['adviser']);
    await withWrongBalance(async () => {
      await expect(prove()).rejects.toThrow();
      const first = await written();
      expect(first).toEqual(expect.arrayContaining([administrator.userId, accountant.userId]));
      expect(first).not.toContain(adviser.userId);
      expect(new Set(first).size).toBe(first.length);
      // Found again the same day: nothing new to say. The next day it is.
      await expect(prove()).rejects.toThrow();
      expect(await written()).toEqual(first);
      await expect(prove('2026-12-04')).rejects.toThrow();
      expect(await written()).toHaveLength(2 * first.length);
    });
    const before = await written();
    await prove('2026-12-05');
    expect(await written()).toEqual(before);
  });

  test('ACC-37 that fail in a house where one person may explain them are told to all who may read them', async () => {
    const adviser = await memberWith(bank, ['adviser']);
    const two = [administrator.userId, adviser.userId];
    await withWrongBalance(async () => {
      await pastTheGuards(bank.database.db, async (tx) => {
        await tx.execute(sql`delete from user_roles where not user_id = any (${listed(two, 'uuid')})`);
      });
      await expect(prove()).rejects.toThrow();
      expect((await written()).sort()).toEqual([...two].sort());
    });
  });

  test('of a day that is over stay those of that day', async () => {
    await prove('2026-12-02');
    await prove('2026-12-03');
    expect((await shown('?day=2026-12-02')).proofs.map(({ day }: { day: string }) => day)).not.toContain(
      '2026-12-03',
    );
    expect((await shown('?day=2026-12-01')).proofs).toEqual([]);
  });
});

describe('PAY-33 what is open is explained line by line', () => {
  test('in suspense by its lines, of receivables by claims and provisional refunds', async () => {
    await bank.fund(client, 10_00);
    const account = { iban: HOUSE_IBAN, bankName: 'Banque', currency: 'EUR' };
    accepted(await administrator.post('/admin/bank-accounts', account));
    const receipt = await newBankLine(bank, 300_00);
    const debit = await newBankLine(bank, -42_00);
    const disputeId = await newDispute(bank, administrator, client);
    accepted(await administrator.post(`/admin/disputes/${disputeId}/decision`, { action: 'refund' }));
    const { currencies } = await shown('?items=open');
    const partsOf = (code: string) => {
      const { unexplainedMinor, parts } = currencies[0].items.find(
        (one: { code: string }) => one.code === code,
      );
      return [unexplainedMinor, parts];
    };
    expect(partsOf('incoming-suspense')).toEqual([
      0,
      [expect.objectContaining({ kind: 'receipt', id: receipt, amountMinor: 300_00, day: '2026-12-02' })],
    ]);
    expect(partsOf('outgoing-suspense')).toEqual([
      0,
      [expect.objectContaining({ kind: 'debit', id: debit, amountMinor: -42_00 })],
    ]);
    expect(partsOf('client-receivables')).toEqual([
      0,
      [expect.objectContaining({ kind: 'refund', name: 'Zoé Renard', amountMinor: -1_00 })],
    ]);
    expect(currencies[0].alarms).toEqual([]);
    await prove();
  });
});

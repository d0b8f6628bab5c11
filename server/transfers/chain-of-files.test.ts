import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import scenario from '../statements/files/fixtures/scenario.json' with { type: 'json' };
import { adoptAccount, fixture, sendBankFile } from '../testing/bank-files.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { type ClientPerson, openTestBank } from '../testing/test-bank.ts';

test('the given chain of files on a small bank: balances and postings after each (scenario.json)', async () => {
  const bank = await openTestBank();
  bank.setNow(new Date('2026-12-01T10:00:00Z'));
  const administrator = await bank.administrator();
  const client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
  await bank.fund(client, 5_000_00);
  const employer = await bank.client({ firstName: 'Élodie', lastName: 'Lefèvre' });
  await bank.fund(employer, 100_00);
  await adoptAccount(administrator, 5_100_00);
  const order = { amountMinor: 250_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  const transferId: string = withdrawal.id;
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${transferId}/decision`, { action }));
  // Our ids and IBANs in the place of those of the files.
  const ibans = [nextIban(), nextIban()];
  for (const [index, { accountId }] of [employer, client].entries())
    accepted(
      await administrator.put(`/admin/clients/${accountId}/iban`, {
        iban: ibans[index],
        bankName: 'Guichet',
      }),
    );
  const ours = (name: string) => {
    const text = new TextDecoder()
      .decode(fixture(name))
      .replaceAll('3f2a9c1e7b6d4f0a8c5e1d2b3a4f5e6d', transferId.replaceAll('-', ''));
    return new TextEncoder().encode(
      scenario.accounts
        .slice(0, 2)
        .reduce((all, { iban }, index) => all.replaceAll(iban, ibans[index] ?? ''), text),
    );
  };
  const postings = async () =>
    Number(
      (await rowsOf<{ count: string }>(bank.database.db, sql`select count(*) from ledger_transactions`))[0]
        ?.count,
    );
  const balances = async () => {
    const codes = await balancesOfCodes(bank.database.db);
    const of = async (person: ClientPerson) => accepted(await person.get('/overview')).account.balanceMinor;
    return {
      settlement: codes.settlement,
      A1: await of(employer),
      A2: await of(client),
      transit: codes['payments-in-transit'] ?? 0,
      suspense: codes['incoming-suspense'] ?? 0,
      bankCharges: codes['bank-charges'] ?? 0,
    };
  };
  for (const { file, postings: expected, balances: after, statement } of scenario.steps) {
    const before = await postings();
    const sent = accepted(await sendBankFile(administrator, ours(file)));
    if (statement) expect(sent.file.statements).toMatchObject([{ state: statement }]);
    expect([file, (await postings()) - before]).toEqual([file, expected]);
    expect([file, await balances()]).toEqual([file, { transit: 0, suspense: 0, bankCharges: 0, ...after }]);
  }
  const { withdrawals } = accepted(await client.get('/withdrawals'));
  expect(withdrawals).toMatchObject([{ id: transferId, phase: 'returned' }]);
  await bank.close();
});

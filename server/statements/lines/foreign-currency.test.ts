import { afterEach, expect, test } from 'vitest';
import { adoptAccount } from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes, writeStatement } from '../../testing/statements.ts';
import { openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { bookStatement } from './book-statement.ts';

/** Statements in another currency than the clients' (PAY-66). */

let bank: TestBank;
afterEach(() => bank.close());

test('PAY-66 a statement of a yen account posts in yen; a client in euro gets it from suspense only, at the dated rate, and is told', async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-02T10:00:00Z'));
  const administrator = await bank.administrator();
  const client = await bank.client();
  const account = 'FR9200000000010000000JPY174';
  await adoptAccount(administrator, 0, { iban: account, currency: 'JPY' });
  const line = { amountMinor: 30_000, currency: 'JPY', counterpartyName: 'Yuki Tanaka' };
  const statementId = await writeStatement(bank.database.db, [line], { account, currency: 'JPY' });
  await bank.work(administrator.userId, (work) => bookStatement(work, statementId));
  const balances = (currency: string) => balancesOfCodes(bank.database.db, currency);
  expect([await balances('JPY'), await balances('EUR')]).toEqual([
    { settlement: -30_000, 'incoming-suspense': 30_000 },
    {},
  ]);
  const [{ id }] = accepted(await administrator.get('/admin/bank-lines')).lines;
  const parts = [{ kind: 'client', accountId: client.accountId, amountMinor: 30_000 }];
  // Nothing proposes it: others are asked, however small.
  const command = { operation: 'bankLines.allocate', input: { id, parts } };
  accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
  expect(accepted(await administrator.post('/admin/approval-requirements', command))).toMatchObject({
    slots: [{ roles: ['accountant', 'payments'] }],
    currency: 'JPY',
  });
  accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
  accepted(await administrator.post(`/admin/bank-lines/${id}/allocation`, { parts }));
  const { rates } = accepted(await administrator.get('/admin/rates'));
  const yen = rates.find(({ currency }: { currency: string }) => currency === 'JPY');
  const { balanceMinor } = accepted(await client.get('/overview')).account;
  // A yen has no cents, a euro has a hundred.
  expect(balanceMinor).toBe(Math.round((30_000 / Number(yen.eurRate)) * 100));
  expect(await balances('JPY')).toEqual({ settlement: -30_000, 'exchange-position': 30_000 });
  expect(await balances('EUR')).toEqual({ clients: balanceMinor, 'exchange-position': -balanceMinor });
  const [movement] = accepted(await client.get('/transactions')).transactions;
  expect(movement).toMatchObject({
    amountMinor: balanceMinor,
    currency: 'EUR',
    original: { amountMinor: 30_000, currency: 'JPY', rate: expect.any(String) },
  });
  const { notifications } = accepted(await client.get('/notifications'));
  expect(JSON.stringify(notifications)).toContain('30000 JPY');
});

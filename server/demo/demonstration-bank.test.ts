import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { DEMONSTRATION_BANK, demonstrationBankStep } from './demonstration-bank.ts';
import { fillDemonstration } from './fill-demonstration.ts';

let bank: TestBank;
let administrator: Person;

// Filled once: each test goes on where the one before ended.
beforeAll(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-11-23T12:00:00Z'));
  await fillDemonstration(bank.bank, () => {});
  administrator = await bank.administrator();
});
// The books are proved when the bank is closed: settlement is what the bank says.
afterAll(() => bank.close());

const list = async (path: string) => accepted(await administrator.get(path));
const morning = (day: string) =>
  demonstrationBankStep(bank.bank, { day, institution: bank.bank.institution });

test("the demonstration's own bank sends marked statements: some receipts find their client, some wait, and debits ask for a reason", async () => {
  const { files } = await list('/admin/bank-files');
  expect(files).toHaveLength(4);
  for (const { name, state } of files)
    expect([name, state]).toEqual([expect.stringMatching(/^releve-fictif-/), 'read']);
  const { lines: waiting } = await list('/admin/bank-lines');
  expect(waiting.length).toBeGreaterThan(1);
  expect(waiting.some(({ proposals }: { proposals: unknown[] }) => proposals.length > 0)).toBe(true);
  expect(waiting.some(({ reason }: { reason: string }) => reason === 'nothing-found')).toBe(true);
  for (const { remittance } of waiting) expect(remittance).toMatch(/^FICTIF/);
  expect((await list('/admin/bank-lines?queue=to-justify')).lines.length).toBeGreaterThan(0);
  const proof = await list('/admin/reconciliation');
  expect(
    proof.accounts.map(({ bankName, source }: Record<string, string>) => `${bankName} ${source}`).sort(),
  ).toEqual([`${DEMONSTRATION_BANK} manual`, `${DEMONSTRATION_BANK} statements`]);
  expect(proof.currencies.find(({ currency }: { currency: string }) => currency === 'CHF')).toMatchObject({
    isKept: true,
    differenceMinor: 0,
  });
});

test('sends one statement a payment day however often it is asked, and none for an account that people keep', async () => {
  const before = await balancesOfCodes(bank.database.db, 'CHF');
  expect(await morning('2026-11-24')).toBe(1);
  expect(await morning('2026-11-24')).toBe(0);
  const after = await balancesOfCodes(bank.database.db, 'CHF');
  expect(after.settlement).not.toBe(before.settlement);
  expect((await list('/admin/bank-files')).files).toHaveLength(5);
});

test('sends those of the account in euro once its statements keep it', async () => {
  const { accounts } = await list('/admin/bank-accounts');
  const { id } = accounts.find(({ currency }: { currency: string }) => currency === 'EUR');
  const settlement = (await balancesOfCodes(bank.database.db)).settlement ?? 0;
  const adoption = { openingMinor: -settlement, day: '2026-11-20' };
  accepted(await administrator.post(`/admin/bank-accounts/${id}/adoption`, adoption, { key: newUuid() }));
  expect(await morning('2026-11-25')).toBe(2);
  const { currencies } = await list('/admin/reconciliation');
  for (const { currency, differenceMinor } of currencies)
    expect([currency, differenceMinor]).toEqual([currency, 0]);
});

test('a live institution has no such bank', async () => {
  const institution = { ...bank.bank.institution, mode: 'live' } as typeof bank.bank.institution;
  expect(await demonstrationBankStep(bank.bank, { day: '2026-11-24', institution })).toBe(0);
});

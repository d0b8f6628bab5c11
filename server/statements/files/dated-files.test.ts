import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { adoptAccount, camt053, HOUSE_IBAN, READ_MESSAGES, sendBankFile } from '../../testing/bank-files.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes } from '../../testing/statements.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner, SOURCE_OF_TESTS } from '../../testing/test-database.ts';
import { importBankFilesStep } from './import-step.ts';

/** What the house's own data says of our banks' files: dated data (PAY-2; section 22, points 5 and 6), and its accounts (PAY-23). */

let bank: TestBank;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  administrator = await bank.administrator();
});
afterEach(() => bank.close());

/** A value from the day of these tests on, as two persons would have added it. */
const setFrom = (key: string, value: unknown) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values (${key}, '2026-12-03', ${JSON.stringify(value)}::jsonb, ${SOURCE_OF_TESTS}, 'decision')`),
  );

test('PAY-17 the versions that are read are data: a file of another is refused, and read when it is sent again afterwards', async () => {
  await adoptAccount(administrator, 0);
  const entries = [{ amountMinor: 5_00 }];
  const xml = new TextDecoder().decode(camt053([{ id: 'S', day: '2026-12-02', openingMinor: 0, entries }]));
  const content = new TextEncoder().encode(xml.replace('camt.053.001.08', 'camt.053.001.10'));
  const send = async () => accepted(await sendBankFile(administrator, content));
  const refused = { state: 'refused', code: 'file.version' };
  const { file } = await send();
  expect(file).toMatchObject(refused);
  expect(await send()).toMatchObject({ file: { ...refused, id: file.id } });
  await setFrom('file.versions', [...READ_MESSAGES, 'camt.053.001.10']);
  // A file is read by what holds on the day on which it came; this one came today.
  const read = await send();
  expect(read).toMatchObject({
    isAgain: false,
    file: { id: file.id, state: 'read', code: null, version: '10' },
  });
  expect(read.file.statements).toMatchObject([{ state: 'posted' }]);
  expect((await send()).isAgain).toBe(true);
});

test.each([
  ['its IBAN', HOUSE_IBAN],
  ['its RIB', HOUSE_IBAN.slice(4)],
])(
  'PAY-23 statements that came with %s before their account was ours are read when their file is sent again',
  async (_, number) => {
    const entries = [{ amountMinor: 5_00 }];
    const first = { id: 'S1', day: '2026-12-02', openingMinor: 100_00, entries };
    const second = { id: 'S2', day: '2026-12-03', openingMinor: 105_00, entries };
    const xml = new TextDecoder().decode(camt053([first, { ...first, account: nextIban() }, second]));
    const content = new TextEncoder().encode(xml.replaceAll(HOUSE_IBAN, number));
    const send = async () => {
      const { isAgain, file } = accepted(await sendBankFile(administrator, content));
      return [isAgain, file.statements.map((one: { code: string; state: string }) => one.code ?? one.state)];
    };
    const unknown = 'statement.unknown-account';
    expect(await send()).toEqual([false, [unknown, unknown, unknown]]);
    expect((await send())[0]).toBe(true);
    const account = { iban: HOUSE_IBAN, bankName: 'Banque du Marais', currency: 'EUR' };
    const { id } = accepted(await administrator.post('/admin/bank-accounts', account)).account;
    expect(await send()).toEqual([false, ['statement.adoption', unknown, 'statement.adoption']]);
    const adoption = { openingMinor: 100_00, day: '2026-11-30' };
    accepted(await administrator.post(`/admin/bank-accounts/${id}/adoption`, adoption));
    await importBankFilesStep(bank.bank);
    expect(await send()).toEqual([true, ['posted', unknown, 'posted']]);
  },
);

test('PAY-24 a code of the bank’s own is charges by itself only where the house lists it, a reversal the other way round', async () => {
  await adoptAccount(administrator, 100_000);
  const charges = (day: string, openingMinor: number, amounts: readonly number[]) => {
    const entries = amounts.map((amountMinor) => ({ amountMinor }));
    const xml = new TextDecoder().decode(camt053([{ id: day, day, openingMinor, entries }]));
    const own = '<BkTxCd><Prtry><Cd>B1</Cd><Issr>CFONB</Issr></Prtry></BkTxCd>';
    return new TextEncoder().encode(xml.replace(/<BkTxCd>.*?<\/BkTxCd>/g, own));
  };
  accepted(await sendBankFile(administrator, charges('2026-12-01', 100_000, [-2_50])));
  await setFrom('bankCharges.codes', ['B1']);
  accepted(await sendBankFile(administrator, charges('2026-12-02', 99_750, [-2_50, 1_00])));
  const lines = await rowsOf(
    bank.database.db,
    sql`select amount::int as amount, phase, reason from bank_lines order by amount, phase desc`,
  );
  expect(lines).toEqual([
    { amount: -2_50, phase: 'suspense', reason: 'proprietary-code' },
    { amount: -2_50, phase: 'matched', reason: 'bank-charges' },
    { amount: 1_00, phase: 'matched', reason: 'bank-charges' },
  ]);
  expect(await balancesOfCodes(bank.database.db)).toMatchObject({
    'bank-charges': -1_50,
    'outgoing-suspense': -2_50,
    settlement: -99_600,
  });
});

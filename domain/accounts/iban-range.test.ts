import { expect, test } from 'vitest';
import { ibanVerdict } from './iban.ts';
import {
  accountInRange,
  frenchIban,
  houseRange,
  ibanInRange,
  isInRange,
  isWithin,
  ribKey,
} from './iban-range.ts';

const RANGE = { bank: '12345', branch: '00001', firstAccount: '00000000500' };

test.each([
  ['20041', '01005', '0500013M026', '06'],
  ['30006', '00001', '12345678901', '89'],
])('PAY-4 the key of %s %s %s is %s', (bank, branch, account, key) => {
  expect(ribKey({ bank, branch, account })).toBe(key);
});

test('PAY-4 a French IBAN of digits only always begins with FR76', () => {
  for (let account = 0; account < 300; account += 1) {
    const iban = frenchIban({ ...RANGE, account: String(account * 7_919).padStart(11, '0') });
    expect([iban.slice(0, 4), ibanVerdict(iban).ok]).toEqual(['FR76', true]);
  }
});

test('PAY-5 the accounts of a range, from the first to the last', () => {
  const lent = { ...RANGE, lastAccount: '00000000600' };
  for (const [number, isOf] of [
    [499, false],
    [500, true],
    [600, true],
    [601, false],
    [100_000_000_000, false],
  ] as const) {
    expect([number, ibanInRange(lent, number) !== null]).toEqual([number, isOf]);
    if (number > 99_999_999_999) continue;
    const iban = frenchIban({ ...RANGE, account: String(number).padStart(11, '0') });
    expect([number, accountInRange(iban, lent)]).toEqual([number, isOf ? number : null]);
  }
  expect(accountInRange(frenchIban({ ...RANGE, account: '99999999999' }), RANGE)).toBe(99_999_999_999);
  const other = frenchIban({ bank: '12346', branch: '00001', account: '00000000500' });
  for (const iban of [other, '', 'DE89370400440532013000', frenchIban({ ...RANGE, account: '0000000050A' })])
    expect([iban, isInRange(iban, RANGE)]).toEqual([iban, false]);
  expect(isInRange(ibanInRange(RANGE, 500) ?? '', null)).toBe(false);
});

test('PAY-5 a range that the bank lends ends where it says', () => {
  const lent = { bank: '12345', branch: '00001', firstAccount: '00000000100', lastAccount: '00000000900' };
  expect(houseRange({})).toBeNull();
  expect(houseRange({ ibanRange: RANGE })).toEqual(RANGE);
  expect(houseRange({ ibanRange: RANGE, virtualIbanRanges: [lent] })).toEqual({
    ...RANGE,
    lastAccount: '00000000900',
  });
  expect([isWithin(RANGE, lent), isWithin(RANGE, { ...lent, lastAccount: '00000000499' })]).toEqual([
    true,
    false,
  ]);
});

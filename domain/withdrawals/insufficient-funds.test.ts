import { expect, test } from 'vitest';
import type { CurrencyCode } from '../money/currencies.ts';
import { insufficientFundsParams } from './insufficient-funds.ts';

test.each<[number, number, CurrencyCode, string, string]>([
  [0, 1_00, 'EUR', '0,00€', '1,00€'],
  [1_250_00, 1_250_01, 'EUR', '1\u202f250,00€', '1\u202f250,01€'],
  [99_999_999_99, 1_000_000_000_00, 'EUR', '99\u202f999\u202f999,99€', '1\u202f000\u202f000\u202f000,00€'],
  [-5, 5, 'EUR', '\u22120,05€', '0,05€'],
  [10_50, 11_00, 'CHF', '10,50CHF', '11,00CHF'],
  [10_50, 11_00, 'USD', '10,50$', '11,00$'],
  [499, 1_000, 'JPY', '499¥', '1\u202f000¥'],
])(
  '%i available, %i asked in %s: « %s » and « %s »',
  (availableMinor, requestedMinor, currency, available, requested) => {
    expect(insufficientFundsParams({ availableMinor, requestedMinor, currency })).toEqual({
      available,
      requested,
    });
  },
);

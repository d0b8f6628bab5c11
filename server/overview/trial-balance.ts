import type { ChartCode } from '#domain/ledger/chart-of-accounts.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { shownMinor } from '#domain/money/money.ts';

interface BalanceRow {
  readonly currency: string;
  readonly code: ChartCode;
  /** Minor units, in full. */
  readonly balance: bigint;
}

/**
 * The trial balance: per currency what clients hold, what the codes of the house and of its loans hold, and their sum, which must be zero.
 * @param numbers the institution's accounting numbers by code.
 */
export function trialBalance(
  rows: readonly BalanceRow[],
  numbers: Readonly<Partial<Record<ChartCode, string>>> = {},
) {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const ofCurrency = rows.filter((row) => row.currency === currency);
    const sumOf = (some: readonly BalanceRow[]) => some.reduce((sum, { balance }) => sum + balance, 0n);
    const clients = sumOf(ofCurrency.filter(({ code }) => code === 'clients'));
    const house = sumOf(ofCurrency.filter(({ code }) => code !== 'clients'));
    return {
      currency: currency as CurrencyCode,
      clientsMinor: shownMinor(clients),
      houseMinor: shownMinor(house),
      differenceMinor: shownMinor(clients + house),
      accounts: ofCurrency
        .map(({ code, balance }) => ({
          code,
          accountingNumber: numbers[code] ?? null,
          balanceMinor: shownMinor(balance),
        }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
    };
  });
}

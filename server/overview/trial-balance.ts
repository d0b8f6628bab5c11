import type { CurrencyCode } from '#domain/money/currencies.ts';
import { shownMinor } from '#domain/money/money.ts';

interface BalanceRow {
  readonly currency: string;
  readonly kind: 'client' | 'house';
  readonly code: string;
  /** Minor units, in full. */
  readonly balance: bigint;
}

/** The code without what names the account in the database: `house:settlement:EUR` is `settlement`. */
function shortCode({ kind, code, currency }: BalanceRow): string {
  return kind === 'house' ? code.replace(/^house:/, '').replace(new RegExp(`:${currency}$`), '') : code;
}

/** The trial balance: per currency what clients hold, what the house's accounts say, and their sum, which must be zero. */
export function trialBalance(rows: readonly BalanceRow[]) {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const ofCurrency = rows.filter((row) => row.currency === currency);
    const sumOf = (kind: BalanceRow['kind']) =>
      ofCurrency.filter((row) => row.kind === kind).reduce((sum, { balance }) => sum + balance, 0n);
    const [clients, house] = [sumOf('client'), sumOf('house')];
    return {
      currency: currency as CurrencyCode,
      clientsMinor: shownMinor(clients),
      houseMinor: shownMinor(house),
      differenceMinor: shownMinor(clients + house),
      accounts: ofCurrency
        .map((row) => ({ code: shortCode(row), balanceMinor: shownMinor(row.balance) }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
    };
  });
}

import type { CurrencyCode } from '#domain/money/currencies.ts';
import { Amount } from '../amount.tsx';

/** Admin lists show euro, with the account's own amount beside it when that is another currency (reading.md, « Currencies »). */
export function EuroAmount({
  eurMinor,
  minor,
  currency,
}: {
  eurMinor: number;
  minor: number;
  currency: CurrencyCode;
}) {
  return (
    <span className="euro-amount">
      <Amount minor={eurMinor} currency="EUR" />
      {currency === 'EUR' ? null : (
        <span className="cell-note">
          <Amount minor={minor} currency={currency} />
        </span>
      )}
    </span>
  );
}

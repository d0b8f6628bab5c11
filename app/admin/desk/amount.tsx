import { useQuery } from '@tanstack/react-query';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';

/** The date of the rate that a currency is converted at: required beside every converted amount. */
export function RateDay({ currency }: { currency: CurrencyCode }) {
  const t = useT();
  const { day } = useFormats();
  const { data } = useQuery({
    ...query.rates.list.queryOptions(),
    enabled: useMay()('rates.list') && currency !== 'EUR',
  });
  const asOf = data?.rates.find((rate) => rate.currency === currency)?.asOf;
  return asOf ? t('admin.rateOf', { date: day(asOf) }) : null;
}

/** The date of the oldest rate used, for a sum over several currencies. */
export function OldestRateDay() {
  const t = useT();
  const { day } = useFormats();
  const { data } = useQuery({ ...query.rates.list.queryOptions(), enabled: useMay()('rates.list') });
  const [oldest] = (data?.rates ?? [])
    .flatMap(({ currency, asOf }) => (currency === 'EUR' ? [] : [asOf]))
    .sort();
  return oldest ? t('admin.ratesSince', { date: day(oldest) }) : null;
}

/**
 * Admin lists show euro, with the account's own amount beside it when that is another currency, and the day of the rate (docs/rules.md, Currencies).
 */
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
        <>
          <span className="cell-note">
            <Amount minor={minor} currency={currency} />
          </span>
          <span className="cell-note">
            <RateDay currency={currency} />
          </span>
        </>
      )}
    </span>
  );
}

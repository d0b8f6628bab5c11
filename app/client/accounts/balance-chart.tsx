import { useQuery } from '@tanstack/react-query';
import { minorPerUnit } from '#domain/money/money.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { inOwnWords } from '../../i18n/own-date-words.ts';
import { useWords } from '../../i18n/t.ts';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { readerTimeZone } from '../frame/reader-time-zone.ts';
import { useHiddenAmounts } from './hidden-amounts.ts';

/** The balance at the end of each of the last 90 days, as a chart and a table. */
export function BalanceChart() {
  const { t, locale } = useWords();
  const format = useFormats();
  const { isHidden } = useHiddenAmounts();
  const history = useQuery(
    query.accounts.balanceHistory.queryOptions({ input: { timeZone: readerTimeZone } }),
  );
  if (history.isError && !history.data) {
    return (
      <ErrorState
        title={t('client-transactions.chart.failed')}
        retryLabel={t('common.retry')}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
      />
    );
  }
  if (!history.data) return <Skeleton shape="block" />;
  const { days, currency } = history.data;
  const amount = (minor: number) => format.amount(minor, currency);
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const balances = days.map(({ balanceMinor }) => balanceMinor);
  const largest = Math.max(...balances.map(Math.abs));
  // Without a movement there is no line to draw.
  if (largest === 0) return null;
  // For small balances the axis step is in cents and may be fractional.
  const isSmall = largest < 10 * minorPerUnit(currency);
  const summary = isHidden
    ? t('client-transactions.chart.summaryMasked')
    : t('client-transactions.chart.summary', {
        first: amount(balances[0] ?? 0),
        last: amount(balances.at(-1) ?? 0),
        low: amount(Math.min(...balances)),
        high: amount(Math.max(...balances)),
      });
  return (
    <LineChart
      title={t('client-transactions.chart.title')}
      summary={summary}
      cursorLabel={t('client-transactions.chart.cursor')}
      showTableLabel={t('client-transactions.chart.table')}
      showChartLabel={t('client-transactions.chart.chart')}
      headers={{ label: t('client-transactions.chart.day'), value: t('client-transactions.chart.balance') }}
      points={days.map(({ day, balanceMinor }) => ({
        key: day,
        label: inOwnWords(short.format(new Date(day)), locale),
        longLabel: format.day(day),
        value: balanceMinor,
        valueText: amount(balanceMinor),
      }))}
      formatTick={(minor) => format.amount(Math.round(minor), currency, isSmall ? {} : { fractionDigits: 0 })}
      masked={isHidden}
    />
  );
}

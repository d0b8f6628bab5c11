import { useInfiniteQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { readAmount, readDecimalString, writeDecimalString } from '#domain/money/typed-number.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { addDays, dayIn } from '#domain/time/days.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { byCursor, query } from '../../api/queries.ts';
import { DayFilter } from '../../form/day-filter.tsx';
import { useFormats } from '../../i18n/format.ts';
import { inOwnWords } from '../../i18n/own-date-words.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinsDrawing } from '../../ui/drawings/coins.tsx';
import { SearchDrawing } from '../../ui/drawings/search.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { LoadMore } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { BalanceChart } from '../accounts/balance-chart.tsx';
import { MonthlyStatement } from '../accounts/monthly-statement.tsx';
import type { Movement, Overview } from '../accounts/overview.ts';
import { useDisputes } from '../corrections/disputes.tsx';
import { DownloadButton } from '../frame/download-button.tsx';
import { readerTimeZone } from '../frame/reader-time-zone.ts';
import { MovementRow } from './movement-list.tsx';

const MovementPage = lazy(() => import('./movement-page.tsx'));

const pageSize = 30;

/** The filters, kept in the address, so that a filtered list survives a reload and can be bookmarked. */
const filterNames = ['q', 'from', 'to', 'type', 'min', 'max'] as const;
type Filters = Record<(typeof filterNames)[number], string>;

function filtersOf(search: string): Filters {
  const params = new URLSearchParams(search);
  return Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Filters;
}

function keepFilter(name: keyof Filters, value: string): void {
  const params = new URLSearchParams(location.search);
  if (value) params.set(name, value);
  else params.delete(name);
  navigate(`${location.pathname}?${params}`, { replace: true });
}

function clearFilters(): void {
  const params = new URLSearchParams(location.search);
  for (const name of filterNames) params.delete(name);
  navigate(`${location.pathname}?${params}`, { replace: true });
}

/** The date of an instant in the reader's time zone, YYYY-MM-DD. */
const localDay = (instant: string) => dayIn(readerTimeZone, new Date(instant));

function byDay(movements: readonly Movement[]): { day: string; movements: Movement[] }[] {
  const days: { day: string; movements: Movement[] }[] = [];
  for (const movement of movements) {
    const day = localDay(movement.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.movements.push(movement);
    else days.push({ day, movements: [movement] });
  }
  return days;
}

/** Pause in typing, in milliseconds, before the list is searched: not every key is a request. */
const TYPING_PAUSE_MS = 300;

/** The search field: searches while typing, at once on Enter. */
function useSearchDraft(value: string) {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null || draft.trim() === value) return;
    const timer = setTimeout(() => keepFilter('q', draft.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, value]);
  const settle = () => {
    if (draft !== null && draft.trim() !== value) keepFilter('q', draft.trim());
  };
  return {
    value: draft ?? value,
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
    onBlur: () => {
      settle();
      setDraft(null);
    },
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Enter') settle();
    },
  };
}

/** An amount filter, applied on blur or Enter. The address holds it with a decimal point in every language. */
function useAmountDraft(name: 'min' | 'max', value: string, currency: CurrencyCode) {
  const { tKey, locale } = useWords();
  const format = useFormats();
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const settle = () => {
    if (draft === null) return;
    const isReadable = draft.trim() === '' || readAmount(draft, currency, locale) !== null;
    setRefused(!isReadable);
    if (!isReadable) return;
    keepFilter(name, readDecimalString(draft, locale) ?? '');
    setDraft(null);
  };
  return {
    value: draft ?? writeDecimalString(value, locale),
    error: isRefused
      ? tKey('validation.amount.such', { example: format.amountExample(currency) })
      : undefined,
    onChange: (event: { target: { value: string } }) => {
      setDraft(event.target.value);
      setRefused(false);
    },
    onBlur: settle,
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Enter') settle();
    },
  };
}

/** An amount of the address in minor units, or null; read with a decimal point, as in English. */
function minorOf(text: string, currency: CurrencyCode): number | null {
  const amountMinor = readAmount(text, currency, 'en');
  return amountMinor !== null && amountMinor >= 0 ? amountMinor : null;
}

function FilterBar({ filters, currency }: { filters: Filters; currency: CurrencyCode }) {
  const { t } = useWords();
  const { symbol } = currencyOf(currency);
  const search = useSearchDraft(filters.q);
  const min = useAmountDraft('min', filters.min, currency);
  const max = useAmountDraft('max', filters.max, currency);
  const isNarrowed = filterNames.some((name) => filters[name] !== '');
  const [isOpen, setOpen] = useState(isNarrowed);
  const datesCross = isCalendarDate(filters.from) && isCalendarDate(filters.to) && filters.to < filters.from;
  return (
    <search className="filters no-print" data-open={isOpen || undefined}>
      <TextField
        {...search}
        label={t('client-transactions.search')}
        placeholder={t('client-transactions.searchHint')}
        name="q"
        type="search"
        enterKeyHint="search"
        className="filters-search"
      />
      <Button
        size="dense"
        className="filters-toggle"
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('client-transactions.filters')}
      </Button>
      <DayFilter
        label={t('client-transactions.from')}
        name="from"
        value={filters.from}
        max={filters.to || undefined}
        onFilter={(day) => keepFilter('from', day)}
      />
      <DayFilter
        label={t('client-transactions.to')}
        name="to"
        value={filters.to}
        min={filters.from || undefined}
        error={datesCross ? t('client-transactions.badDates') : undefined}
        onFilter={(day) => keepFilter('to', day)}
      />
      <Select
        label={t('client-transactions.type')}
        name="type"
        value={filters.type}
        placeholder={t('client-transactions.all')}
        options={[
          { value: 'credit', label: t('client-transactions.credit') },
          { value: 'debit', label: t('client-transactions.debit') },
        ]}
        onChange={(event) => keepFilter('type', event.target.value)}
      />
      <AmountField {...min} label={t('client-transactions.min')} name="min" suffix={symbol} />
      <AmountField {...max} label={t('client-transactions.max')} name="max" suffix={symbol} />
      {isNarrowed ? (
        <Button tone="quiet" size="dense" onClick={clearFilters}>
          {t('client-transactions.clear')}
        </Button>
      ) : null}
    </search>
  );
}

/** The same filters for the exports, without the page size. */
function fileQuery(input: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (name !== 'limit') query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

/** The heading of a day of movements: today, yesterday, or the date. */
function DayTitle({ day }: { day: string }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const today = dayIn(readerTimeZone, new Date(useBankNow()));
  let words = format.day(day);
  if (day === today) words = t('client-transactions.today');
  else if (day === addDays(today, -1)) words = t('client-transactions.yesterday');
  else {
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    words = `${inOwnWords(weekday.format(new Date(day)), locale)} ${words}`;
  }
  return <h2 className="day-title">{words}</h2>;
}

/** Movements under the days on which they happened. */
function Days({
  movements,
  notes,
}: {
  movements: readonly Movement[];
  /** What is said below a movement, by its id. */
  notes: ReadonlyMap<string, string> | undefined;
}) {
  return byDay(movements).map((group) => (
    <section key={group.day}>
      <DayTitle day={group.day} />
      <ul className="movements">
        {group.movements.map((movement) => (
          <MovementRow key={movement.id} movement={movement} withBalance note={notes?.get(movement.id)} />
        ))}
      </ul>
    </section>
  ));
}

/** The pages of the movements that the filters leave. */
function useMovements(filters: ReturnType<typeof filtersOf>, currency: CurrencyCode) {
  const type = (['credit', 'debit'] as const).find((each) => each === filters.type);
  const minMinor = minorOf(filters.min, currency);
  const maxMinor = minorOf(filters.max, currency);
  const input = {
    limit: pageSize,
    timeZone: readerTimeZone,
    ...(filters.q ? { q: filters.q.slice(0, 100) } : {}),
    ...(isCalendarDate(filters.from) ? { from: filters.from } : {}),
    ...(isCalendarDate(filters.to) ? { to: filters.to } : {}),
    ...(type ? { type } : {}),
    ...(minMinor === null ? {} : { minMinor }),
    ...(maxMinor === null ? {} : { maxMinor }),
  };
  const pages = useInfiniteQuery(
    query.accounts.transactions.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...(cursor ? { cursor } : {}) }),
      ...byCursor,
      // While a filter changes, the old list stays, so that the layout does not jump.
      placeholderData: (before) => before,
    }),
  );
  return { input, pages };
}

function NoMovements({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useWords();
  return (
    <>
      {isNarrowed ? (
        <EmptyState
          drawing={<SearchDrawing />}
          title={t('client-transactions.noMatch')}
          headingLevel="h2"
          action={<Button onClick={clearFilters}>{t('client-transactions.clear')}</Button>}
        >
          {t('client-transactions.noMatchText')}
        </EmptyState>
      ) : (
        <EmptyState drawing={<CoinsDrawing />} title={t('client-transactions.empty')} headingLevel="h2">
          {t('client.movements.emptyText')}
        </EmptyState>
      )}
    </>
  );
}

/** The movement in the address, or that of the transfer in it, or all movements. */
export function TransactionsSection({ overview }: { overview: Overview }) {
  const t = useT();
  const params = new URLSearchParams(useSearch());
  const asked = (['movement', 'transfer'] as const).find((each) => params.has(each));
  const id = asked && params.get(asked);
  if (!id) return <MovementsList overview={overview} />;
  return (
    <Suspense fallback={<SkeletonList label={t('common.loading')} rows={8} />}>
      <MovementPage key={id} id={id} of={asked} />
    </Suspense>
  );
}

/** All movements, grouped by day with the balance after each, searched, filtered and paged. */
function MovementsList({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const filters = filtersOf(useSearch());
  const { currency } = overview.account;
  const { input, pages } = useMovements(filters, currency);
  const disputes = useDisputes();
  const movements = pages.data?.pages.flatMap((page) => page.transactions);
  const isNarrowed = filterNames.some((name) => name in input || `${name}Minor` in input);

  return (
    <div className="stack" data-gap="5">
      <BalanceChart />
      <Card
        flush
        title={t('client-transactions.list')}
        actions={
          <>
            <DownloadButton
              path={`/api/documents/transactions.csv${fileQuery(input)}`}
              isTranslated
              label={t('client-transactions.csvOf')}
            >
              {t('client-transactions.csv')}
            </DownloadButton>
            <DownloadButton
              path={`/api/documents/transactions.pdf${fileQuery(input)}`}
              isTranslated
              label={t('client-transactions.pdfOf')}
            >
              {t('client-transactions.pdfList')}
            </DownloadButton>
            <MonthlyStatement since={overview.account.createdAt} />
          </>
        }
      >
        <FilterBar filters={filters} currency={currency} />
        <p className="visually-hidden" role="status">
          {movements ? t('client-transactions.count', { count: movements.length }) : ''}
        </p>
        {movements && movements.length > 0 ? (
          <div aria-busy={pages.isPlaceholderData}>
            <Days movements={movements} notes={disputes} />
            <LoadMore
              label={t('client-transactions.more')}
              loadingText={t('client-transactions.loading')}
              endText={t('client-transactions.end')}
              hasMore={pages.hasNextPage}
              loading={pages.isFetchingNextPage}
              onLoad={() => void pages.fetchNextPage()}
            />
          </div>
        ) : null}
        {movements?.length === 0 ? <NoMovements isNarrowed={isNarrowed} /> : null}
        {pages.isError && !movements ? (
          <ErrorState
            title={t('client-transactions.loadFailed')}
            headingLevel="h2"
            retryLabel={t('common.retry')}
            retrying={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        ) : null}
        {movements || pages.isError ? null : <SkeletonList label={t('common.loading')} rows={8} />}
      </Card>
    </div>
  );
}

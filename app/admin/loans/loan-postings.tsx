import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ReviewedLoan } from './loan-words.ts';

type History = Awaited<ReturnType<typeof api.loans.reviewPostings>>;

/** Each version of the schedule: why it was written, and what its rows repay (LC-62). */
function Versions({ versions, currency }: { versions: History['versions']; currency: CurrencyCode }) {
  const { t } = useWords();
  const { shortDay, rate } = useFormats();
  return (
    <Table
      caption={t('admin-loans.postings.versions')}
      stack={false}
      rows={versions}
      rowKey={({ version }) => version}
      columns={[
        {
          key: 'version',
          header: t('admin-loans.postings.version'),
          rowHeader: true,
          cell: ({ version, reason, day, firstNumber }) => (
            <>
              {version}. {t(`admin-loans.postings.reasons.${reason}`)}
              <p className="cell-note">
                {shortDay(day)}, {t('admin-loans.postings.from', { number: firstNumber })}
              </p>
            </>
          ),
        },
        {
          key: 'opening',
          header: t('admin-loans.postings.opening'),
          cell: ({ openingBalanceMinor }) => <Amount minor={openingBalanceMinor} currency={currency} />,
          numeric: true,
        },
        {
          key: 'rate',
          header: t('admin-loans.postings.rate'),
          cell: ({ annualRateBps }) => rate(annualRateBps),
          numeric: true,
        },
      ]}
    />
  );
}

/** What was posted on the loan's accounts, the latest first (LC-101). */
function Postings({ postings, currency }: { postings: History['postings']; currency: CurrencyCode }) {
  const { t, tKey } = useWords();
  const { shortDay } = useFormats();
  const amount = (minor: number) =>
    minor === 0 ? null : <Amount minor={minor} currency={currency} signed />;
  return (
    <Table
      caption={t('admin-loans.postings.caption')}
      stack={false}
      rows={postings}
      rowKey={({ id }) => id}
      columns={[
        { key: 'day', header: t('admin-loans.postings.day'), cell: ({ day }) => shortDay(day) },
        {
          key: 'event',
          header: t('admin-loans.postings.event'),
          cell: ({ event, version, postedBy }) => (
            <>
              {tKey(`admin-loans.postings.events.${event}`)}
              <p className="cell-note">
                {t('admin-loans.postings.of', { version })}
                {postedBy === null ? null : ` · ${postedBy}`}
              </p>
            </>
          ),
          rowHeader: true,
        },
        {
          key: 'capital',
          header: t('admin-loans.postings.capital'),
          cell: ({ capitalMinor }) => amount(capitalMinor),
          numeric: true,
        },
        {
          key: 'interest',
          header: t('admin-loans.postings.interest'),
          cell: ({ interestMinor }) => amount(interestMinor),
          numeric: true,
        },
        ...(postings.some(({ provisionMinor }) => provisionMinor !== 0)
          ? [
              {
                key: 'provision',
                header: t('admin-loans.postings.provision'),
                cell: ({ provisionMinor }: History['postings'][number]) => amount(provisionMinor),
                numeric: true,
              },
            ]
          : []),
      ]}
    />
  );
}

/** The sub-ledger of a loan and the versions of its schedule, read when they are asked for. */
export function LoanPostings({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery({
    ...query.loans.reviewPostings.queryOptions({ input: { id: loan.id } }),
    enabled: isOpen,
  });
  if (!loan.paidOutAt || !may('loans.reviewPostings')) return null;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.postings.title')}</h3>
      {isOpen ? null : (
        <div>
          <Button size="dense" onClick={() => setOpen(true)}>
            {t('admin-loans.postings.show')}
          </Button>
        </div>
      )}
      {isOpen && asked.isPending ? <SkeletonList label={t('common.loading')} rows={4} /> : null}
      {asked.isError && !asked.data ? (
        <ErrorState
          headingLevel="h4"
          title={t('admin.loadFailed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data ? (
        <div className="stack">
          <Versions versions={asked.data.versions} currency={loan.currency} />
          <Postings postings={asked.data.postings} currency={loan.currency} />
        </div>
      ) : null}
    </section>
  );
}

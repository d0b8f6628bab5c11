import { useQuery } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

type CurrencyBalance = Awaited<ReturnType<typeof api.overview.trialBalance>>['trialBalance'][number];

/** Whether the institution gave any of the accounts a number of its own accounting. */
const numbered = (accounts: CurrencyBalance['accounts']) =>
  accounts.some(({ accountingNumber }) => accountingNumber !== null);

/** The accounts of one currency, with what they do not sum to. */
function CurrencyBooks({ currency, accounts, differenceMinor, keptDifferenceMinor }: CurrencyBalance) {
  const { t, tKey } = useWords();
  return (
    <Table
      showCaption
      stack={false}
      caption={
        <span className="books-caption">
          <Scale aria-hidden="true" />
          {currency}
        </span>
      }
      rows={accounts}
      rowKey={({ code }) => code}
      columns={[
        ...(numbered(accounts)
          ? [
              {
                key: 'number',
                header: t('admin-overview.books.number'),
                cell: ({ accountingNumber }: CurrencyBalance['accounts'][number]) => (
                  <span className="tabular">{accountingNumber}</span>
                ),
              },
            ]
          : []),
        {
          key: 'code',
          header: t('admin-overview.books.account'),
          cell: ({ code }) => tKey(`admin-overview.books.accounts.${code}`),
          rowHeader: true,
        },
        {
          key: 'balance',
          header: t('admin-overview.books.balance'),
          cell: ({ balanceMinor }) => <Amount minor={balanceMinor} currency={currency} />,
          numeric: true,
        },
      ]}
      footer={
        <>
          <tr>
            <th scope="row" colSpan={numbered(accounts) ? 2 : 1}>
              {t('admin-overview.books.difference')}
            </th>
            <td data-numeric className="tabular">
              <Amount minor={differenceMinor} currency={currency} />
            </td>
          </tr>
          {keptDifferenceMinor === 0 ? null : (
            <tr>
              <th scope="row" colSpan={numbered(accounts) ? 2 : 1}>
                {t('admin-overview.books.keptDifference')}
              </th>
              <td data-numeric className="tabular">
                <Amount minor={keptDifferenceMinor} currency={currency} />
              </td>
            </tr>
          )}
        </>
      }
    />
  );
}

/** The recount of every account from its postings, in place of the stored sums. */
export function Recount() {
  const { t } = useWords();
  const { data, isError, isRefetching, refetch } = useQuery({
    ...query.overview.trialBalance.queryOptions(),
    staleTime: 0,
  });
  if (isError && !data)
    return (
      <ErrorState
        title={t('admin.loadFailed')}
        retryLabel={t('common.retry')}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  if (!data) return <SkeletonList label={t('common.loading')} rows={6} />;
  if (data.trialBalance.length === 0) return <p>{t('admin-overview.books.empty')}</p>;
  return (
    <div className="stack" data-gap="6">
      {data.trialBalance.map((balance) => (
        <CurrencyBooks key={balance.currency} {...balance} />
      ))}
    </div>
  );
}

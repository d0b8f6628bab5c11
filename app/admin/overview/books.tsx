import { useQuery } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { useState } from 'react';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { query } from '../../api/queries.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Permitted } from '../frame/permitted.tsx';

interface CurrencyBalance {
  readonly currency: CurrencyCode;
  readonly clientsMinor: number;
  readonly houseMinor: number;
  readonly differenceMinor: number;
  readonly accounts: readonly {
    readonly code: string;
    readonly accountingNumber: string | null;
    readonly balanceMinor: number;
  }[];
}

/** Whether the institution gave any of the accounts a number of its own accounting. */
const numbered = (accounts: CurrencyBalance['accounts']) =>
  accounts.some(({ accountingNumber }) => accountingNumber !== null);

/** Whether the books balance, per currency; a button recounts every account and shows the result. */
export function BooksCard({ trialBalance }: { trialBalance: readonly CurrencyBalance[] }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const wrong = trialBalance.filter(({ differenceMinor }) => differenceMinor !== 0);
  const balances = wrong.length === 0;
  return (
    <Card
      title={t('admin-overview.books.title')}
      actions={
        <Permitted to="overview.trialBalance">
          <Button size="dense" tone="quiet" onClick={() => setIsOpen(true)}>
            {t('admin-overview.books.detail')}
          </Button>
        </Permitted>
      }
    >
      <p className="books-verdict">
        <StatusBadge kind={balances ? 'done' : 'attention'}>
          {balances
            ? t('admin-overview.books.balanced')
            : t('admin-overview.books.unbalanced', {
                currencies: wrong.map(({ currency }) => currency).join(', '),
              })}
        </StatusBadge>
      </p>
      <p className="cell-note">
        {trialBalance.length === 0
          ? t('admin-overview.books.empty')
          : t('admin-overview.books.explanation', { count: trialBalance.length })}
      </p>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        size="wide"
        title={t('admin-overview.books.dialogTitle')}
        description={t('admin-overview.books.dialogText')}
        closeLabel={t('common.close')}
      >
        <Recount />
      </Dialog>
    </Card>
  );
}

/** The recount of every account from its postings, in place of the stored sums. */
function Recount() {
  const { t, tKey } = useWords();
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
      {data.trialBalance.map(({ currency, accounts, differenceMinor, keptDifferenceMinor }) => (
        <Table
          key={currency}
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
      ))}
    </div>
  );
}

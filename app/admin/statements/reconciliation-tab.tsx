import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { reconciliation } from '#contract/reconciliation.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ListFrame } from '../desk/list-frame.tsx';

type Proof = z.infer<typeof reconciliation>;
type Currency = Proof['currencies'][number];

/** « Rapprochement »: what the bank has, what the books say, the difference, and what stands between them (PAY-33). */
export function ReconciliationTab() {
  const { t } = useWords();
  const list = useQuery(query.reconciliation.show.queryOptions({ input: {} }));
  const currencies = list.data?.currencies ?? [];
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-bank-lines.proof.intro')}</p>
      </div>
      <ListFrame
        list={list}
        count={currencies.length}
        rows={4}
        empty={
          <EmptyState headingLevel="h2" title={t('admin-bank-lines.proof.empty')}>
            {t('admin-bank-lines.proof.emptyText')}
          </EmptyState>
        }
      >
        <AccountsTable accounts={list.data?.accounts ?? []} />
        {currencies.map((one) => (
          <CurrencyTable key={one.currency} proof={one} />
        ))}
      </ListFrame>
    </>
  );
}

function AccountsTable({ accounts }: { accounts: Proof['accounts'] }) {
  const { t } = useWords();
  const { day } = useFormats();
  return (
    <DataTable caption={t('admin-bank-lines.proof.accounts')}>
      <thead>
        <tr>
          <th scope="col">{t('admin-bank-lines.proof.account')}</th>
          <th scope="col">{t('admin-bank-lines.proof.source')}</th>
          <th scope="col" data-numeric>
            {t('admin-bank-lines.proof.closing')}
          </th>
          <th scope="col">{t('admin-bank-lines.proof.day')}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <DataRow key={account.id} data-row={account.id}>
            <DataCell rowHeader>
              {account.bankName}
              <span className="cell-note">{account.iban}</span>
            </DataCell>
            <DataCell label={t('admin-bank-lines.proof.source')}>
              {t(`admin-bank-lines.proof.sources.${account.source}`)}
              {account.waitingStatements > 0 ? (
                <span className="cell-note">
                  {t('admin-bank-lines.proof.waiting', { count: account.waitingStatements })}
                </span>
              ) : null}
            </DataCell>
            <DataCell label={t('admin-bank-lines.proof.closing')} numeric>
              {account.closingMinor === null ? (
                '–'
              ) : (
                <Amount minor={account.closingMinor} currency={account.currency} />
              )}
            </DataCell>
            <DataCell label={t('admin-bank-lines.proof.day')}>
              {account.closingDay ? day(account.closingDay) : '–'}
            </DataCell>
          </DataRow>
        ))}
      </tbody>
    </DataTable>
  );
}

function CurrencyTable({ proof }: { proof: Currency }) {
  const { t } = useWords();
  const { currency } = proof;
  const rows = [
    ...(proof.bankMinor === null ? [] : ([['bank', proof.bankMinor]] as const)),
    ['settlement', proof.settlementMinor] as const,
    ['difference', proof.differenceMinor] as const,
  ];
  return (
    <DataTable caption={t('admin-bank-lines.proof.caption', { currency })}>
      <thead>
        <tr>
          <th scope="col">{t('admin-bank-lines.proof.item')}</th>
          <th scope="col" data-numeric>
            {t('admin-bank-lines.columns.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, minor]) => (
          <DataRow key={name}>
            <DataCell rowHeader>
              {t(`admin-bank-lines.proof.rows.${name}`)}
              {name === 'difference' && proof.isKept ? (
                <StatusBadge kind={minor === 0 ? 'done' : proof.isExplained ? 'waiting' : 'refused'}>
                  {t(
                    minor === 0
                      ? 'admin-bank-lines.proof.holds'
                      : proof.isExplained
                        ? 'admin-bank-lines.proof.explained'
                        : 'admin-bank-lines.proof.open',
                  )}
                </StatusBadge>
              ) : null}
            </DataCell>
            <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
              <Amount minor={minor} currency={currency} />
            </DataCell>
          </DataRow>
        ))}
        {proof.items.map(({ code, balanceMinor }) => (
          <DataRow key={code}>
            <DataCell rowHeader>{t(`admin-overview.books.accounts.${code}`)}</DataCell>
            <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
              <Amount minor={balanceMinor} currency={currency} />
            </DataCell>
          </DataRow>
        ))}
      </tbody>
    </DataTable>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { reconciliation } from '#contract/reconciliation.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { DayFilter } from '../../form/day-filter.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { AddAccountDialog, AdoptDialog, ExplainDialog } from './bank-account-dialogs.tsx';
import { DailyProof } from './daily-proof-table.tsx';

type Proof = z.infer<typeof reconciliation>;
type Currency = Proof['currencies'][number];

/** « Rapprochement »: what the bank has, what the books say, the difference, and what stands between them (PAY-33). */
export function ReconciliationTab() {
  const { t } = useWords();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [explaining, setExplaining] = useState<Currency | null>(null);
  const { get, set } = useDeskState();
  const day = isCalendarDate(get('day') ?? '') ? get('day') : undefined;
  const list = useQuery(
    query.reconciliation.show.queryOptions({ input: { day: day ?? undefined, items: 'open' } }),
  );
  const currencies = list.data?.currencies ?? [];
  // What is said of the past changes nothing of it.
  const isToday = list.data?.day === list.data?.today;
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-bank-lines.proof.intro')}</p>
        {may('bankAccounts.create') ? (
          <Button onClick={() => setAdding(true)}>{t('admin-bank-lines.proof.add')}</Button>
        ) : null}
      </div>
      <search className="filter-bar">
        <DayFilter
          label={t('admin-bank-lines.proof.onDay')}
          width="sm"
          value={day ?? list.data?.day ?? ''}
          max={list.data?.today}
          onFilter={(chosen) => set({ day: chosen }, { replace: true })}
        />
      </search>
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
        <AccountsTable proof={list.data ?? null} />
        {currencies.map((one) => (
          <CurrencyTable
            key={one.currency}
            proof={one}
            onExplain={isToday ? () => setExplaining(one) : null}
          />
        ))}
        <div className="daily-proofs">
          {(list.data?.proofs ?? []).map((proof) => (
            <DailyProof key={proof.id} proof={proof} />
          ))}
        </div>
      </ListFrame>
      {isAdding ? <AddAccountDialog onClose={() => setAdding(false)} /> : null}
      {explaining ? (
        <ExplainDialog
          currency={explaining.currency}
          differenceMinor={explaining.differenceMinor}
          onClose={() => setExplaining(null)}
        />
      ) : null}
    </>
  );
}

/** The way to let its statements keep an account from now on. */
function AccountActions({ account, proof }: { account: Proof['accounts'][number]; proof: Proof }) {
  const { t } = useWords();
  const may = useMay();
  const [isAdopting, setAdopting] = useState(false);
  const known = useQuery({ ...query.bankAccounts.list.queryOptions(), enabled: may('bankAccounts.list') });
  const since = known.data?.accounts.find(({ id }) => id === account.id)?.approvalSince ?? null;
  if (account.source === 'statements' || proof.day !== proof.today) return null;
  const { currency, bankName, id } = account;
  const booksMinor = -(proof.currencies.find((one) => one.currency === currency)?.settlementMinor ?? 0);
  return (
    <RowActions>
      <AwaitedApproval since={since} />
      {since === null && may('bankAccounts.adopt') ? (
        <Button size="dense" onClick={() => setAdopting(true)}>
          {t('admin-bank-lines.proof.adopt')}
        </Button>
      ) : null}
      {isAdopting ? (
        <AdoptDialog
          account={{ id, bankName, currency, booksMinor, today: proof.day }}
          onClose={() => setAdopting(false)}
        />
      ) : null}
    </RowActions>
  );
}

function AccountsTable({ proof }: { proof: Proof | null }) {
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
          <th scope="col">{t('admin-bank-lines.columns.action')}</th>
        </tr>
      </thead>
      <tbody>
        {(proof?.accounts ?? []).map((account) => (
          <DataRow key={account.id} data-row={account.id}>
            <DataCell rowHeader>
              {account.bankName}
              <span className="cell-note tabular">{formatIban(account.iban)}</span>
            </DataCell>
            <DataCell label={t('admin-bank-lines.proof.source')} data-below="row">
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
            <DataCell>{proof ? <AccountActions account={account} proof={proof} /> : null}</DataCell>
          </DataRow>
        ))}
      </tbody>
    </DataTable>
  );
}

/** The way to say what a difference is. */
function Explanation({ proof, onExplain }: { proof: Currency; onExplain: () => void }) {
  const { t } = useWords();
  const may = useMay();
  const { approvalSince: since } = proof;
  if (!proof.isKept || proof.differenceMinor === 0 || proof.isExplained) return null;
  return (
    <RowActions>
      <AwaitedApproval since={since} />
      {since === null && may('reconciliation.explain') ? (
        <Button size="dense" onClick={onExplain}>
          {t('admin-bank-lines.proof.explain')}
        </Button>
      ) : null}
    </RowActions>
  );
}

/** A balance between bank and books, and what it is made of, line by line (ACC-36). */
function ExplainingRows({
  item,
  currency,
}: {
  item: Currency['items'][number];
  currency: Currency['currency'];
}) {
  const { t } = useWords();
  const { day, amount } = useFormats();
  const { code, balanceMinor, unexplainedMinor, parts, partCount } = item;
  return (
    <>
      <DataRow>
        <DataCell rowHeader>
          {t(`admin-overview.books.accounts.${code}`)}{' '}
          {unexplainedMinor === 0 ? null : (
            <StatusBadge kind="refused">
              {t('admin-bank-lines.proof.unexplained', { amount: amount(unexplainedMinor, currency) })}
            </StatusBadge>
          )}
        </DataCell>
        <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
          <Amount minor={balanceMinor} currency={currency} />
        </DataCell>
      </DataRow>
      {parts.map((part) => (
        <DataRow key={part.id} data-part>
          <DataCell rowHeader>
            {t(`admin-bank-lines.proof.parts.${part.kind}`, {
              name: part.name ?? t('admin-bank-lines.unknownPayer'),
            })}
            <span className="cell-note">{day(part.day)}</span>
          </DataCell>
          <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
            <Amount minor={part.amountMinor} currency={currency} />
          </DataCell>
        </DataRow>
      ))}
      {partCount > parts.length ? (
        <DataRow>
          <DataCell>{t('admin-bank-lines.proof.moreParts', { count: partCount - parts.length })}</DataCell>
          <DataCell />
        </DataRow>
      ) : null}
    </>
  );
}

function CurrencyTable({ proof, onExplain }: { proof: Currency; onExplain: (() => void) | null }) {
  const { t } = useWords();
  const { currency } = proof;
  const rows = [
    ...(proof.bankMinor === null ? [] : ([['bank', proof.bankMinor]] as const)),
    // As the bank sees it: what we have is above zero on both lines.
    ['settlement', 0 - proof.settlementMinor] as const,
    ...(proof.bankMinor === null ? [] : ([['difference', proof.differenceMinor]] as const)),
  ];
  return (
    <DataTable caption={t('admin-bank-lines.proof.caption', { currency })} isTitled>
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
              {t(`admin-bank-lines.proof.rows.${name}`)}{' '}
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
              {name === 'difference' && onExplain ? (
                <div className="explain-difference">
                  <Explanation proof={proof} onExplain={onExplain} />
                </div>
              ) : null}
            </DataCell>
            <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
              <Amount minor={minor} currency={currency} />
            </DataCell>
          </DataRow>
        ))}
        {proof.items.length > 0 ? (
          <DataRow>
            <DataCell rowHeader>{t('admin-bank-lines.proof.held')}</DataCell>
            <DataCell />
          </DataRow>
        ) : null}
        {proof.items.map((item) => (
          <ExplainingRows key={item.code} item={item} currency={currency} />
        ))}
      </tbody>
    </DataTable>
  );
}

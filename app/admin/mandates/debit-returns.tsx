import { useInfiniteQuery } from '@tanstack/react-query';
import { maskedIban } from '#domain/accounts/iban.ts';
import { effectOf } from '#domain/mandates/r-transactions.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { adminHref, clientHref } from '../frame/sections.ts';
import { codeWord, type Debit, debitLooks } from './mandate-words.ts';

const ROWS = 30;

/** What follows from a code, and what a person does: of a second refusal for want of funds nothing more is tried. */
const followsOf = ({ reasonCode, attempt }: Debit) => {
  const effect = effectOf(reasonCode);
  return effect === 'retry' && attempt > 1 ? 'none' : effect;
};

function ReturnRow({ debit }: { debit: Debit }) {
  const t = useT();
  const { day } = useFormats();
  const { failedOn, failure, reasonCode } = debit;
  return (
    <DataRow data-row={debit.id}>
      <DataCell rowHeader>
        <a href={clientHref(debit.accountId)} data-row-link>
          {debit.displayName}
        </a>
        <span className="cell-note tabular">
          <span className="nowrap">{debit.mandateReference}</span> ·{' '}
          <span className="nowrap">{maskedIban(debit.iban)}</span>
        </span>
      </DataCell>
      <DataCell label={t('direct-debits.returns.amount')} numeric>
        <Amount minor={debit.amountMinor} currency="EUR" />
      </DataCell>
      <DataCell label={t('direct-debits.returns.reason')}>
        <StatusBadge kind={debitLooks[debit.state]}>
          {t(failure ? `direct-debits.kinds.${failure.kind}` : `direct-debits.debitStates.${debit.state}`)}
        </StatusBadge>
        <span className="cell-note">
          {reasonCode ? codeWord(t, reasonCode) : t('direct-debits.returns.noReason')}
        </span>
        <span className="cell-note">{t('direct-debits.returns.due', { day: day(debit.dueOn) })}</span>
        {failedOn ? <span className="cell-note">{day(failedOn)}</span> : null}
        {failure?.isLate ? (
          <span className="cell-note queue-late">{t('direct-debits.returns.late')}</span>
        ) : null}
      </DataCell>
      <DataCell label={t('direct-debits.returns.todo')}>
        {t(`direct-debits.follows.${followsOf(debit)}`)}
        <RowActions>
          <a
            className="nowrap"
            href={adminHref('withdrawals', {
              view: 'direct-debits',
              part: 'mandates',
              account: debit.accountId,
              mandate: debit.mandateId,
            })}
          >
            {t('direct-debits.mandates.one')}
          </a>
          <a className="nowrap" href={adminHref('loans', { loan: debit.loanId })}>
            {t('direct-debits.mandates.loan')}
          </a>
        </RowActions>
      </DataCell>
    </DataRow>
  );
}

/** Direct debits that a bank refused or took back, the newest first, with what follows from each (PAY-71). */
export function DebitReturns() {
  const t = useT();
  const list = useInfiniteQuery(
    query.directDebits.failures.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  const debits = list.data?.pages.flatMap((page) => page.debits) ?? [];
  return (
    <RowTable
      list={list}
      count={debits.length}
      skeletonRows={6}
      empty={{ title: t('direct-debits.returns.none'), text: t('direct-debits.returns.noneText') }}
      caption={t('direct-debits.returns.caption')}
      columns={[
        { label: t('admin.client') },
        { label: t('direct-debits.returns.amount'), isNumeric: true },
        { label: t('direct-debits.returns.reason') },
        { label: t('direct-debits.returns.todo') },
      ]}
      below={<MoreRows list={list} label={t('direct-debits.more')} />}
    >
      {debits.map((debit) => (
        <ReturnRow key={debit.id} debit={debit} />
      ))}
    </RowTable>
  );
}

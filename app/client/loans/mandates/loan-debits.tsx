import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../../ui/badge.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Debit } from './mandate.ts';

const looks: Record<Debit['state'], StatusKind> = {
  announced: 'waiting',
  exported: 'running',
  settled: 'done',
  rejected: 'refused',
  returned: 'refused',
  cancelled: 'idle',
};

/** How a direct debit stands, and why it came back or was never made. */
function DebitState({ debit }: { debit: Debit }) {
  const { t, tKey } = useWords();
  const why = debit.cancellation
    ? t(`client-mandates.debits.cancellations.${debit.cancellation}`)
    : debit.reason
      ? tKey(`notifications.debitReasons.${debit.reason}`)
      : null;
  return (
    <>
      <StatusBadge kind={looks[debit.state]}>{t(`client-mandates.debits.states.${debit.state}`)}</StatusBadge>
      {why ? <span className="due-state">{why}</span> : null}
    </>
  );
}

/** The direct debits of a mandate, the next first: day, amount, and what became of them (PAY-69). */
export function LoanDebits({ debits }: { debits: readonly Debit[] }) {
  const { t } = useWords();
  const format = useFormats();
  return (
    <Table
      caption={t('client-mandates.debits.title')}
      rows={debits}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'day',
          header: t('client-mandates.debits.day'),
          rowHeader: true,
          cell: ({ collectionOn, attempt }) => (
            <>
              {format.day(collectionOn)}
              {attempt > 1 ? <span className="due-state">{t('client-mandates.debits.second')}</span> : null}
            </>
          ),
        },
        {
          key: 'state',
          header: t('client-mandates.debits.state'),
          cell: (debit) => <DebitState debit={debit} />,
        },
        {
          key: 'amount',
          header: t('client-mandates.debits.amount'),
          numeric: true,
          cell: ({ amountMinor }) => <Amount minor={amountMinor} currency="EUR" />,
        },
      ]}
    />
  );
}

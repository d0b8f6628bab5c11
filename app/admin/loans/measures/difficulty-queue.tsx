import { useInfiniteQuery } from '@tanstack/react-query';
import { byCursor, query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';

/** « Demandes de mesures » (LC-86): borrowers who wait for an answer, the first deadline first. Hidden while nobody waits. */
export function DifficultyQueue({ onOpen }: { onOpen: (loanId: string) => void }) {
  const t = useT();
  const format = useFormats();
  const may = useMay();
  const { data } = useInfiniteQuery({
    ...query.loanRepayments.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
      ...byCursor,
    }),
    enabled: may('loanRepayments.queue'),
  });
  const rows = data?.pages.flatMap((page) => page.difficulties) ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('admin-measures.queue.title')} flush>
      <Table
        caption={t('admin-measures.queue.caption')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'client',
            header: t('admin-measures.queue.client'),
            rowHeader: true,
            cell: (row) => (
              <>
                <Button tone="quiet" size="dense" onClick={() => onOpen(row.loanId)}>
                  {row.clientName}
                </Button>
                <span className="cell-note">{row.purpose}</span>
              </>
            ),
          },
          {
            key: 'change',
            header: t('admin-measures.queue.change'),
            cell: (row) => t(`admin-measures.changes.${row.change}`),
          },
          {
            key: 'monthly',
            header: t('admin-measures.queue.monthly'),
            numeric: true,
            cell: (row) => <Amount minor={row.monthlyMinor} currency={row.currency} />,
          },
          {
            key: 'due',
            header: t('admin-measures.queue.due'),
            cell: (row) => (
              <>
                {format.shortDay(row.answerDueOn)}{' '}
                {row.isLate ? (
                  <StatusBadge kind="attention">{t('admin-measures.queue.late')}</StatusBadge>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

/** The frame of a queue's list: its rows in a table, paged to the end, with its loading, error and empty states. */
export function QueueFrame<Row>({
  title,
  caption,
  list,
  rows,
  rowKey,
  columns,
  onClose,
}: {
  title: string;
  caption: string;
  list: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly TableColumn<Row>[];
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Card
      title={title}
      flush
      actions={
        <Button tone="quiet" size="dense" onClick={onClose}>
          {t('admin-loans.queueList.close')}
        </Button>
      }
    >
      {list.isPending ? <SkeletonList label={t('common.loading')} rows={3} /> : null}
      {list.isError && rows.length === 0 ? (
        <p className="card-note" role="alert">
          {t('admin.loadFailed')}{' '}
          <Button size="dense" onClick={() => void list.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : null}
      {!list.isPending && !list.isError && rows.length === 0 ? (
        <p className="card-note">{t('admin-loans.queueList.none')}</p>
      ) : null}
      {rows.length > 0 ? <Table caption={caption} rows={rows} rowKey={rowKey} columns={columns} /> : null}
      {list.hasNextPage ? (
        <p className="card-note">
          <Button size="dense" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('admin-loans.queueList.more')}
          </Button>
        </p>
      ) : null}
    </Card>
  );
}

/** The client of a row, who opens it, with a note. */
export function QueuedClient({ name, note, onOpen }: { name: string; note: ReactNode; onOpen: () => void }) {
  return (
    <span className="queued-client">
      <Button tone="quiet" size="dense" onClick={onOpen}>
        {name}
      </Button>
      <span className="cell-note">{note}</span>
    </span>
  );
}

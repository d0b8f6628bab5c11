import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import type { StatusKind } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, RowLink } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Age } from './age.tsx';
import { DownloadButton } from './download-button.tsx';
import { PanelFigure } from './panel-figure.tsx';
import { RowActions } from './row-actions.tsx';

/** A file of orders for our bank: transfers or direct debits, in euro. */
interface OrderFile {
  readonly id: string;
  readonly messageId: string;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly totalMinor: number;
  readonly isLate: boolean;
  /** Whether the file can still be downloaded. */
  readonly hasFile: boolean;
}

/** A file in its list: its number, who made it when, its total; then the cells of its kind. */
export function OrderFileRow({
  file,
  isOpened,
  total,
  orders,
  onOpen,
  children,
}: {
  file: OrderFile;
  isOpened: boolean;
  /** The name of the column of totals. */
  total: string;
  /** How many orders it holds, in words. */
  orders: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <DataRow selected={isOpened} data-row={file.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          <span className="tabular">{file.messageId}</span>
        </RowLink>
        <span className="cell-note">
          {file.createdBy ?? t('admin.someone')}, <Age since={file.createdAt} />
        </span>
      </DataCell>
      <DataCell label={total} numeric>
        <Amount minor={file.totalMinor} currency="EUR" />
        <span className="cell-note nowrap">{orders}</span>
      </DataCell>
      {children}
    </DataRow>
  );
}

/** What an opened file begins with: its total and state, and what is wrong with it. */
export function OrderFileHead({
  file,
  kind,
  state,
  late,
  gone,
}: {
  file: OrderFile;
  kind: StatusKind;
  /** The state in words. */
  state: string;
  /** What a file is that our bank has not answered in time, and what to do. */
  late: { readonly title: string; readonly text: string };
  /** That the file cannot be downloaded any more. */
  gone: string;
}) {
  return (
    <>
      <PanelFigure minor={file.totalMinor} currency="EUR" kind={kind} state={state} />
      {file.isLate ? (
        <Notice tone="warning" title={late.title}>
          {late.text}
        </Notice>
      ) : null}
      {file.hasFile ? null : <Notice tone="info">{gone}</Notice>}
    </>
  );
}

interface FileAct {
  readonly label: string;
  /** Screen reader label where several files stand in a list. */
  readonly spoken?: string | undefined;
}

/** What may be done with a file: to download it, and to note that our bank did it or did not take it. Null is not permitted, or not possible now. */
export function OrderFileActions({
  download,
  settle,
  cancel,
  isPrimary,
}: {
  download: (FileAct & { path: string }) | null;
  settle: (FileAct & { onAct: () => void }) | null;
  cancel: (FileAct & { onAct: () => void }) | null;
  /** Whether noting that it was done is the main action of the place. */
  isPrimary: boolean;
}) {
  if (!download && !settle && !cancel) return null;
  return (
    <RowActions>
      {download ? (
        <DownloadButton path={download.path} label={download.spoken}>
          {download.label}
        </DownloadButton>
      ) : null}
      {settle ? (
        <Button
          size="dense"
          tone={isPrimary ? 'primary' : 'secondary'}
          icon={<Check aria-hidden="true" />}
          aria-label={settle.spoken}
          data-shortcut="a"
          onClick={settle.onAct}
        >
          {settle.label}
        </Button>
      ) : null}
      {cancel ? (
        <Button
          size="dense"
          tone="danger-quiet"
          aria-label={cancel.spoken}
          data-shortcut="r"
          onClick={cancel.onAct}
        >
          {cancel.label}
        </Button>
      ) : null}
    </RowActions>
  );
}

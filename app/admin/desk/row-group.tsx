import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** More rows than this are not counted one by one. */
const MAX_COUNTED = 10_000;

/** The paging state of a group: the result of `useInfiniteQuery`. */
interface Pages {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isRefetching: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

function useShownCount({ hasNextPage }: Pages, count: number, total: number | null | undefined): string {
  const t = useT();
  const format = useFormats();
  // Once all rows are loaded their number is exact; before that the known total is shown.
  return hasNextPage
    ? total == null
      ? t('admin.moreThan', { count: format.count(count) })
      : total > MAX_COUNTED
        ? t('admin.moreThan', { count: format.count(MAX_COUNTED) })
        : format.count(Math.max(total, count))
    : format.count(count);
}

/** How long a number has stayed before it is said: an answer on the way to another is not. */
const SAID_AFTER_MS = 500;

/** What a screen reader says of a group that is searched or filtered, once it has stayed for a moment; nothing of one that is not. */
function SaidOnceStill({ words }: { words: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), words === '' ? 0 : SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}

/** The words of an empty group under a search or a filter: the text that was searched, and the fields it was compared with. */
export function useNoMatch(q: string | undefined) {
  const t = useT();
  return q === undefined
    ? { title: t('admin.requests.noMatch'), text: t('admin.requests.noMatchFilters') }
    : { title: t('admin.requests.noMatchFor', { q }), text: t('admin.requests.noMatchText') };
}

interface RowGroupProps {
  kind: StatusKind;
  title: string;
  columns: number;
  list: Pages;
  /** Number of rows on the screen. */
  count: number;
  /** Total number, where known; a search counts the loaded rows. */
  total?: number | null | undefined;
  /** Selects all of them. */
  choice?: ReactNode;
  isHiddenWhenEmpty?: boolean;
  /** Whether it is searched or filtered: the number of its rows is said. */
  isNarrowed?: boolean;
  emptyTitle: string;
  emptyText: string;
  children: ReactNode;
}

function FailedRow({ columns, list }: { columns: number; list: Pages }) {
  const t = useT();
  return (
    <tr>
      <td colSpan={columns}>
        <span className="row-group-failed" role="alert">
          {t('admin.loadFailed')}
          <Button
            size="dense"
            icon={<RotateCw aria-hidden="true" />}
            loading={list.isRefetching}
            onClick={() => void list.refetch()}
          >
            {t('common.retry')}
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Rows in the place of those that are being read. */
function PendingRows({ columns }: { columns: number }) {
  return [1, 2, 3].map((row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton />
      </td>
    </tr>
  ));
}

/** The rows of one state under its heading, paged to the end. */
export function RowGroup({
  kind,
  title,
  columns,
  list,
  count,
  total,
  choice,
  isHiddenWhenEmpty,
  isNarrowed = false,
  emptyTitle,
  emptyText,
  children,
}: RowGroupProps) {
  const t = useT();
  const shownCount = useShownCount(list, count, total);
  const isEmpty = !list.isPending && !list.isError && count === 0;
  if (isHiddenWhenEmpty && (isEmpty || list.isPending)) return null;
  return (
    <tbody className="row-group">
      <tr className="row-group-head">
        <th colSpan={columns} scope="rowgroup">
          <span className="cluster">
            <StatusBadge kind={kind}>{title}</StatusBadge>
            {list.isPending || (list.isError && count === 0) ? null : (
              <span className="row-group-count tabular">{shownCount}</span>
            )}
            {choice}
            <SaidOnceStill
              words={
                isNarrowed && !list.isPending ? t('admin.requests.found', { title, count: shownCount }) : ''
              }
            />
          </span>
        </th>
      </tr>
      {list.isPending ? <PendingRows columns={columns} /> : null}
      {list.isError && count === 0 ? <FailedRow columns={columns} list={list} /> : null}
      {isEmpty ? (
        <tr>
          <td colSpan={columns} className="row-group-empty">
            <strong>{emptyTitle}</strong>
            <p>{emptyText}</p>
          </td>
        </tr>
      ) : null}
      {children}
      {list.hasNextPage ? (
        <tr className="row-group-more">
          <td colSpan={columns}>
            <Button
              size="dense"
              tone="quiet"
              loading={list.isFetchingNextPage}
              loadingText={t('common.loading')}
              onClick={() => void list.fetchNextPage()}
            >
              {t('admin.showMore', { state: title })}
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

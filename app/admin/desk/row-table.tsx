import type { ReactNode } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ListFrame } from './list-frame.tsx';
import { type RowColumn, RowHead } from './row-head.tsx';

/** A list in one table: its rows under their columns, with its loading, error and empty states. */
export function RowTable({
  list,
  count,
  skeletonRows,
  empty,
  caption,
  columns,
  below,
  children,
}: {
  list: Parameters<typeof ListFrame>[0]['list'];
  /** Number of loaded rows. */
  count: number;
  /** Number of lines of the skeleton. */
  skeletonRows: number;
  /** What stands in place of the table while there are none; a list that always has rows has none. */
  empty?: { readonly title: string; readonly text?: string; readonly headingLevel?: 'h2' | 'h3' };
  caption: string;
  columns: readonly RowColumn[];
  /** What stands below the rows: the button for further ones. */
  below?: ReactNode;
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <ListFrame
      list={list}
      count={count}
      rows={skeletonRows}
      empty={
        empty ? (
          <EmptyState headingLevel={empty.headingLevel ?? 'h2'} title={empty.title}>
            {empty.text}
          </EmptyState>
        ) : null
      }
    >
      <DataTable caption={caption}>
        <RowHead columns={columns} />
        <tbody>{children}</tbody>
      </DataTable>
      {below}
    </ListFrame>
  );
}

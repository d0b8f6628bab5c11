import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowTable } from '../desk/row-table.tsx';

/** A list under its title, with its rows, further rows, and what it says when it is empty. */
export function CorrectionsPart({
  title,
  list,
  count,
  skeletonRows,
  empty,
  columns,
  children,
}: {
  title: string;
  list: Parameters<typeof RowTable>[0]['list'] & Parameters<typeof MoreRows>[0]['list'];
  count: number;
  skeletonRows: number;
  empty: { readonly title: string; readonly text: string };
  columns: Parameters<typeof RowTable>[0]['columns'];
  children: ReactNode;
}) {
  const t = useT();
  return (
    <section className="corrections-part">
      <h2>{title}</h2>
      <RowTable
        list={list}
        count={count}
        skeletonRows={skeletonRows}
        empty={{ ...empty, headingLevel: 'h3' }}
        caption={title}
        columns={columns}
        below={<MoreRows list={list} label={t('admin-corrections.more')} />}
      >
        {children}
      </RowTable>
    </section>
  );
}

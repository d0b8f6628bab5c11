import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';

/** The words of a queue of bank lines; what it shows of each line is the same for receipts and for debits. */
interface QueueWords {
  readonly intro: string;
  /** What the keyboard does, where there is one. */
  readonly keys?: string;
  readonly caption: string;
  /** Heads the first column: who paid, or was paid. */
  readonly party: string;
  readonly empty: string;
  readonly emptyText: string;
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The frame of a queue of bank lines (PAY-30, PAY-32); its rows are `children`. */
export function WaitingLines({
  words,
  list,
  count,
  children,
}: {
  words: QueueWords;
  list: ComponentProps<typeof ListFrame>['list'] & Pages;
  count: number;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">
          {words.intro} {words.keys ? <span className="desk-keys">{words.keys}</span> : null}
        </p>
      </div>
      <ListFrame
        list={list}
        count={count}
        empty={
          <EmptyState headingLevel="h2" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        }
      >
        <div className="waiting-lines">
          <DataTable caption={words.caption}>
            <thead>
              <tr>
                <th scope="col">{words.party}</th>
                <th scope="col" data-numeric>
                  {t('admin-bank-lines.columns.amount')}
                </th>
                <th scope="col">{t('admin-bank-lines.columns.text')}</th>
                <th scope="col">{t('admin-bank-lines.columns.why')}</th>
                <th scope="col">{t('admin-bank-lines.columns.action')}</th>
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </DataTable>
        </div>
        <MoreRows list={list} label={t('admin-bank-lines.more')} />
      </ListFrame>
    </>
  );
}

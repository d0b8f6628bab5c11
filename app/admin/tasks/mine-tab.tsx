import { useQuery } from '@tanstack/react-query';
import type { TaskKind } from '#domain/tasks/task.ts';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { Age } from '../desk/age.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { adminHref, clientHref } from '../frame/sections.ts';
import { Deadline } from './deadline.tsx';
import { TaskButton } from './follower.tsx';

function hrefOf(kind: TaskKind, id: string, accountId: string): string {
  if (kind === 'loan') return adminHref('loans', { loan: id });
  if (kind === 'withdrawal') return adminHref('withdrawals', { withdrawal: id });
  return kind === 'fee' ? adminHref('fees', { assignee: 'me' }) : clientHref(accountId);
}

type MyTask = Awaited<ReturnType<typeof api.tasks.mine>>['tasks'][number];

function MineRow({ task, self }: { task: MyTask; self: { id: string } | null }) {
  const t = useT();
  return (
    <DataRow data-row={task.id}>
      <DataCell rowHeader>
        <a className="row-link" data-row-link href={hrefOf(task.kind, task.id, task.client.accountId)}>
          {task.client.displayName}
        </a>
        <span className="cell-note">
          <Badge>{t(`admin-tasks.kinds.${task.kind}`)}</Badge> {task.text}
        </span>
      </DataCell>
      <DataCell label={t('admin-tasks.mine.deadline')}>
        {task.dueAt ? <Deadline since={task.since} dueAt={task.dueAt} /> : '–'}
      </DataCell>
      <DataCell label={t('admin-tasks.mine.amount')} numeric>
        {task.amountMinor !== null && task.currency !== null ? (
          <Amount minor={task.amountMinor} currency={task.currency} />
        ) : (
          '–'
        )}
      </DataCell>
      <DataCell label={t('admin-tasks.mine.since')}>
        <Age since={task.since} />
      </DataCell>
      <DataCell>
        <TaskButton kind={task.kind} id={task.id} name={task.client.displayName} followedBy={self} />
      </DataCell>
    </DataRow>
  );
}

/** « Mes dossiers »: what the person follows, of every kind, the nearest deadline first. */
export function MineTab() {
  const t = useT();
  const { count: written } = useFormats();
  const list = useQuery(query.tasks.mine.queryOptions());
  const { session } = useSession();
  const self = session ? { id: session.userId } : null;
  const tasks = list.data?.tasks ?? [];
  const total = list.data?.count ?? 0;
  return (
    <>
      <p className="desk-intro">{t('admin-tasks.mine.intro')}</p>
      <RowTable
        list={list}
        count={tasks.length}
        skeletonRows={5}
        empty={{ title: t('admin-tasks.mine.none'), text: t('admin-tasks.mine.noneText') }}
        caption={t('admin-tasks.mine.caption')}
        columns={[
          { label: t('admin-tasks.mine.file') },
          { label: t('admin-tasks.mine.deadline') },
          { label: t('admin-tasks.mine.amount'), isNumeric: true },
          { label: t('admin-tasks.mine.since') },
          { label: t('admin.decision'), isSpoken: true },
        ]}
        below={
          total > tasks.length ? (
            <p className="card-note">
              {t('admin-tasks.mine.more', { shown: written(tasks.length), total: written(total) })}
            </p>
          ) : null
        }
      >
        {tasks.map((task) => (
          <MineRow key={`${task.kind} ${task.id}`} task={task} self={self} />
        ))}
      </RowTable>
    </>
  );
}

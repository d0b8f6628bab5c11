import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import type { BulkCommon, BulkOperation } from '#domain/desk/bulk.ts';
import type { TaskKind } from '#domain/tasks/task.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { BulkBar } from '../../../ui/data-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MenuList, Popover } from '../../../ui/popover.tsx';
import {
  type BulkAsked,
  type ChoosableRow,
  DECISIONS_ON_MANY,
  type ListKind,
  useSelectionWords,
} from './bulk-asked.ts';
import { useRowSelection } from './row-selection.tsx';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((file) => ({ default: file.BulkDialog })));

function Assign({ onChoose }: { onChoose: (assigneeId: string) => void }) {
  const { t } = useWords();
  const may = useMay();
  const isPossible = may('tasks.assign') && may('tasks.colleagues');
  const { data } = useQuery({ ...query.tasks.colleagues.queryOptions(), enabled: isPossible });
  if (!isPossible) return null;
  return (
    <Popover
      label={t('admin-tasks.assign')}
      button={{ size: 'dense', tone: 'quiet' }}
      panelLabel={t('admin-tasks.assign')}
      placement="top-end"
    >
      {(close) => (
        <MenuList>
          {(data?.colleagues ?? []).map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  onChoose(id);
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </MenuList>
      )}
    </Popover>
  );
}

/** Says that a run of one's own goes on or was stopped, after the page was closed. */
function OpenRun({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useWords();
  const may = useMay();
  const { count } = useFormats();
  const { data } = useQuery({ ...query.bulk.list.queryOptions(), enabled: may('bulk.list') });
  const run = data?.runs.find(({ state }) => state !== 'ended');
  if (!run) return null;
  const done = run.total - (run.counts.waiting ?? 0);
  return (
    <Notice
      title={t(run.state === 'running' ? 'admin-desk.bulk.goesOn' : 'admin-desk.bulk.isStopped', {
        done: count(done),
        total: count(run.total),
      })}
      actions={
        <Button size="dense" onClick={() => onShow(run.id)}>
          {t('admin-desk.bulk.show')}
        </Button>
      }
    />
  );
}

/** Taking, giving back and giving the chosen files. */
function TaskActs({
  kind,
  rows,
  ask,
}: {
  kind: TaskKind;
  rows: readonly ChoosableRow[];
  ask: (operation: BulkOperation, common: BulkCommon) => void;
}) {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('tasks.take') ? (
        <Button size="dense" tone="quiet" data-shortcut="m" onClick={() => ask('tasks.take', { kind })}>
          {t('admin-tasks.take')}
        </Button>
      ) : null}
      {may('tasks.release') && rows.some(({ followedBy }) => followedBy !== null) ? (
        <Button size="dense" tone="quiet" onClick={() => ask('tasks.release', { kind })}>
          {t('admin-tasks.release')}
        </Button>
      ) : null}
      <Assign onChoose={(assigneeId) => ask('tasks.assign', { kind, assigneeId })} />
    </>
  );
}

/** What can be done with the chosen rows of a list, by its keys as well, and the dialog that does it. */
export function BulkActions({ kind }: { kind: ListKind }) {
  const { t, tKey } = useWords();
  const may = useMay();
  const selection = useRowSelection();
  const wordsOf = useSelectionWords();
  const [asked, setAsked] = useState<BulkAsked | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const rows = selection?.chosen ?? [];
  const ask = (operation: BulkOperation, common?: BulkCommon) =>
    setAsked({ operation, kind, rows, ...(common ? { common } : {}) });
  // Proposals are approved of one operation at a time (FOUR-25).
  const isMixed = new Set(rows.map(({ proposed }) => proposed?.operation)).size > 1;
  const isShowing = asked !== null || shown !== null;
  return (
    <>
      {isShowing ? null : <OpenRun onShow={setShown} />}
      {rows.length > 0 ? (
        <BulkBar summary={wordsOf(kind, rows)}>
          {isMixed ? <span className="cell-note">{t('admin-desk.bulk.oneOperation')}</span> : null}
          {DECISIONS_ON_MANY[kind]
            .filter(({ operation }) => may(operation) && !isMixed)
            .map(({ operation, key }, index) => (
              <Button
                key={operation}
                size="dense"
                tone={operation.endsWith('.reject') ? 'danger-quiet' : index === 0 ? 'primary' : 'quiet'}
                data-shortcut={key}
                onClick={() => ask(operation)}
              >
                {tKey(`admin-desk.bulk.act.${operation}`)}
              </Button>
            ))}
          {kind === 'proposal' ? null : <TaskActs kind={kind} rows={rows} ask={ask} />}
          <IconButton
            label={t('admin-desk.bulk.clear')}
            size="dense"
            data-shortcut="escape"
            onClick={() => selection?.clear()}
          >
            <X aria-hidden="true" />
          </IconButton>
        </BulkBar>
      ) : null}
      {isShowing ? (
        <Suspense>
          <BulkDialog
            asked={asked}
            runId={shown}
            onStarted={() => selection?.clear()}
            // What was refused stays chosen, to be done again or otherwise; the rest is done with.
            onEnded={(undone) => selection?.choose(undone, true)}
            onClose={() => {
              setAsked(null);
              setShown(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

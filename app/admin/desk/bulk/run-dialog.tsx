import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkKind, BulkState } from '#domain/desk/bulk.ts';
import { REFUSALS } from '#domain/errors.ts';
import type { Topic } from '#domain/notifications/topics.ts';
import { ApiProblem, problemWords } from '../../../api/problem.ts';
import { query, refresh } from '../../../api/queries.ts';
import type { Sending } from '../../../api/submission.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toasts.ts';
import { DownloadButton } from '../download-button.tsx';
import { ReadFailed } from '../read-failed.tsx';
import { type Run, RunProgress } from './run-progress.tsx';

type Row = Run['rows'][number];

/** Without live updates the progress is asked for this often, in milliseconds. */
const ASK_MS = 1500;

/** What became of the rows, in the order of importance for who reads it. */
const TOLD: readonly Exclude<BulkState, 'waiting'>[] = [
  'done',
  'proposed',
  'needs-approval',
  'refused',
  'skipped',
];

const idsOf = (run: Run, state: BulkState) =>
  run.rows.filter((row) => row.state === state).map(({ id }) => id);

/** What is read again once the rows of a run have changed. */
const TOPICS: Readonly<Record<BulkKind, readonly Topic[]>> = {
  loan: ['loans', 'tasks'],
  withdrawal: ['withdrawals', 'tasks'],
  fee: ['fees', 'tasks'],
  client: ['clients', 'tasks'],
  document: ['loans'],
  proposal: ['proposals'],
};

/** « 10 faits · 1 refusé · 1 déjà traité ». */
function useOutcomeWords() {
  const { t } = useWords();
  const { count } = useFormats();
  return ({ counts }: Run) =>
    TOLD.flatMap((state) => {
      const of = counts[state] ?? 0;
      return of > 0 ? [t(`admin-desk.bulk.counted.${state}`, { count: of, written: count(of) })] : [];
    }).join(' · ');
}

/** The rows that were not simply done, each with its reason in the words of its refusal. */
function Reasons({ rows }: { rows: readonly Row[] }) {
  const { t, tKey } = useWords();
  const reasonOf = ({ refusal, proposal }: Row) => {
    if (proposal) return proposal;
    if (!refusal) return null;
    const { code, params } = refusal;
    const said = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, String(value ?? '')]),
    );
    const problem = new ApiProblem({ code, status: REFUSALS[code], title: '', detail: '', params: said });
    return problemWords(problem, tKey).detail;
  };
  return (
    <Table
      caption={t('admin-desk.bulk.reasons')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'client',
          header: rows.some(({ document }) => document !== null)
            ? t('admin-desk.bulk.columns.document')
            : t('admin.client'),
          rowHeader: true,
          cell: ({ client, document, amount }) => (
            <>
              {document ?? client?.displayName ?? '–'}
              {amount ? (
                <span className="cell-note">
                  <Amount minor={amount.minor} currency={amount.currency} />
                </span>
              ) : null}
            </>
          ),
        },
        {
          key: 'state',
          header: t('admin-desk.bulk.columns.state'),
          cell: ({ state }) => t(`admin-desk.bulk.states.${state}`),
        },
        { key: 'reason', header: t('admin-desk.bulk.columns.reason'), cell: (row) => reasonOf(row) ?? '–' },
      ]}
    />
  );
}

/** Begins a run with some of the rows, as proposals or as acts. */
type Again = (ids: readonly string[], proposes: boolean) => void;

/** The report of a run that has ended, and the rows that can be sent again or proposed. */
function RunActions({ run, sending, onAgain }: { run: Run; sending: Sending; onAgain: Again | null }) {
  const { t } = useWords();
  const { count } = useFormats();
  const refused = idsOf(run, 'refused');
  const toPropose = idsOf(run, 'needs-approval');
  return (
    <>
      <DownloadButton path={`/api/admin/bulk/${run.id}/report`} tone="quiet" size="regular">
        {t('admin-desk.bulk.report')}
      </DownloadButton>
      {onAgain && refused.length > 0 ? (
        <Button loading={sending.isSending} onClick={() => onAgain(refused, false)}>
          {t('admin-desk.bulk.again', { count: refused.length, written: count(refused.length) })}
        </Button>
      ) : null}
      {onAgain && toPropose.length > 0 ? (
        <Button loading={sending.isSending} onClick={() => onAgain(toPropose, true)}>
          {t('admin-desk.bulk.propose', { count: toPropose.length, written: count(toPropose.length) })}
        </Button>
      ) : null}
    </>
  );
}

/**
 * What becomes of each row of a run. Closing it stops nothing. A run whose rows were all done is told in a toast; one with a refusal stays until
 * it was read.
 * @param onAgain begins a run with some of the rows; null when what was seen of them is no longer known.
 * @param onEnded told of the rows that are still to be done: refused ones and those that need an approval.
 */
export function RunDialog({
  runId,
  sending,
  onAgain,
  onEnded,
  onClose,
}: {
  runId: string;
  sending: Sending;
  onAgain: Again | null;
  onEnded: (undone: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const outcomeOf = useOutcomeWords();
  const shown = useQuery({
    ...query.bulk.show.queryOptions({ input: { id: runId } }),
    refetchInterval: ({ state }) => (state.data?.run.state === 'running' ? ASK_MS : false),
  });
  const run = shown.data?.run;
  const isOver = run?.state === 'ended';
  const isAllDone = isOver && run.counts.done === run.total;
  const told = useRef(false);
  useEffect(() => {
    if (!run || !isOver || told.current) return;
    told.current = true;
    void refresh([...TOPICS[run.kind]]);
    onEnded([...idsOf(run, 'refused'), ...idsOf(run, 'needs-approval')]);
    if (!isAllDone) return;
    toast({ title: tKey(`admin-desk.bulk.title.${run.operation}`), description: outcomeOf(run) });
    onClose();
  });
  const rest = run?.rows.filter(({ state }) => state !== 'done' && state !== 'waiting') ?? [];
  return (
    <Dialog
      open={!isAllDone}
      size="wide"
      title={run ? tKey(`admin-desk.bulk.title.${run.operation}`) : t('admin-desk.bulk.progressLabel')}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      onClose={onClose}
      footer={
        <>
          {run && isOver ? <RunActions run={run} sending={sending} onAgain={onAgain} /> : null}
          <Button tone="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {shown.isPending ? <SkeletonList label={t('common.loading')} rows={2} /> : null}
        {run ? null : <ReadFailed read={shown} headingLevel="h3" />}
        {run && !isOver ? <RunProgress run={run} /> : null}
        {run && isOver ? <p role="status">{outcomeOf(run)}</p> : null}
        {rest.length > 0 ? <Reasons rows={rest} /> : null}
      </div>
    </Dialog>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BulkItem, BulkOperation } from '#domain/desk/bulk.ts';
import { rejectWithdrawalInput, WITHDRAWAL_REASONS } from '#domain/withdrawals/request.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { type Sending, useSubmission } from '../../../api/submission.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useWords } from '../../../i18n/t.ts';
import { useAnnounce } from '../announce.ts';
import { decideHere } from '../decided-here.ts';
import { RejectDialog } from '../reject-dialog.tsx';
import { type BulkAsked, useSelectionWords } from './bulk-asked.ts';
import { RunDialog } from './run-dialog.tsx';

export type Order = Parameters<typeof api.bulk.start>[0];

/** What is sent at once, without a question: it keeps nobody from acting and is undone by its opposite. */
const UNASKED: readonly BulkOperation[] = ['tasks.take', 'tasks.assign', 'tasks.release'];

function itemsOf({ rows, operation }: BulkAsked): BulkItem[] {
  return rows.map(({ id, status, followedBy, proposed }) => {
    if (proposed) return { id, inputHash: proposed.inputHash };
    if (operation.startsWith('tasks.')) return { id, seenAssigneeId: followedBy?.id ?? null };
    return operation === 'fees.settle' ? { id } : { id, seenStatus: status };
  });
}

/** The reason of a rejection, or the consent to everything else, before the rows are sent. */
function Question({
  asked,
  sending,
  onStart,
  onClose,
}: {
  asked: BulkAsked;
  sending: Sending;
  onStart: (more?: Order['common']) => void;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const wordsOf = useSelectionWords();
  const { operation, rows, kind } = asked;
  const title = tKey(`admin-desk.bulk.title.${operation}`);
  if (operation === 'withdrawals.decide.reject')
    return (
      <RejectDialog
        title={title}
        schema={rejectWithdrawalInput}
        reasons={WITHDRAWAL_REASONS}
        sentenceOf={(reason) => tKey(`withdrawal-reasons.reasons.${reason}`)}
        noteName="failureReason"
        ending={tKey('withdrawal-reasons.nothingToPay')}
        sending={sending}
        onReject={onStart}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={title}
      description={wordsOf(kind, rows)}
      submit={tKey(`admin-desk.bulk.act.${operation}`)}
      submitting={t('admin-desk.bulk.starting')}
      sending={sending}
      onConfirm={() => onStart()}
      onClose={onClose}
    >
      <p>{tKey(`admin-desk.bulk.effect.${operation}`)}</p>
    </ConfirmDialog>
  );
}

/**
 * Begins a run over many rows, then shows what becomes of each. What was refused, or needs an approval, can be sent again as a run of its own.
 * @param runId a run that was begun before; the dialog then only shows it.
 * @param unasked sent at once, without a question.
 * @param question asks what has to be asked before the rows are sent.
 * @param onEnded told of the rows that were not done once a run is over.
 */
export function RunStarter({
  runId,
  unasked,
  question,
  onStarted,
  onEnded = () => undefined,
  onClose,
}: {
  runId: string | null;
  unasked: Order | null;
  question: (sending: Sending, start: (order: Order) => void) => ReactNode;
  onStarted: () => void;
  onEnded?: (undone: readonly string[]) => void;
  onClose: () => void;
}) {
  const { failed } = useAnnounce();
  const [order, setOrder] = useState<Order | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const { send, sending } = useSubmission(api.bulk.start, {
    onSuccess: ({ run }, sent) => {
      for (const { id } of sent.items) decideHere(id);
      setOrder(sent);
      setStarted(run.id);
      onStarted();
      void refresh(['bulk']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin.updateFailed');
      if (unasked) onClose();
    },
  });
  const wasSent = useRef(false);
  useEffect(() => {
    if (!unasked || wasSent.current) return;
    wasSent.current = true;
    send(unasked);
  }, [unasked, send]);
  const shown = started ?? runId;
  if (!shown) return unasked ? null : question(sending, send);
  return (
    <RunDialog
      key={shown}
      runId={shown}
      sending={sending}
      onAgain={
        order
          ? (ids, proposes) =>
              send({
                ...order,
                items: order.items.filter(({ id }) => ids.includes(id)),
                common: { ...order.common, ...(proposes ? { proposes } : {}) },
              })
          : null
      }
      onEnded={onEnded}
      onClose={onClose}
    />
  );
}

/** Acts on the chosen rows of a list: asks what has to be asked, then shows what becomes of each row. */
export function BulkDialog({
  asked,
  runId,
  onStarted,
  onEnded,
  onClose,
}: {
  asked: BulkAsked | null;
  runId: string | null;
  onStarted: () => void;
  onEnded: (undone: readonly string[]) => void;
  onClose: () => void;
}) {
  const orderOf = (of: BulkAsked, more: Order['common'] = {}): Order => ({
    operation: of.operation,
    items: itemsOf(of),
    common: { ...of.common, ...more },
  });
  return (
    <RunStarter
      runId={runId}
      unasked={asked && UNASKED.includes(asked.operation) ? orderOf(asked) : null}
      question={(sending, start) =>
        asked ? (
          <Question
            asked={asked}
            sending={sending}
            onStart={(more) => start(orderOf(asked, more))}
            onClose={onClose}
          />
        ) : null
      }
      onStarted={onStarted}
      onEnded={onEnded}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import type { ApiProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { type CallOptions, type Sending, useSubmission } from '../../api/submission.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { useAnnounce } from './announce.ts';
import { decideHere } from './decided-here.ts';

/** A client's request as the lists show it. */
interface Request {
  readonly id: string;
  readonly status: string;
}

/** How decisions on one kind of request are sent and reported. */
interface DecisionOptions<Row extends Request, Decision, Answer> {
  readonly call: (
    input: Decision & { id: Row['id']; seenStatus: Row['status'] },
    options: CallOptions,
  ) => Promise<Answer>;
  /** Topics to refetch after a decision. */
  readonly rereads: Parameters<typeof refresh>[0];
  /** Reports the decision. */
  readonly onDecided: (answer: Answer, done: ReturnType<typeof useAnnounce>['done']) => void;
  /** The failure sentence of the situation. */
  readonly situationOf: (decision: Decision) => CatalogueKey;
  /** The refusal code for a decision that a colleague made first. */
  readonly overtakenCode: ApiProblem['code'];
  /** Called with a row that was decided, while its list still shows it. */
  readonly onLeft?: ((id: string, decision: Decision) => void) | undefined;
}

/** One way of deciding: from a row, or from a dialog. */
interface Decider<Row, Decision> {
  /** `row` is the request as shown when the decision was started: the server refuses if its status has changed since. */
  readonly decide: (row: Row, decision: Decision) => void;
  /** The request being decided, until the refetched lists show the result. */
  readonly deciding: string | null;
  readonly sending: Sending;
}

/** Sends a decision, reports its result, and refetches the lists, including when a colleague decided first. */
function useDecider<Row extends Request, Decision extends object, Answer>(
  options: DecisionOptions<Row, Decision, Answer>,
  onEnd: () => void,
): Decider<Row, Decision> {
  const { done, failed } = useAnnounce();
  // A press before the lists are refetched would decide on an outdated row.
  const [deciding, setDeciding] = useState<string | null>(null);
  const end = (id: string, reread: Promise<unknown> = Promise.resolve()) =>
    // By then another row may be the one being decided.
    void reread.finally(() => setDeciding((current) => (current === id ? null : current)));
  const { send, sending } = useSubmission(options.call, {
    onSuccess: (answer, { id, ...decision }) => {
      options.onDecided(answer, done);
      options.onLeft?.(id, decision as unknown as Decision);
      end(id, refresh(options.rereads));
      onEnd();
    },
    onProblem: (problem, { id, ...decision }) => {
      failed(problem, options.situationOf(decision as unknown as Decision));
      if (!problem.isFinal || problem.code === 'request.invalid') return end(id);
      // Decided or deleted by a colleague meanwhile: the shown data is outdated.
      end(id, refresh(options.rereads));
      if (problem.code === options.overtakenCode || problem.status === 404) onEnd();
    },
  });
  return {
    decide: ({ id, status }, decision) => {
      setDeciding(id);
      decideHere(id);
      send({ ...decision, id, seenStatus: status });
    },
    deciding,
    sending,
  };
}

/** A request with the action that a dialog confirms. */
export interface Asking<Row, Action> {
  readonly row: Row;
  readonly action: Action;
}

/**
 * The decisions of a list of requests. Some actions are sent from their row and reported in a toast; the others are confirmed in a dialog, which
 * stays open until the answer. Each way has its own submission.
 */
export function useDecisions<Row extends Request, Decision extends { readonly action: string }, Answer>(
  options: DecisionOptions<Row, Decision, Answer>,
): {
  readonly inRow: Decider<Row, Decision>;
  readonly inDialog: Decider<Row, Decision>;
  readonly deciding: string | null;
  readonly asking: Asking<Row, Decision['action']> | null;
  readonly ask: (row: Row, action: Decision['action']) => void;
  readonly close: () => void;
} {
  const [asking, setAsking] = useState<Asking<Row, Decision['action']> | null>(null);
  const inRow = useDecider(options, () => undefined);
  const inDialog = useDecider(options, () => setAsking(null));
  return {
    inRow,
    inDialog,
    deciding: inDialog.deciding ?? inRow.deciding,
    asking,
    ask: (row, action) => setAsking({ row, action }),
    close: () => {
      inDialog.sending.forget();
      setAsking(null);
    },
  };
}

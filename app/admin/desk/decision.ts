import { useState } from 'react';
import type { ApiProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { type CallOptions, type Sending, useSubmission } from '../../api/submission.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { useAnnounce } from './announce.ts';

/** A client's request as the lists show it. */
interface Request {
  readonly id: string;
  readonly status: string;
}

/** How decisions of one kind of request are sent and told. */
interface DecisionOptions<Row extends Request, Decision, Answer> {
  readonly call: (
    input: Decision & { id: Row['id']; seenStatus: Row['status'] },
    options: CallOptions,
  ) => Promise<Answer>;
  /** What the lists show that a decision changes. */
  readonly rereads: Parameters<typeof refresh>[0];
  /** Tells what was decided. */
  readonly onDecided: (answer: Answer, done: ReturnType<typeof useAnnounce>['done']) => void;
  /** The sentence of the situation in which a decision failed. */
  readonly situationOf: (decision: Decision) => CatalogueKey;
  /** The refusal that says that a colleague decided first. */
  readonly overtakenCode: ApiProblem['code'];
}

/** One way of deciding: from a row, or from a dialog. */
interface Decider<Row, Decision> {
  /** `row` is the request as it was shown when the decision was asked for: a status changed since then is refused. */
  readonly decide: (row: Row, decision: Decision) => void;
  /** The request that is being decided, until the lists show what became of it. */
  readonly deciding: string | null;
  readonly sending: Sending;
}

/** Sends a decision, tells its result, and reads the lists again; also when a colleague was faster. */
function useDecider<Row extends Request, Decision extends object, Answer>(
  options: DecisionOptions<Row, Decision, Answer>,
  onEnd: () => void,
): Decider<Row, Decision> {
  const { done, failed } = useAnnounce();
  // A button pressed before the lists show the decision would decide of an outdated row.
  const [deciding, setDeciding] = useState<string | null>(null);
  const end = (id: string, reread: Promise<unknown> = Promise.resolve()) =>
    // By then another row may be under decision.
    void reread.finally(() => setDeciding((current) => (current === id ? null : current)));
  const { send, sending } = useSubmission(options.call, {
    onSuccess: (answer, { id }) => {
      options.onDecided(answer, done);
      end(id, refresh(options.rereads));
      onEnd();
    },
    onProblem: (problem, { id, ...decision }) => {
      failed(problem, options.situationOf(decision as unknown as Decision));
      if (!problem.isFinal || problem.code === 'request.invalid') return end(id);
      // Decided or deleted by a colleague meanwhile: what is shown is out of date.
      end(id, refresh(options.rereads));
      if (problem.code === options.overtakenCode || problem.status === 404) onEnd();
    },
  });
  return {
    decide: ({ id, status }, decision) => {
      setDeciding(id);
      send({ ...decision, id, seenStatus: status });
    },
    deciding,
    sending,
  };
}

/** A request with the action that a dialog asks about. */
export interface Asking<Row, Action> {
  readonly row: Row;
  readonly action: Action;
}

/**
 * The decisions of a list of requests. Some actions are sent from their row and told in a toast; the others are asked about in a dialog
 * first, which stays until the answer is there: each way has its own submission.
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

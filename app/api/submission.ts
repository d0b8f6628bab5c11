import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepUnanswered, unansweredOf } from '../page/drafts.ts';
import { onceTaken } from './approval.ts';
import { followCall } from './call-watch.ts';
import type { Watch } from './fetch.ts';
import { useOutcome } from './outcome.ts';
import { ApiProblem, asProblem, connectionProblem } from './problem.ts';
import { Submission } from './submission-key.ts';

/** Milliseconds after which a pending answer is explained. */
const LATE_MS = 4000;
/** Milliseconds after which the answer is no longer awaited: the person is told that the outcome is unknown. */
const GIVE_UP_MS = 30_000;

/**
 * States of a submission.
 * - `asking`: pressed and not sent yet: waiting for a confirmation or a passkey.
 * - `sending`: sent; cannot be taken back.
 * - `late`: sent, and the answer takes long.
 * - `unsent`: there was no network; nothing was sent.
 * - `unknown`: sent, and no answer came. Sent again with the same key, the server answers what it did.
 */
export type SendingState = 'idle' | 'asking' | 'sending' | 'late' | 'unsent' | 'unknown';

const isOfConnection = ({ code }: ApiProblem) => code === 'offline' || code === 'unanswered';

/**
 * Lets the dialogs of a call report that it was not answered. What was typed for a call that others approve is done with once it was proposed:
 * sent again from there, it would be asked for twice.
 */
function hand(problem: ApiProblem, dialogs: ReadonlySet<() => void>): void {
  problem.isShown = isOfConnection(problem) && dialogs.size > 0;
  if (problem.isOffered)
    onceTaken(() => {
      for (const onDone of dialogs) onDone();
    });
}

/** What a dialog shows of a submission (sending-dialog.tsx). */
export interface Sending {
  readonly state: SendingState;
  /** From the press to the answer: the dialog stays open. */
  readonly isSending: boolean;
  /** Sends the same input again, under the same key. */
  readonly again: () => void;
  /** Registers a dialog that reports the submission in place of a toast and is called once it is done. Returns how to stop. */
  readonly show: (onDone: () => void) => () => void;
  /** Forgets the outcome of the last submission. */
  readonly forget: () => void;
}

/** How a submission is known again after its dialog was closed or the page read anew. */
interface Remembered<Input> {
  readonly name: string;
  /** Whether both are the same call to the person who sends it; the same input unless said otherwise. */
  readonly isSame?: (before: Input, now: Input) => boolean;
}

const isEqual = (before: unknown, now: unknown) => JSON.stringify(before) === JSON.stringify(now);

/**
 * What is sent for an input, and under which key: the same call again when one like it was never answered, else the input under a new key.
 * `keep` remembers that it is on its way, or forgets it.
 */
function recall<Input>(remembered: Remembered<Input> | undefined, typed: Input, newKey: () => string) {
  const before = remembered ? unansweredOf(remembered.name) : null;
  const isSame = remembered?.isSame ?? isEqual;
  const isAgain = before !== null && isSame(before.input as Input, typed);
  const input = isAgain ? (before.input as Input) : typed;
  const key = isAgain ? before.key : newKey();
  const keep = (isOnItsWay: boolean) => {
    if (!remembered) return;
    const at = isAgain ? before.at : Date.now();
    keepUnanswered(remembered.name, isOnItsWay ? { input, key, at } : null);
  };
  return { input, key, keep, isAgain };
}

interface SubmissionOptions<Input, Output> {
  /** Of what moves money and keeps what was typed: sent again after a lost answer, it is done once. */
  readonly remembered?: Remembered<Input>;
  readonly onSuccess?: (output: Output, input: Input) => void;
  readonly onProblem?: (problem: ApiProblem, input: Input) => void;
}

/** The options of the call: the second argument of `api.…`. */
export interface CallOptions {
  readonly context: { readonly idempotencyKey: string; readonly watch: Watch };
  readonly signal: AbortSignal;
}

/** Asks the browser to warn before the page is left during a call: its result would be lost. */
function useStayWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
}

/** Back online: clears the error, since nothing was sent. */
function useBackOnline(isUnsent: boolean, reset: () => void): void {
  useEffect(() => {
    if (!isUnsent) return;
    addEventListener('online', reset);
    return () => removeEventListener('online', reset);
  }, [isUnsent, reset]);
}

/** Watches one call at a time: when it was sent, how long its answer takes, and whether its result is still awaited. */
function useWatch() {
  const [phase, setPhase] = useState<'asking' | 'sending' | 'late'>('asking');
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const begin = (onSent: () => void) => {
    const giveUp = new AbortController();
    let isSent = false;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const ended = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      setPhase('asking');
    };
    const watch = followCall({
      // Called again for each repeat: the time counts from the first.
      onSent: () => {
        isSent = true;
        onSent();
        if (timers.length > 0) return;
        setPhase('sending');
        timers = [setTimeout(() => setPhase('late'), LATE_MS), setTimeout(() => giveUp.abort(), GIVE_UP_MS)];
      },
      onEnded: ended,
      isFollowed: () => isMounted.current,
    });
    /** An answer that was cut off, or that this code fails on, is none: what was sent may have been done. */
    const problemOf = (error: unknown): ApiProblem =>
      giveUp.signal.aborted || (isSent && !(error instanceof ApiProblem))
        ? connectionProblem('unanswered')
        : asProblem(error);
    return { watch, signal: giveUp.signal, problemOf };
  };
  return { phase, begin };
}

interface SubmissionState<Input, Output> {
  send: (input: Input) => void;
  isSending: boolean;
  sending: Sending;
  problem: ApiProblem | null;
  data: Output | undefined;
  /** The input being sent, or sent last. */
  input: Input | undefined;
  reset: () => void;
}

/**
 * Sends a call that moves money, creates or changes something. Pressed again after a lost connection it carries the same key, so the server
 * executes it once. It is never queued, and never repeated once its result is no longer awaited.
 * `useSubmission(api.loans.request, { onSuccess, onProblem })`, then `send(input)`; a dialog takes `sending`.
 */
export function useSubmission<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  { onSuccess, onProblem, remembered }: SubmissionOptions<Input, Output> = {},
): SubmissionState<Input, Output> {
  const submission = useRef(new Submission());
  const asOutcome = useOutcome();
  const shownBy = useRef(new Set<() => void>());
  const isUnderWay = useRef(false);
  const { phase, begin } = useWatch();
  const mutation = useMutation<Output, ApiProblem, Input>({
    mutationFn: async (typed) => {
      const { input, key, keep, isAgain } = recall(remembered, typed, () => submission.current.keyFor(typed));
      const settle = () => {
        submission.current.settled();
        keep(false);
      };
      const { watch, signal, problemOf } = begin(() => keep(true));
      try {
        const output = await call(input, { context: { idempotencyKey: key, watch }, signal });
        settle();
        return output;
      } catch (error) {
        const problem = problemOf(error);
        if (problem.isFinal) settle();
        else if (problem.code === 'offline' && !isAgain) keep(false);
        hand(problem, shownBy.current);
        throw problem;
      } finally {
        isUnderWay.current = false;
      }
    },
    onSuccess: (output, input) => {
      for (const onDone of shownBy.current) onDone();
      asOutcome(input, () => onSuccess?.(output, input));
    },
    onError: (problem, input) => asOutcome(input, () => onProblem?.(problem, input)),
  });
  const { isPending, error, variables, mutate, reset } = mutation;
  useStayWhile(isPending);

  // A second press before the next render must not send again.
  const send = (input: Input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(input);
  };
  const show = useCallback((onDone: () => void) => {
    shownBy.current.add(onDone);
    return () => {
      shownBy.current.delete(onDone);
    };
  }, []);

  let state: SendingState = 'idle';
  if (isPending) state = phase;
  else if (error?.isShown) state = error.code === 'offline' ? 'unsent' : 'unknown';
  useBackOnline(state === 'unsent', reset);

  return {
    send,
    isSending: isPending,
    sending: {
      state,
      isSending: isPending,
      again: () => send(variables as Input),
      show,
      forget: reset,
    },
    problem: error,
    data: mutation.data,
    input: variables,
    reset,
  };
}

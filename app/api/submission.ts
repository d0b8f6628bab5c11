import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { followCall } from './call-watch.ts';
import type { Watch } from './fetch.ts';
import { useOutcome } from './outcome.ts';
import { type ApiProblem, asProblem, connectionProblem } from './problem.ts';
import { Submission } from './submission-key.ts';

/** An answer that takes longer than this is explained. */
const LATE_MS = 4000;
/** After this the answer is no longer waited for: the person is told that what became of the call is not known. */
const GIVE_UP_MS = 30_000;

/**
 * Where a submission stands.
 * - `asking`: pressed, and not sent yet: a confirmation or a passkey is asked for.
 * - `sending`: it has left and cannot be taken back.
 * - `late`: the same, and the answer takes long.
 * - `unsent`: there was no network; nothing left.
 * - `unknown`: it left and no answer came. Sent again with the same key the server answers what it did.
 */
export type SendingState = 'idle' | 'asking' | 'sending' | 'late' | 'unsent' | 'unknown';

/** What a dialog shows of a submission (sending-dialog.tsx). */
export interface Sending {
  readonly state: SendingState;
  /** From the press to the answer: the dialog stays until then. */
  readonly isSending: boolean;
  /** Sends the very same once more, under the same key. */
  readonly again: () => void;
  /** A dialog says what becomes of the submission, so that no toast has to; it is told once it is done. Returns how to stop. */
  readonly show: (onDone: () => void) => () => void;
  /** Forgets what became of the last submission. */
  readonly forget: () => void;
}

interface SubmissionOptions<Input, Output> {
  readonly onSuccess?: (output: Output, input: Input) => void;
  readonly onProblem?: (problem: ApiProblem, input: Input) => void;
}

/** What a submission gives its call: the second argument of `api.…`. */
export interface CallOptions {
  readonly context: { readonly idempotencyKey: string; readonly watch: Watch };
  readonly signal: AbortSignal;
}

/** Asks the browser to warn before the page is left while something is under way: its result would be seen by nobody. */
function useStayWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
}

/** Follows one call at a time: when it left, how long its answer takes, and whether somebody still looks at the result. */
function useWatch() {
  const [phase, setPhase] = useState<'asking' | 'sending' | 'late'>('asking');
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const begin = () => {
    const giveUp = new AbortController();
    let timers: ReturnType<typeof setTimeout>[] = [];
    const ended = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      setPhase('asking');
    };
    const watch = followCall({
      // Called again for each repeat: the time counts from the first.
      onSent: () => {
        if (timers.length > 0) return;
        setPhase('sending');
        timers = [setTimeout(() => setPhase('late'), LATE_MS), setTimeout(() => giveUp.abort(), GIVE_UP_MS)];
      },
      onEnded: ended,
      isFollowed: () => isMounted.current,
    });
    return { watch, signal: giveUp.signal };
  };
  return { phase, begin };
}

/**
 * Sends something that moves money, creates or changes something, once: pressed again after a lost connection it carries the same key, so
 * the server answers what it already did. It is never kept for later, and never repeated when nobody looks at its result.
 * `useSubmission(api.loans.request, { onSuccess, onProblem })`, then `send(input)`; a dialog is given `sending`.
 */
export function useSubmission<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  { onSuccess, onProblem }: SubmissionOptions<Input, Output> = {},
): {
  send: (input: Input) => void;
  isSending: boolean;
  sending: Sending;
  problem: ApiProblem | null;
  data: Output | undefined;
  /** What is being sent, or was last. */
  input: Input | undefined;
  reset: () => void;
} {
  const submission = useRef(new Submission());
  const asOutcome = useOutcome();
  const shownBy = useRef(new Set<() => void>());
  const isUnderWay = useRef(false);
  const { phase, begin } = useWatch();
  const mutation = useMutation<Output, ApiProblem, Input>({
    mutationFn: async (input) => {
      const { watch, signal } = begin();
      try {
        const context = { idempotencyKey: submission.current.keyFor(input), watch };
        const output = await call(input, { context, signal });
        submission.current.settled();
        return output;
      } catch (error) {
        const problem = signal.aborted ? connectionProblem('unanswered') : asProblem(error);
        if (problem.isFinal) submission.current.settled();
        const isOfConnection = problem.code === 'offline' || problem.code === 'unanswered';
        problem.isShown = isOfConnection && shownBy.current.size > 0;
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

  // A second press before the first has been drawn must not send.
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
  // Nothing is wrong any more once the network is back: nothing was sent.
  useEffect(() => {
    if (state !== 'unsent') return;
    addEventListener('online', reset);
    return () => removeEventListener('online', reset);
  }, [state, reset]);

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

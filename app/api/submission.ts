import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ApiProblem, asProblem } from './problem.ts';

/** A random name for one submission. `crypto.randomUUID` is missing where the page came over plain HTTP, so it is written out. */
export function newSubmissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** One submission and its key: the same until what is sent changes or the server has answered for good. */
export class Submission {
  #key: string | null = null;
  #body = '';

  keyFor(input: unknown): string {
    const body = JSON.stringify(input);
    if (this.#key === null || body !== this.#body) this.#key = newSubmissionKey();
    this.#body = body;
    return this.#key;
  }

  settled(): void {
    this.#key = null;
  }
}

interface SubmissionOptions<Input, Output> {
  readonly onSuccess?: (output: Output, input: Input) => void;
  readonly onProblem?: (problem: ApiProblem, input: Input) => void;
}

/**
 * Sends something that moves money or creates something, once: pressing the button again after a lost connection sends the same key,
 * so the server answers what it already did. `useSubmission(api.loans.request, { onSuccess, onProblem })`, then `send(input)`.
 */
export function useSubmission<Input, Output>(
  call: (input: Input, options: { context: { idempotencyKey: string } }) => Promise<Output>,
  { onSuccess, onProblem }: SubmissionOptions<Input, Output> = {},
): { send: (input: Input) => void; isSending: boolean; problem: ApiProblem | null; reset: () => void } {
  const submission = useRef(new Submission());
  const mutation: UseMutationResult<Output, unknown, Input> = useMutation({
    mutationFn: async (input: Input) => {
      try {
        const output = await call(input, { context: { idempotencyKey: submission.current.keyFor(input) } });
        submission.current.settled();
        return output;
      } catch (error) {
        const problem = asProblem(error);
        if (problem.isFinal) submission.current.settled();
        throw problem;
      }
    },
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (error, input) => onProblem?.(asProblem(error), input),
  });
  return {
    send: mutation.mutate,
    isSending: mutation.isPending,
    problem: mutation.error === null ? null : asProblem(mutation.error),
    reset: mutation.reset,
  };
}

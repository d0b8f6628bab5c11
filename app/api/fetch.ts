import { takeEarlyAnswer } from './early-reads.ts';
import { type ApiProblem, connectionProblem, problemOf } from './problem.ts';

/** Statuses of a gateway that cannot reach the server; the next attempt usually succeeds. */
const gatewayFailures: readonly number[] = [502, 503, 504];
const tries = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Watches a call that changes something (call-watch.ts). */
export interface Watch {
  /** The call is sent. */
  sent(): void;
  /** The call ended, with an answer or without. */
  ended(): void;
  /** Whether the call may be repeated. */
  mayRepeat(): boolean;
  /** The problem for a call without an answer. */
  silence(): ApiProblem;
  /** The problem for a call that a gateway answered with this status. */
  gateway(problem: ApiProblem): ApiProblem;
}

interface Sending {
  readonly send?: (request: Request) => Promise<Response>;
  readonly wait?: typeof pause;
  readonly watch?: Watch | undefined;
}

/**
 * A call may be repeated if a repeat cannot execute twice: it reads, it sets a value, or it carries an idempotency key. A deletion may not: its
 * second answer would be 404.
 */
function isRepeatable({ method, headers }: Request): boolean {
  return ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('idempotency-key');
}

const fetchUnlessAhead = async (request: Request): Promise<Response> =>
  (await takeEarlyAnswer(request)) ?? fetch(request);

/**
 * `fetch` for the API: retries silently when a gateway failed (docs/rules.md, Figures), and throws an `ApiProblem` for every answer that is not
 * a success.
 */
export async function fetchApi(
  request: Request,
  { send = fetchUnlessAhead, wait = pause, watch }: Sending = {},
): Promise<Response> {
  try {
    for (let attempt = 1; ; attempt += 1) {
      const mayRepeat = () => attempt < tries && isRepeatable(request) && (watch?.mayRepeat() ?? true);
      let response: Response | undefined;
      try {
        watch?.sent();
        response = await send(request.clone());
      } catch (error) {
        if (request.signal.aborted) throw error;
        if (!mayRepeat()) throw watch?.silence() ?? connectionProblem('unreachable');
      }
      if (response?.ok) return response;
      if (response && !gatewayFailures.includes(response.status)) throw await problemOf(response);
      if (response && !mayRepeat()) {
        const problem = await problemOf(response);
        throw watch?.gateway(problem) ?? problem;
      }
      await wait(300 * 2 ** (attempt - 1));
    }
  } finally {
    watch?.ended();
  }
}

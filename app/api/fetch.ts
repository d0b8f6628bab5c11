import { answerAhead } from './ahead.ts';
import { type ApiProblem, connectionProblem, problemOf } from './problem.ts';

/** What stands between the browser and the server answers so when it cannot reach it; the next try usually passes. */
const gatewayFailures: readonly number[] = [502, 503, 504];
const tries = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Follows a call that changes something (call-watch.ts). */
export interface Watch {
  /** The call leaves now. */
  sent(): void;
  /** An answer came, or none will. */
  ended(): void;
  /** Whether the call may be sent again. */
  mayRepeat(): boolean;
  /** What it says of the call that no answer came. */
  silence(): ApiProblem;
  /** What it says of the call that a gateway answered with this. */
  gateway(problem: ApiProblem): ApiProblem;
}

interface Sending {
  readonly send?: (request: Request) => Promise<Response>;
  readonly wait?: typeof pause;
  readonly watch?: Watch | undefined;
}

/**
 * A call may be sent again when that cannot do the thing twice: it reads, it sets a value, or it carries its idempotency key. A deletion
 * may not: its second answer says that there is nothing to delete.
 */
function isRepeatable({ method, headers }: Request): boolean {
  return ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('idempotency-key');
}

const fetchUnlessAhead = async (request: Request): Promise<Response> =>
  (await answerAhead(request)) ?? fetch(request);

/**
 * `fetch` for the API: tries again, unseen, when a gateway failed (docs/rules.md, Figures), and throws an
 * `ApiProblem` for every answer that is not a success.
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

import { answerAhead } from './ahead.ts';
import { ApiProblem, problemOf } from './problem.ts';

/** What stands between the browser and the server answers so when it cannot reach it; the next try usually passes. */
const gatewayFailures: readonly number[] = [502, 503, 504];
const tries = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A call may be sent again when that cannot do the thing twice: it only reads, or it carries its idempotency key. */
function isRepeatable(request: Request): boolean {
  return ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method) || request.headers.has('idempotency-key');
}

const fetchUnlessAhead = async (request: Request): Promise<Response> =>
  (await answerAhead(request)) ?? fetch(request);

/**
 * `fetch` for the API: tries again, unseen, when a gateway failed (specification, signed-in areas, section 9), and throws an
 * `ApiProblem` for every answer that is not a success.
 */
export async function fetchApi(
  request: Request,
  send: (request: Request) => Promise<Response> = fetchUnlessAhead,
  wait: typeof pause = pause,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const mayRepeat = attempt < tries && isRepeatable(request);
    let response: Response;
    try {
      response = await send(request.clone());
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (!mayRepeat) throw new ApiProblem({ code: 'offline', status: 0, title: '', detail: '' });
      await wait(300 * 2 ** (attempt - 1));
      continue;
    }
    if (response.ok) return response;
    if (!mayRepeat || !gatewayFailures.includes(response.status)) throw await problemOf(response);
    await wait(300 * 2 ** (attempt - 1));
  }
}

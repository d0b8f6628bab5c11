import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { NewId } from '../ids.ts';
import { tell } from '../signals.ts';

const REQUEST_ID = 'requestId';
const ROUTE = 'route';

/** The name under which a request stands in the log and in its answer's `X-Request-Id`. */
export function requestIdOf(c: Context): string {
  return (c.get(REQUEST_ID as never) as string | undefined) ?? '';
}

/** Says which route of the contract, or kind of page, answers: addresses hold ids and must not become names of metrics. */
export function nameRoute(c: Context, route: string): void {
  c.set(ROUTE as never, route as never);
}

/** The methods that have a name of their own in metrics: anyone can invent others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Gives each request an id of ours (a caller's own is not believed), and tells of it once it is answered: a signal, and a line of the
 * log without address, query, cookie or body.
 */
export function tellRequests(logger: Logger, newId: NewId): MiddlewareHandler {
  return async (c, next) => {
    const requestId = newId();
    c.set(REQUEST_ID, requestId);
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    c.res.headers.set('x-request-id', requestId);
    const route = (c.get(ROUTE) as string | undefined) ?? 'none';
    const { status } = c.res;
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    tell('guichet:request', { method, route, status, ms });
    logger[status >= 500 ? 'warn' : 'info'](
      { requestId, method, route, status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  };
}

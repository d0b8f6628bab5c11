import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { NewId } from '../ids.ts';
import { tell } from '../signals.ts';

const REQUEST_ID = 'requestId';

/** Id of a request in the log and in the answer's `X-Request-Id`. */
export function requestIdOf(c: Context): string {
  return (c.get(REQUEST_ID as never) as string | undefined) ?? '';
}

/** Methods with a label of their own in metrics: callers can invent others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Facts of an answered request. The route is the contract's template: paths hold ids and must not become metric labels. */
interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** By `performance.now()`. */
  readonly started: number;
}

/** Reports an answered request: a signal, and a log line without address, query, cookie or body. */
export function tellRequest(logger: Logger, { requestId, route, status, started, ...asked }: Answered): void {
  const ms = performance.now() - started;
  const method = METHODS.has(asked.method) ? asked.method : 'other';
  tell('guichet:request', { method, route, status, ms });
  logger[status >= 500 ? 'warn' : 'info'](
    { requestId, method, route, status, ms: Math.round(ms * 10) / 10 },
    'request',
  );
}

/** Gives each request for a page an id of ours (a caller's id is not trusted) and reports it. */
export function tellRequests(logger: Logger, newId: NewId): MiddlewareHandler {
  return async (c, next) => {
    const requestId = newId();
    c.set(REQUEST_ID, requestId);
    const started = performance.now();
    await next();
    c.res.headers.set('x-request-id', requestId);
    tellRequest(logger, { requestId, method: c.req.method, route: 'none', status: c.res.status, started });
  };
}

import type { MiddlewareHandler } from 'hono';
import { problemOf } from './problems.ts';

/** A node that is about to stop: it answers what is asked of it still, and sends its callers elsewhere. */
export interface Draining {
  readonly middleware: MiddlewareHandler;
  readonly isDraining: () => boolean;
  begin(): void;
}

/**
 * While draining, every answer closes its connection, so that a browser comes back on another one (to another node, or to the next
 * start), and no new stream of live updates is opened: it would end at once and be asked for again without a pause. The health route says
 * no, so that a load balancer sends nothing more here.
 */
export function createDraining(): Draining {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    begin() {
      isDraining = true;
    },
    middleware: async (c, next) => {
      if (!isDraining) return next();
      if (c.req.path === '/api/live' || c.req.path === '/api/health') {
        const problem = problemOf('service.unavailable');
        return c.body(JSON.stringify(problem), 503, {
          'content-type': 'application/problem+json; charset=utf-8',
          'retry-after': '1',
          connection: 'close',
        });
      }
      await next();
      c.res.headers.set('connection', 'close');
    },
  };
}

import type { MiddlewareHandler } from 'hono';

/** A node that is about to stop: it answers what is asked of it still, and sends its callers elsewhere. */
export interface Draining {
  readonly middleware: MiddlewareHandler;
  readonly isDraining: () => boolean;
  /** Whether a path gets no answer here any more. */
  readonly refuses: (path: string) => boolean;
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
    refuses: (path) => isDraining && (path === '/api/live' || path === '/api/health'),
    middleware: async (c, next) => {
      await next();
      if (isDraining) c.res.headers.set('connection', 'close');
    },
  };
}

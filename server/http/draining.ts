import type { MiddlewareHandler } from 'hono';

/** A node that is about to stop: it still answers, and directs callers to other nodes. */
export interface Draining {
  readonly middleware: MiddlewareHandler;
  readonly isDraining: () => boolean;
  /** Whether a path is refused while draining. */
  readonly refuses: (path: string) => boolean;
  begin(): void;
}

/**
 * While draining, every answer closes its connection, so that a browser reconnects to another node or to the next start. New streams of
 * live updates are refused: they would end at once and reconnect without a pause. The health route reports failure, so that a load balancer
 * stops sending requests.
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

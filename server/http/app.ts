import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import type { AnyRouter } from '@orpc/server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Bank } from '../bank/bank.ts';
import { createApi } from './api.ts';
import { demonstrationDayNotice } from './demonstration-day.ts';
import { createDraining, type Draining } from './draining.ts';
import type { NodeBindings } from './origin.ts';
import { requestIdOf, tellRequests } from './requests.ts';
import { securityHeaders } from './security-headers.ts';
import { staticPages } from './static-pages.ts';

/** Whether a URL lies under `/api`, on any host. */
const isOfApi = (url: string): boolean => /^[a-z]+:\/\/[^/]*\/api(?:[/?#]|$)/i.test(url);

/** All HTTP routes of a bank: the API, then the pages when they are built. */
export function createHttpApp(
  bank: Bank,
  {
    router,
    logger,
    draining = createDraining(),
  }: { readonly router: AnyRouter; readonly logger: Logger; readonly draining?: Draining | undefined },
): Hono<NodeBindings> {
  const app = new Hono<NodeBindings>();
  app.use('*', tellRequests(logger, bank.surroundings.newId));
  app.use('*', securityHeaders(bank.config.publicUrl));
  app.use('*', draining.middleware);
  if (existsSync(join(bank.config.buildDir, 'pages.json')))
    app.use(
      '*',
      staticPages({
        buildDir: bank.config.buildDir,
        isSecure: bank.config.publicUrl.startsWith('https:'),
        notice: () => demonstrationDayNotice(bank.surroundings),
      }),
    );
  app.onError((error, c) => {
    logger.error({ err: error, requestId: requestIdOf(c) }, 'a page could not be sent');
    return c.text(`500 ${requestIdOf(c)}`, 500);
  });
  // API calls bypass the middleware of pages: each layer costs as much as a route's own work.
  const answerApi = createApi(bank, { router, logger, draining });
  const answerPage = app.fetch;
  app.fetch = (request, env, ...rest) =>
    isOfApi(request.url)
      ? answerApi(request, env as HttpBindings | undefined)
      : answerPage(request, env, ...rest);
  return app;
}

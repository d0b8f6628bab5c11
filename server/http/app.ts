import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { mountApi } from './api.ts';
import type { Bank } from './context.ts';
import { createDraining, type Draining } from './draining.ts';
import type { NodeBindings } from './origin.ts';
import { tellRequests } from './requests.ts';
import { securityHeaders } from './security-headers.ts';
import { staticPages } from './static-pages.ts';

/** The whole web face of a bank: the API, then the pages when they have been built. */
export function createApp(
  bank: Bank,
  logger: Logger,
  draining: Draining = createDraining(),
): Hono<NodeBindings> {
  const app = new Hono<NodeBindings>();
  app.use('*', tellRequests(logger, bank.surroundings.newId));
  app.use('*', securityHeaders(bank.config.publicUrl));
  app.use('*', draining.middleware);
  mountApi(app, bank, logger);
  if (existsSync(join(bank.config.buildDir, 'pages.json')))
    app.use('*', staticPages({ buildDir: bank.config.buildDir }));
  return app;
}

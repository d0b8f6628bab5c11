import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Bank } from './bank/bank.ts';
import { createHttpApp } from './http/app.ts';
import type { Draining } from './http/draining.ts';
import type { NodeBindings } from './http/origin.ts';
import { router } from './router.ts';

/** The HTTP application of a bank, with every route of the contract. Used by `main.ts` and by tests. */
export const createApp = (bank: Bank, logger: Logger, draining?: Draining): Hono<NodeBindings> =>
  createHttpApp(bank, { router, logger, draining });

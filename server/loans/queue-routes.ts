import * as z from 'zod/mini';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { os } from '../http/context.ts';
import { DEFAULT_PAGE, decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { loanQueues, queuedLoans } from './queues.ts';

/** The deadline, the arrival and the id of a page's last row. */
const pageKeys = z.tuple([z.nullable(momentKey), momentKey, z.uuid()]);

export const loanQueueRoutes = {
  list: os.loanQueues.list.handler(async ({ context }) => ({
    queues: await loanQueues(context.db, context.bank.surroundings.now()),
  })),

  show: os.loanQueues.show.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const keys = decodeKeys(input.cursor, pageKeys);
    const rows = await queuedLoans(context.db, {
      queue: input.queue,
      now: context.bank.surroundings.now(),
      after: keys && { due: keys[0] === null ? null : new Date(keys[0]), at: new Date(keys[1]), id: keys[2] },
      limit,
    });
    const { page, nextCursor } = pageBy(rows, limit, ({ due, at, id }) => [
      due?.getTime() ?? null,
      at.getTime(),
      id,
    ]);
    return {
      loans: page.map(({ at, due, currency, ...row }) => ({
        ...row,
        since: at.toISOString(),
        dueAt: due?.toISOString() ?? null,
        currency: currency as CurrencyCode,
      })),
      nextCursor,
    };
  }),
};

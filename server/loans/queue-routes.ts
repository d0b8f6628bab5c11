import type { CurrencyCode } from '#domain/money/currencies.ts';
import { os } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { loanQueues, queuedLoans } from './queues.ts';

export const loanQueueRoutes = {
  list: os.loanQueues.list.handler(async ({ context }) => ({
    queues: await loanQueues(context.db, context.bank.surroundings.now()),
  })),

  show: os.loanQueues.show.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await queuedLoans(context.db, {
      queue: input.queue,
      now: context.bank.surroundings.now(),
      after: decodeCursor(input.cursor),
      limit,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ at, id }) => ({ at, id }));
    return {
      loans: page.map(({ at, currency, ...row }) => ({
        ...row,
        since: at.toISOString(),
        currency: currency as CurrencyCode,
      })),
      nextCursor,
    };
  }),
};

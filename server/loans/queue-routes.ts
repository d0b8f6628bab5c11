import { os } from '../http/context.ts';
import { loanQueues } from './queues.ts';

export const loanQueueRoutes = {
  list: os.loanQueues.list.handler(async ({ context }) => ({
    queues: await loanQueues(context.db, context.bank.surroundings.now()),
  })),
};

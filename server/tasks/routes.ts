import type { CurrencyCode } from '#domain/money/currencies.ts';
import { os, run, signedIn } from '../http/context.ts';
import { assignTask, releaseTask } from './assign-task.ts';
import { countTasksOf, tasksOf } from './my-tasks.ts';
import { colleagues } from './queries.ts';

export const taskRoutes = {
  take: os.tasks.take.handler(({ input, context }) =>
    run(context, async (work) => ({
      followedBy: await assignTask(work, 'tasks.take', {
        subject: input,
        assigneeId: signedIn(context).userId,
        seenAssigneeId: input.seenAssigneeId,
      }),
    })),
  ),

  assign: os.tasks.assign.handler(({ input, context }) =>
    run(context, async (work) => ({
      followedBy: await assignTask(work, 'tasks.assign', { subject: input, ...input }),
    })),
  ),

  release: os.tasks.release.handler(({ input, context }) =>
    run(context, async (work) => {
      await releaseTask(work, input);
      return { followedBy: null };
    }),
  ),

  mine: os.tasks.mine.handler(async ({ context }) => {
    const { userId } = signedIn(context);
    const [tasks, { count }] = await Promise.all([
      tasksOf(context.db, userId),
      countTasksOf(context.db, userId, context.bank.surroundings.now()),
    ]);
    return {
      tasks: tasks.map(({ accountId, clientName, currency, ...task }) => ({
        ...task,
        client: { accountId, displayName: clientName },
        currency: currency as CurrencyCode | null,
      })),
      count,
    };
  }),

  colleagues: os.tasks.colleagues.handler(async ({ context }) => ({
    colleagues: await colleagues(context.db),
  })),
};

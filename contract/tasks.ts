import * as z from 'zod/mini';
import { assignTaskInput, releaseTaskInput, TASK_KINDS, takeTaskInput } from '#domain/tasks/task.ts';
import { route } from './route.ts';
import { currencyCode, dueAt, followedBy, id, instant } from './values.ts';

const tag = 'Tasks';

const followed = z.object({ followedBy });

export const tasksContract = {
  take: route({
    method: 'PUT',
    path: '/admin/assignments/{kind}/{id}',
    summary: "Take a client's file or request oneself; refused when a colleague took it since it was seen",
    tag,
    access: 'staff',
    refusals: ['not-found', 'task.taken', 'task.unknown-colleague'],
  })
    .input(takeTaskInput)
    .output(followed),
  assign: route({
    method: 'PUT',
    path: '/admin/assignments/{kind}/{id}/assignee',
    summary:
      "Give a client's file or request to a colleague; refused when another one took it since it was seen",
    tag,
    access: 'staff',
    refusals: ['not-found', 'task.taken', 'task.unknown-colleague'],
  })
    .input(assignTaskInput)
    .output(followed),
  release: route({
    method: 'DELETE',
    path: '/admin/assignments/{kind}/{id}',
    summary: "Give a client's file or request back: nobody follows it",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(releaseTaskInput)
    .output(followed),
  mine: route({
    method: 'GET',
    path: '/admin/assignments',
    summary: 'What the caller follows, the nearest deadline first: 200 at most, and how many there are',
    tag,
    access: 'staff',
  }).output(
    z.object({
      tasks: z.array(
        z.object({
          kind: z.enum(TASK_KINDS),
          id,
          client: z.object({ accountId: id, displayName: z.string() }),
          /** The purpose of a loan, the bank of a transfer, the words of a fee; null for a client's file. */
          text: z.nullable(z.string()),
          amountMinor: z.nullable(z.int()),
          currency: z.nullable(currencyCode),
          since: instant,
          dueAt,
        }),
      ),
      count: z.int(),
    }),
  ),
  colleagues: route({
    method: 'GET',
    path: '/admin/assignees',
    summary: 'The members of the staff to whom something can be given, by name',
    tag,
    access: 'staff',
  }).output(z.object({ colleagues: z.array(z.object({ id, name: z.string() })) })),
};

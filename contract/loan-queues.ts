import * as z from 'zod/mini';
import { LOAN_QUEUES } from '#domain/loans/queues.ts';
import { route } from './route.ts';
import { currencyCode, day, dueAt, id, instant, pageInput, pageOutput } from './values.ts';

export const loanQueuesContract = {
  list: route({
    method: 'GET',
    path: '/admin/loan-queues',
    summary:
      'What waits for the staff on loans: each queue with its count, how many are late, the next deadline and how long its oldest waits',
    tag: 'Loans',
    access: 'staff',
  }).output(
    z.object({
      queues: z.array(
        z.object({
          name: z.enum(LOAN_QUEUES),
          count: z.int(),
          /** How many are late; an agreement from the fifth day after the acceptance on (LC-50). */
          late: z.int(),
          /** The next deadline, passed or not; null when nothing says until when. */
          nextDueAt: z.nullable(instant),
          /** Since when the oldest waits; null for an empty queue. */
          oldestAt: z.nullable(instant),
        }),
      ),
    }),
  ),
  show: route({
    method: 'GET',
    path: '/admin/loan-queues/{queue}',
    summary: 'The loans that wait in a queue, the nearest deadline first, then the oldest',
    tag: 'Loans',
    access: 'staff',
  })
    .input(z.strictObject({ queue: z.enum(LOAN_QUEUES), ...pageInput }))
    .output(
      z.object({
        loans: z.array(
          z.object({
            /** What waits: the loan itself, or the document, notice or decision of it. */
            id,
            loanId: id,
            clientName: z.string(),
            purpose: z.string(),
            amountMinor: z.int(),
            currency: currencyCode,
            since: instant,
            /** The last day on which it can be done; null when no day says. */
            deadline: z.nullable(day),
            dueAt,
          }),
        ),
        ...pageOutput,
      }),
    ),
};

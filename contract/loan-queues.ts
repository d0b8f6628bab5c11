import * as z from 'zod/mini';
import { LOAN_QUEUES } from '#domain/loans/queues.ts';
import { route } from './route.ts';
import { instant } from './values.ts';

export const loanQueuesContract = {
  list: route({
    method: 'GET',
    path: '/admin/loan-queues',
    summary: 'What waits for the staff on loans: each queue with its count and how long its oldest waits',
    tag: 'Loans',
    access: 'staff',
  }).output(
    z.object({
      queues: z.array(
        z.object({
          name: z.enum(LOAN_QUEUES),
          count: z.int(),
          /** Since when the oldest waits; null for an empty queue. */
          oldestAt: z.nullable(instant),
        }),
      ),
    }),
  ),
};

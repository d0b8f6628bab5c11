import { eventIterator } from '@orpc/contract';
import * as z from 'zod/mini';
import { route } from './route.ts';

/** What may have changed; a screen that shows one of these reads it again. */
export const TOPICS = [
  'account',
  'transactions',
  'loans',
  'withdrawals',
  'fees',
  'profile',
  'notifications',
  'clients',
  'rates',
  'enquiries',
  'session',
] as const;
export type Topic = (typeof TOPICS)[number];

export const liveEvent = z.object({
  topics: z.array(z.enum(TOPICS)),
});

export const liveContract = {
  stream: route({
    method: 'GET',
    path: '/live',
    summary: 'Server-sent events: what changed for the signed-in person, as it happens',
    tag: 'Live updates',
    access: 'signed-in',
  }).output(eventIterator(liveEvent)),
};

import { eventIterator } from '@orpc/contract';
import * as z from 'zod/mini';
import { ALL_TOPICS } from '#domain/notifications/topics.ts';
import { route } from './route.ts';

export const liveEvent = z.object({
  topics: z.array(z.enum(ALL_TOPICS)),
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

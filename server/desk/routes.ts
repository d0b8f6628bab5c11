import { permissionOfQueue, QUEUES } from '#domain/desk/queues.ts';
import { os, signedIn } from '../http/context.ts';
import { queueFigures } from './queues.ts';

export const queueRoutes = {
  list: os.queues.list.handler(async ({ context }) => {
    const { userId, roles, permissions } = signedIn(context);
    const names = QUEUES.filter((queue) => permissions.includes(permissionOfQueue(queue)));
    const reader = { userId, roles: roles.map(({ code }) => code), now: context.bank.surroundings.now() };
    return { queues: await queueFigures(context.db, names, reader) };
  }),
};

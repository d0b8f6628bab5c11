import * as z from 'zod/mini';
import { route } from './route.ts';

export const healthContract = {
  check: route({
    method: 'GET',
    path: '/health',
    summary: 'Whether this node is ready to serve',
    tag: 'Operation',
    access: 'anyone',
  }).output(
    z.object({
      status: z.enum(['ready']),
      version: z.string(),
      mode: z.enum(['demo', 'live']),
      database: z.enum(['pglite', 'postgresql']),
      migrations: z.object({ applied: z.int(), pending: z.int() }),
    }),
  ),
  document: route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    tag: 'Operation',
    access: 'anyone',
  }).output(z.looseObject({ openapi: z.string() })),
};

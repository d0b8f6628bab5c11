import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '#contract/index.ts';
import { Refusal } from '#domain/errors.ts';
import { schemaMismatch } from '../db/migrate.ts';
import { os } from '../http/context.ts';

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });

const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    params: { type: 'object' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message', 'detail'],
        properties: { field: { type: 'string' }, message: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
} as const;

/** The API document, made from the contract: a route that is not in the contract does not exist. */
export function apiDocument(version: string, publicUrl: string) {
  return generator.generate(contract, {
    info: {
      title: 'Guichet',
      version,
      description:
        'JSON over HTTPS. Amounts are integers of minor units beside their currency. Refusals are RFC 9457 problem details with a stable `code`.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    customErrorResponseBodySchema: (refusals) => ({
      ...PROBLEM_SCHEMA,
      properties: { ...PROBLEM_SCHEMA.properties, code: { enum: refusals.map(([code]) => code) } },
    }),
  });
}

export const healthRoutes = {
  check: os.health.check.handler(async ({ context }) => {
    const { config, database, institution } = context.bank;
    const { applied, pending, unknown } = await database.migrations();
    if (schemaMismatch({ applied, pending, unknown })) throw new Refusal('service.unavailable');
    return {
      status: 'ready' as const,
      version: config.version,
      mode: institution.mode,
      database: database.kind,
      migrations: { applied, pending },
    };
  }),
  document: os.health.document.handler(({ context }) =>
    apiDocument(context.bank.config.version, context.bank.config.publicUrl),
  ),
};

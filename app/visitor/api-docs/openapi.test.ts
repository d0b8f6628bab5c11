import { describe, expect, test } from 'vitest';
import { type ApiDocument, matching, operationsByTag, type Schema, typeText } from './openapi.ts';

describe('types as people read them', () => {
  test.each<[string, Schema]>([
    ['string', { type: 'string' }],
    ['"a" | "b"', { type: 'string', enum: ['a', 'b'] }],
    ['string | null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['"ready"', { const: 'ready' }],
    ['integer[]', { type: 'array', items: { type: 'integer' } }],
    ['("a" | "b")[]', { type: 'array', items: { enum: ['a', 'b'] } }],
    ['{}', { type: 'object' }],
    ['any', {}],
  ])('%s', (text, schema) => {
    expect(typeText(schema)).toBe(text);
  });

  test('an object lists its properties, marks those that may be missing and says their limits', () => {
    expect(
      typeText({
        type: 'object',
        required: ['id', 'rows'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          note: { type: 'string', maxLength: 500 },
          limit: { type: 'integer', minimum: 1, maximum: 100 },
          amountMinor: {
            type: 'integer',
            minimum: -Number.MAX_SAFE_INTEGER,
            maximum: Number.MAX_SAFE_INTEGER,
          },
          rows: { type: 'array', items: { type: 'object', properties: { a: { type: 'null' } } } },
        },
      }),
    ).toBe(`{
  id: string  // uuid
  note?: string  // length ≤ 500
  limit?: integer  // ≥ 1, ≤ 100
  amountMinor?: integer
  rows: {
    a?: null
  }[]
}`);
  });
});

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const DOCUMENT: ApiDocument = {
  info: { version: '1.0.0' },
  paths: {
    '/loans': {
      post: {
        operationId: 'loans.request',
        tags: ['Loans'],
        summary: 'Ask for a loan',
        'x-access': 'client',
        requestBody: json({ type: 'object', properties: { purpose: { type: 'string' } } }),
        responses: {
          '200': json({ type: 'object' }),
          '409': json({ properties: { code: { enum: ['loan.already-decided'] } } }),
        },
      },
      get: { tags: ['Loans'], summary: 'List', responses: { '200': json({ type: 'object' }) } },
    },
    '/live': {
      get: {
        tags: ['Live'],
        'x-access': 'signed-in',
        responses: { '200': { content: { 'text/event-stream': {} } } },
      },
    },
  },
};

describe('operations', () => {
  const groups = operationsByTag(DOCUMENT);

  test('stand under their tag, reading before writing', () => {
    expect(groups.map(({ tag, operations }) => [tag, operations.map(({ method }) => method)])).toEqual([
      ['Loans', ['GET', 'POST']],
      ['Live', ['GET']],
    ]);
  });

  test('say who may enter, what goes in and out, and how they refuse', () => {
    expect(groups[0]?.operations[1]).toMatchObject({
      id: 'loans.request',
      access: 'client',
      input: '{\n  purpose?: string\n}',
      output: '{}',
      mediaType: null,
      refusals: [{ status: 409, codes: ['loan.already-decided'] }],
    });
    expect(groups[1]?.operations[0]).toMatchObject({ output: null, mediaType: 'text/event-stream' });
  });

  test.each([
    ['', 3],
    ['loans', 2],
    ['POST loans', 1],
    ['signed-in', 1],
    ['nothing like it', 0],
  ])('« %s » finds %i', (typed, count) => {
    expect(matching(groups, typed).flatMap(({ operations }) => operations)).toHaveLength(count);
  });
});

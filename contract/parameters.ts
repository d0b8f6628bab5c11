import * as z from 'zod/mini';
import { LEGAL_PARAMETER_KEYS, parameterSource, VERIFICATIONS } from '#domain/parameters/legal-parameters.ts';
import { route } from './route.ts';
import { day } from './values.ts';

const tag = 'Dated data';

/** A value of a key with the first day on which it holds. What the value looks like depends on the key. */
export const parameterRow = z.object({
  from: day,
  value: z.unknown(),
  /** The article, the page or the decision it comes from. */
  source: z.string(),
  verified: z.enum(VERIFICATIONS),
});

export const datedParameter = z.object({
  key: z.enum(LEGAL_PARAMETER_KEYS),
  /** The first day of the row in force today; null when none is. */
  inForceFrom: z.nullable(day),
  /** Newest first. */
  rows: z.array(parameterRow),
});

export const parametersContract = {
  list: route({
    method: 'GET',
    path: '/admin/legal-parameters',
    summary:
      'What law, or the house, fixes for a time: every key with its rows and the one in force today (LC-8)',
    tag,
    access: 'staff',
  }).output(z.object({ today: day, parameters: z.array(datedParameter) })),
  change: route({
    method: 'PUT',
    path: '/admin/legal-parameters',
    summary:
      'Add a value of a key from a later day on; rows are never changed. Others may have to approve it',
    tag,
    access: 'staff',
    refusals: [
      'auth.confirmation-required',
      'request.invalid',
      'policy.above-cap',
      'parameter.changed',
      'parameter.too-early',
    ],
  })
    .input(
      z.strictObject({
        key: z.enum(LEGAL_PARAMETER_KEYS, 'validation.choice'),
        from: day,
        value: z.unknown(),
        source: parameterSource,
        verified: z.enum(VERIFICATIONS, 'validation.choice'),
        /** The `from` of the newest row that the person saw. */
        seenFrom: day,
      }),
    )
    .output(z.object({ parameter: datedParameter })),
};

import { describe, expect, test } from 'vitest';
import { route } from './route.ts';

describe('a route', () => {
  test('that does not say who may enter does not type-check', () => {
    // Judged by the type check of `npm run check`: should one of these lines ever compile, it fails there.
    const refused = [
      // @ts-expect-error: `access` is missing.
      () => route({ method: 'GET', path: '/open', summary: 'Open to whom?', tag: 'Test' }),
      // @ts-expect-error: nobody is not an access.
      () => route({ method: 'GET', path: '/nobody', summary: 'For nobody', tag: 'Test', access: 'nobody' }),
    ];
    for (const declare of refused) expect(declare).toThrow();
  });

  test('lists the refusals that follow from its access and from idempotency', () => {
    const declared = route({
      method: 'POST',
      path: '/admin/things',
      summary: 'Make a thing',
      tag: 'Test',
      access: 'staff',
      idempotent: true,
      refusals: ['not-found'],
    });
    expect(
      Object.entries(declared['~orpc'].errorMap).map(([code, error]) => [
        code,
        (error as { status: number }).status,
      ]),
    ).toEqual([
      ['request.invalid', 400],
      ['request.malformed', 400],
      ['auth.required', 401],
      ['auth.admin-required', 403],
      ['auth.second-factor-missing', 403],
      ['auth.permission-required', 403],
      ['staff.own-file', 409],
      ['staff.above-limit', 409],
      ['idempotency.key-required', 400],
      ['idempotency.key-reused', 409],
      ['not-found', 404],
    ]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { newUuid } from '../ids.ts';
import { documentedRoutes } from '../testing/api-document.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** The last columns of the access matrix: people without the second factor that a live institution demands of them. */

let bank: TestBank;
beforeAll(async () => {
  const institution = institutionSchema.parse({
    ...demonstration,
    mode: 'live',
    clientSecondFactor: 'required',
  });
  bank = await openTestBank({ institution });
});
afterAll(() => bank.close());

const REFUSALS: Record<'administrator' | 'client', Record<string, string | null>> = {
  administrator: {
    anyone: null,
    entering: null,
    'signed-in': '403 auth.second-factor-missing',
    client: '403 auth.forbidden',
    staff: '403 auth.second-factor-missing',
  },
  client: {
    anyone: null,
    entering: null,
    'signed-in': '403 auth.second-factor-missing',
    client: '403 auth.second-factor-missing',
    staff: '403 auth.admin-required',
  },
};

test.each(['administrator', 'client'] as const)(
  'a %s without second factor enters no route but those that lead to one',
  async (who) => {
    const person = await bank[who]();
    const faults: string[] = [];
    const routes = await documentedRoutes(bank.visitor());
    // What ends the session comes last, so that the rest is tried with it.
    const last = ['DELETE /session', 'POST /session', 'POST /admin/session', 'POST /sign-up'];
    for (const route of [...routes].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name))) {
      const path = route.path.replace(/\{\w+\}/g, newUuid());
      const { status, body } = await person.call(
        route.method,
        path,
        route.method === 'GET' || route.method === 'DELETE' ? undefined : {},
      );
      const told = `${status} ${body?.code ?? ''}`;
      const expected = REFUSALS[who][route.access];
      const isRefusedForIt =
        /^40[13] auth\.(required|second-factor-missing|forbidden|admin-required|permission-required)$/.test(
          told,
        );
      if (expected === undefined) faults.push(`${route.name}: access ${route.access} is not in this test`);
      else if (expected === null ? isRefusedForIt : told !== expected)
        faults.push(`${route.name}: ${told} instead of ${expected ?? 'being let in'}`);
    }
    expect(faults).toEqual([]);
  },
  60_000,
);

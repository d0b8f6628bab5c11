import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORTED_LISTS } from '#domain/desk/export.ts';
import {
  isStaffOperation,
  operationsOf,
  PERMISSIONS,
  type Permission,
  STAFF_OPERATIONS,
} from '#domain/operations.ts';
import { DEFAULT_ROLE_CODES, type DefaultRoleCode, HOLDERS } from '#domain/staff/permission-table.ts';
import { newUuid } from '../ids.ts';
import { READING_OF_LIST } from '../lists/list-question.ts';
import { inRowOrder, rowOf, send, summaryOf, withIds } from '../testing/access-requests.ts';
import type { Asked } from '../testing/access-rows/access-row.ts';
import { type DocumentedRoute, documentedRoutes } from '../testing/api-document.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { isWhole } from '../testing/size.ts';
import { memberWith, staffWith } from '../testing/staff.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** What each permission opens to a member of the staff (ASVS 5.0, 8.2.1): every one alone, and every one missing. */

/** What a request asks for besides its own permission: a command is proposed by those who could make it (FOUR-7), a list exported by its readers. */
function companionsOf({ fields, ids }: Asked): Permission[] {
  const { operation } = (fields ?? {}) as { operation?: unknown };
  const list = EXPORTED_LISTS.find(
    (name) => name === (ids?.list ?? (fields as { list?: unknown } | undefined)?.list),
  );
  return [
    ...STAFF_OPERATIONS.filter((command) => command === operation),
    ...(list ? [READING_OF_LIST[list]] : []),
  ];
}

let bank: TestBank;
let world: PopulatedBank;
let routes: DocumentedRoute[];

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  routes = await documentedRoutes(bank.visitor());
}, 60_000);
afterAll(() => bank.close());

describe('the staff', () => {
  /** Each permission with the route that needs it. */
  const routed = () =>
    inRowOrder(routes).flatMap((route) =>
      operationsOf(route.operationId)
        .filter(isStaffOperation)
        .map((permission) => ({ route, permission })),
    );

  /** Calls after which the people of these tests are still signed in. */
  const endsNoSession = ({ route }: { readonly route: DocumentedRoute }) => !rowOf(route).endsEverySession;

  /** The requests made so far: to make one takes longer than to send it. */
  const made = new Map<DocumentedRoute, Asked>();

  /** The roles that are tried on a route. `npm test` tries all of them in turn, one that may and one that may not on each. */
  function triedOn<One extends { readonly code: DefaultRoleCode }>(
    people: readonly One[],
    needed: readonly Permission[],
    turn: number,
  ): readonly One[] {
    if (isWhole) return people;
    const may = ({ code }: One) => needed.every((one) => HOLDERS[one].includes(code));
    return [people.filter(may), people.filter((one) => !may(one))].flatMap(
      (some) => some[turn % some.length] ?? [],
    );
  }

  test('STAFF-1 every permission opens a route, and no route of the staff opens without one', () => {
    expect(
      routed()
        .map(({ permission }) => permission)
        .sort(),
    ).toEqual([...STAFF_OPERATIONS].sort());
    const opened = new Set(routed().map(({ route }) => route.name));
    expect(routes.filter(({ access, name }) => access === 'staff' && !opened.has(name))).toEqual([]);
  });

  test('STAFF-1 with every permission but one is refused that operation, and with that one alone passes the guard', async () => {
    const faults: string[] = [];
    const own = await populate(bank);
    const person = await staffWith(bank, []);
    for (const { route, permission } of routed().filter(endsNoSession)) {
      const asked = await rowOf(route).ask(own, own.customer);
      made.set(route, asked);
      const [, , action] = permission.split('.');
      const request = action ? { ...asked, fields: { ...asked.fields, action } } : asked;
      // Read afresh at each call: what a role permits holds from the next one.
      await person.permit(PERMISSIONS.filter((other) => other !== permission));
      const without = await send(bank, person, route, request);
      if (summaryOf(without) !== '403 auth.permission-required')
        faults.push(`without ${permission}: ${summaryOf(without)}`);
      await person.permit([permission, ...companionsOf(request)]);
      const alone = await send(bank, person, route, request);
      if ([401, 403].includes(alone.status) || alone.status >= 500)
        faults.push(`${permission} alone: ${summaryOf(alone)}`);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test('STAFF-10 of each default role may do what the table of operations and roles says, and is refused the rest by name', async () => {
    const faults: string[] = [];
    const people: { code: DefaultRoleCode; person: Person }[] = [];
    for (const code of DEFAULT_ROLE_CODES) people.push({ code, person: await memberWith(bank, [code]) });
    for (const [turn, { route, permission }] of routed().filter(endsNoSession).entries()) {
      const asked = made.get(route) ?? (await rowOf(route).ask(world, world.customer));
      const [, , action] = permission.split('.');
      // About nothing that is there, so that what is allowed consumes nothing.
      const request = withIds(
        route,
        action ? { ...asked, fields: { ...asked.fields, action } } : asked,
        newUuid(),
      );
      const needed = [permission, ...companionsOf(request)];
      for (const { code, person } of triedOn(people, needed, turn)) {
        const answer = await send(bank, person, route, request);
        const isRefused = summaryOf(answer) === '403 auth.permission-required';
        if (isRefused === needed.every((one) => HOLDERS[one].includes(code)))
          faults.push(`${code}, ${permission}: ${summaryOf(answer)}`);
        if (isRefused && !answer.body.params.roles) faults.push(`${permission}: no role is named`);
      }
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test('sends an action that cannot be read: 400 only with every permission of the route', async () => {
    const route = routes.find(({ operationId }) => operationId === 'loans.decide') as DocumentedRoute;
    const { ids } = await rowOf(route).ask(world, world.customer);
    const request = { ids: ids ?? {}, fields: { action: 'forget' } };
    const person = await staffWith(bank, ['loans.decide.reject', 'loans.decide.process']);
    expect(summaryOf(await send(bank, person, route, request))).toBe('403 auth.permission-required');
    await person.permit(operationsOf('loans.decide').filter(isStaffOperation));
    expect(summaryOf(await send(bank, person, route, request))).toBe('400 request.invalid');
  });

  test('reads its permissions with the session, and a refusal for lack of one stands in the audit trail', async () => {
    const person = await staffWith(bank, ['loans.review']);
    expect((await person.get('/session')).body.session).toMatchObject({
      isAdministrator: true,
      roles: [{ code: expect.stringMatching(/^test-/), label: expect.stringMatching(/^test-/) }],
      permissions: ['loans.review'],
      home: '/admin-dashboard',
    });
    await person.get('/admin/clients');
    await person.post(`/admin/clients/${world.customer.accountId}/notes`, { text: 'Appelé.' });
    const { entries } = (
      await world.administrator.get(`/admin/audit?actorId=${person.userId}&outcome=refused`)
    ).body;
    expect(
      entries.map(({ operation, refusalCode }: { operation: string; refusalCode: string }) => [
        operation,
        refusalCode,
      ]),
    ).toEqual([
      ['clients.addNote', 'auth.permission-required'],
      ['reading', 'auth.permission-required'],
    ]);
  });
});

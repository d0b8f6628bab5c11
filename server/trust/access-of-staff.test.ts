import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStaffOperation, operationsOf, STAFF_OPERATIONS } from '#domain/operations.ts';
import { newUuid } from '../ids.ts';
import { inRowOrder, send, summaryOf } from '../testing/access-requests.ts';
import { type DocumentedRoute, documentedRoutes } from '../testing/api-document.ts';
import { staffWith } from '../testing/staff.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** What a permission opens to a member of the staff (ASVS 5.0, 8.2.1). Each alone, each missing and each role: access-matrix.test.ts. */

let bank: TestBank;
let routes: DocumentedRoute[];

beforeAll(async () => {
  bank = await openTestBank();
  routes = await documentedRoutes(bank.visitor());
});
afterAll(() => bank.close());

describe('the staff', () => {
  /** Each permission with the route that needs it. */
  const routed = () =>
    inRowOrder(routes).flatMap((route) =>
      operationsOf(route.operationId)
        .filter(isStaffOperation)
        .map((permission) => ({ route, permission })),
    );

  test('STAFF-1 every permission opens a route, and no route of the staff opens without one', () => {
    expect(
      routed()
        .map(({ permission }) => permission)
        .sort(),
    ).toEqual([...STAFF_OPERATIONS].sort());
    const opened = new Set(routed().map(({ route }) => route.name));
    expect(routes.filter(({ access, name }) => access === 'staff' && !opened.has(name))).toEqual([]);
  });

  test('sends an action that cannot be read: 400 only with every permission of the route', async () => {
    const route = routes.find(({ operationId }) => operationId === 'loans.decide') as DocumentedRoute;
    const request = { ids: { id: newUuid() }, fields: { action: 'forget' } };
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
    await person.post(`/admin/clients/${newUuid()}/notes`, { text: 'Appelé.' });
    const auditor = await bank.administrator();
    const { entries } = (await auditor.get(`/admin/audit?actorId=${person.userId}&outcome=refused`)).body;
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

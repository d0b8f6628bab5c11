import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { idFields, inRowOrder, rowOf, seenOf, send, summaryOf, withIds } from '../testing/access-requests.ts';
import { NAMES_NO_RELATIVE, openRoleWalk, type RoleWalk } from '../testing/access-roles.ts';
import { ACCESS_ROWS, type AccessRow, type Asked } from '../testing/access-rows.ts';
import { type DocumentedRoute, documentedRoutes } from '../testing/api-document.ts';
import { type PopulatedBank, populate } from '../testing/populated-bank.ts';
import { isWhole } from '../testing/size.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/**
 * The access of every published route (ASVS 5.0, 8.2.1 to 8.2.3): as a visitor, a person half signed up, a client and a member of the
 * staff; about an own, a foreign and an unknown object; with fields that the caller may not set.
 */

let bank: TestBank;
let world: PopulatedBank;
let routes: DocumentedRoute[];

beforeAll(async () => {
  bank = await openTestBank();
  world = await populate(bank);
  routes = await documentedRoutes(bank.visitor());
});
afterAll(() => bank.close());

const inOrder = () => inRowOrder(routes);

interface Caller {
  readonly name: string;
  /** A new person, for rows that end the caller's account. */
  readonly fresh: () => Promise<Person>;
  readonly usual: () => Promise<Person>;
  /** How the guard refuses them; null where they may enter. */
  readonly refusal: (access: AccessRow['access']) => string | null;
}

let halfWay: Person | null = null;
const CALLERS: readonly Caller[] = [
  {
    name: 'nobody',
    fresh: async () => bank.visitor(),
    usual: async () => bank.visitor(),
    refusal: (access) => (access === 'anyone' ? null : '401 auth.required'),
  },
  {
    name: 'someone half signed up',
    fresh: () => bank.halfSignedUp(),
    usual: async () => (halfWay ??= await bank.halfSignedUp()),
    refusal: (access) =>
      access === 'client' ? '403 auth.forbidden' : access === 'staff' ? '403 auth.admin-required' : null,
  },
  {
    name: 'a client',
    fresh: () => bank.client(),
    usual: async () => world.customer,
    refusal: (access) => (access === 'staff' ? '403 auth.admin-required' : null),
  },
  {
    name: 'an administrator',
    fresh: () => bank.administrator(),
    usual: async () => world.administrator,
    refusal: (access) => (access === 'client' ? '403 auth.forbidden' : null),
  },
];

test('every route of the API document has a row, says the same access, and no row is left over', () => {
  expect(routes.map(({ name, access }) => `${name} ${access}`).sort()).toEqual(
    Object.entries(ACCESS_ROWS)
      .map(([name, { access }]) => `${name} ${access}`)
      .sort(),
  );
});

test('the id of the path counts, not an id in the body', async () => {
  const fee = await world.newFee(world.customer);
  const other = await world.newFee(world.customer);
  const { body } = await world.customer.post(`/fees/${fee}/declaration`, { id: other });
  expect(body.fee?.id ?? fee).toBe(fee);
  const { fees } = (await world.customer.get('/fees')).body;
  expect(fees.find(({ id }: { id: string }) => id === other).status).toBe('unpaid');
});

const TEST_IBAN_OF_OTHERS = 'DE89370400440532013000';

/** Fields that no caller may set. */
const FORBIDDEN = {
  balance: 1_000_000,
  balanceMinor: 1_000_000,
  availableMinor: 1_000_000,
  role: 'admin',
  roles: ['admin'],
  isAdministrator: true,
  status: 'approved',
  iban: TEST_IBAN_OF_OTHERS,
  isActivated: true,
  is_activated: true,
  activationDepositMinor: 0,
  accountId: newUuid(),
  account_id: newUuid(),
  clientAccountId: newUuid(),
  client_account_id: newUuid(),
  ledgerAccountId: newUuid(),
  userId: newUuid(),
  user_id: newUuid(),
  actorId: newUuid(),
  id: newUuid(),
  currency: 'JPY',
  createdAt: '2020-01-01T00:00:00Z',
  emailVerified: true,
  annualRateBps: 0,
  paidOutAt: '2020-01-01T00:00:00Z',
  receiptNumber: 'REC-1',
};

/** What those fields would change. */
const state = () =>
  rowsOf(
    bank.database.db,
    sql`select 'account' as what, c.id::text, concat_ws(' ', c.user_id, c.currency, c.is_activated, c.iban, a.balance) as value
          from client_accounts c join ledger_accounts a on a.id = c.ledger_account_id
        union all select 'role', user_id::text, role from user_roles
        union all select 'loan', id::text, status from loan_requests
        union all select 'withdrawal', id::text, status from withdrawal_requests
        union all select 'fee', id::text, status from fees
        order by 1, 2, 3`,
  );

/** What an answer to somebody else must not contain. */
const markers = (of: PopulatedBank['customer']) => [
  of.userId,
  of.accountId,
  of.email,
  of.loanId,
  of.feeId,
  of.paidFeeId,
  of.withdrawalId,
  of.notificationId,
  of.sessionId,
];

/** A route with the request that its row makes, which the customer may send. */
interface Route {
  readonly route: DocumentedRoute;
  readonly row: AccessRow;
  readonly asked: Asked;
  /** The same about the stranger; null where nothing is anybody's. */
  readonly foreign: Asked | null;
  readonly isOwned: boolean;
  /** Notes what is wrong for a caller. */
  readonly fault: (caller: string, said: string) => void;
}

let refusedRoutes = 0;

/** Those whom the guard refuses, with a request that would succeed; and with one that says nothing at all. `npm test` sends either, in turn. */
async function tryRefused({ route, row, asked, fault }: Route): Promise<void> {
  refusedRoutes += 1;
  for (const [index, caller] of CALLERS.entries()) {
    const refusal = caller.refusal(row.access);
    if (refusal === null) continue;
    const person = await caller.usual();
    const requests = [asked, { ids: asked.ids ?? {} }];
    const inTurn = (refusedRoutes + index) % requests.length;
    for (const request of isWhole ? requests : requests.slice(inTurn, inTurn + 1)) {
      const answer = await send(bank, person, route, request);
      if (summaryOf(answer) !== refusal) fault(caller.name, `${summaryOf(answer)} instead of ${refusal}`);
    }
  }
}

/** Another client's objects answer like missing ones; missing ones alike; an id that is none is refused. */
async function tryOtherIds({ route, row, asked, foreign, isOwned, fault }: Route): Promise<void> {
  const hasIds = idFields(route).length > 0;
  if (isOwned && foreign) {
    const answers = [
      await send(bank, world.customer, route, foreign),
      await send(bank, world.customer, route, withIds(route, foreign, newUuid())),
    ] as const;
    if (summaryOf(answers[1]) !== '404 not-found') fault('a client', `missing id: ${summaryOf(answers[1])}`);
    if (seenOf(answers[0]) !== seenOf(answers[1]))
      fault('a client', `a foreign id is not a missing one: ${seenOf(answers[0])} / ${seenOf(answers[1])}`);
  }
  if (hasIds && row.access === 'staff') {
    const missing = [newUuid(), newUuid()].map((id) =>
      send(bank, world.administrator, route, withIds(route, asked, id)),
    );
    const [first, second] = await Promise.all(missing);
    if (first?.status !== (row.missingStatus ?? 404))
      fault('an administrator', `missing id: ${first && summaryOf(first)}`);
    if (first && second && row.missingStatus === undefined && seenOf(first) !== seenOf(second))
      fault('an administrator', 'two missing ids are answered differently');
  }
  if (hasIds) {
    const sender = row.access === 'staff' ? world.administrator : world.customer;
    const answer = await send(bank, sender, route, withIds(route, asked, 'not-an-id'));
    if (summaryOf(answer) !== '400 request.invalid')
      fault('a permitted caller', `malformed id: ${summaryOf(answer)}`);
  }
}

/** Whether a call that writes is the same whatever ids it is about. */
function namesNothing(route: DocumentedRoute, asked: Asked): boolean {
  const id = newUuid();
  return route.method !== 'GET' && !JSON.stringify(withIds(route, asked, id)).includes(id);
}

/** Those who may enter. */
async function tryPermitted({ route, row, asked, isOwned, fault }: Route): Promise<void> {
  for (const caller of CALLERS) {
    if (caller.refusal(row.access) !== null) continue;
    if (isOwned && caller.name !== 'a client') continue;
    // The one request that can be consumed is consumed by the one for whom the route is.
    const person = row.isLast ? await caller.fresh() : await caller.usual();
    const answer = await send(bank, person, route, row.isLast ? await row.ask(world, world.customer) : asked);
    const halfWaySignUp = caller.name === 'someone half signed up' && route.path.startsWith('/sign-up');
    const ofStaff = caller.name === 'an administrator' ? row.staffStatus : undefined;
    const expected = halfWaySignUp ? 200 : (ofStaff ?? row.status ?? 200);
    if (answer.status !== expected) fault(caller.name, `${summaryOf(answer)} instead of ${expected}`);
    if (halfWaySignUp && route.path === '/sign-up/account') halfWay = null;
    if (row.access === 'client' && person === world.customer) {
      const text = Buffer.from(answer.bytes).toString('latin1');
      for (const marker of markers(world.stranger))
        if (text.includes(marker)) fault(caller.name, `reads ${marker} of another client`);
    }
  }
}

/** Every field that the caller may not set is refused by its name, and nothing changes. @returns what is wrong. */
async function tryForbiddenFields({ route, row, asked }: Route): Promise<string[]> {
  // The body of an upload is its file: it has no fields.
  if (asked.file) return [];
  const declared = { ...route.inPath, ...route.inQuery, ...route.inBody };
  const foreign = Object.fromEntries(Object.entries(FORBIDDEN).filter(([name]) => !(name in declared)));
  const sender =
    row.access === 'staff' ? world.administrator : row.access === 'anyone' ? bank.visitor() : world.customer;
  const before = await state();
  const answer = await send(bank, sender, route, { ...asked, fields: { ...asked.fields, ...foreign } });
  const named = new Set((answer.body?.errors ?? []).map(({ field }: { field: string }) => field));
  // A list in a query is read as the list's members: the name is the same.
  const ignored = Object.keys(foreign).filter((name) => !named.has(name));
  // In the path of a call the id of the path is the only one: the body's is not looked at, which the test before proves.
  const faults: string[] = [];
  if (summaryOf(answer) !== '400 request.invalid' || ignored.length > 0)
    faults.push(`${route.name}: ${summaryOf(answer)}, not refused: ${ignored}`);
  if (JSON.stringify(await state()) !== JSON.stringify(before))
    faults.push(`${route.name} changed something`);
  return faults;
}

describe('the matrix', () => {
  /** What one walk over all routes found, for each of the tests: making the requests takes most of the time. */
  const withoutId: string[] = [];
  const settable: string[] = [];
  const faults: string[] = [];
  let roles: RoleWalk;

  beforeAll(async () => {
    roles = await openRoleWalk(bank, world);
    let areListsTried = false;
    for (const route of inOrder()) {
      const row = rowOf(route);
      if (row.endsEverySession && !areListsTried) {
        await roles.tryLists(inOrder().filter(({ access }) => access === 'staff'));
        areListsTried = true;
      }
      const asked = await row.ask(world, world.customer);
      for (const field of idFields(route))
        if (asked.ids?.[field] === undefined && asked.fields?.[field] === undefined)
          withoutId.push(`${route.name} ${field}`);
      const isOwned = idFields(route).length > 0 && ['client', 'signed-in', 'entering'].includes(row.access);
      // What ends the sessions of the whole staff would end those of the people of the roles.
      const isOfStaff = row.access === 'staff' && !row.endsEverySession;
      const foreign = isOwned || isOfStaff ? await row.ask(world, world.stranger) : null;
      const one: Route = {
        route,
        row,
        asked,
        foreign,
        isOwned,
        fault: (caller, said) => faults.push(`${route.name}, ${caller}: ${said}`),
      };
      settable.push(...(await tryForbiddenFields(one)));
      await tryRefused(one);
      if (isOfStaff && foreign) {
        // A request that names nothing by an id is carried out for each of them: they have their own.
        const theirs = namesNothing(route, asked) ? await row.ask(world, world.customer) : asked;
        await roles.tryPermissions(route, theirs);
        await roles.tryRoles(route, theirs, foreign);
      }
      await tryOtherIds(one);
      await tryPermitted(one);
    }
    // Four thousand requests: half a minute on free processors, ten times as long on busy ones.
  }, 600_000);

  test('every id that a route reads stands in the request of its row', () => {
    expect(withoutId).toEqual([]);
  });

  test('a client cannot set what is not theirs: every such field is refused by its name, and nothing changes', () => {
    expect(settable).toEqual([]);
  });

  test('every route answers every caller as its access says, and a foreign id as a missing one', () => {
    expect(faults).toEqual([]);
  });

  test('STAFF-1 with every permission but one is refused that operation, and with that one alone passes the guard', () => {
    expect(roles.faultsOf.permission).toEqual([]);
  });

  test('STAFF-10 each default role may do what the table of operations and roles says, and is refused the rest by name', () => {
    expect(roles.faultsOf.role).toEqual([]);
  });

  test('STAFF-40 each default role is refused every act on an own file and every page of it, on any route, and no list tells of it', () => {
    expect(roles.faultsOf.own).toEqual([]);
    expect(roles.tried.own).toBeGreaterThan(100);
    // Others read them in the lists.
    expect(roles.told.size).toBeGreaterThan(5);
    const names = new Set(routes.map(({ name }) => name));
    expect(NAMES_NO_RELATIVE.filter((name) => !names.has(name))).toEqual([]);
  });

  test('STAFF-41 each default role with assigned files only finds every other file missing, on any route, and reads what is assigned', () => {
    expect([roles.faultsOf.foreign, roles.faultsOf.assigned]).toEqual([[], []]);
    expect(roles.tried.foreign).toBeGreaterThan(100);
    expect(roles.tried.assigned).toBeGreaterThan(10);
  });

  test('STAFF-5 each default role reads of a file what its fields permit, on any route', () => {
    expect(roles.faultsOf.masked).toEqual([]);
    expect(roles.tried.masked).toBeGreaterThan(50);
  });
});

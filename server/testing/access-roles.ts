import { sql } from 'drizzle-orm';
import { EXPORTED_LISTS } from '#domain/desk/export.ts';
import {
  type FieldPermission,
  isStaffOperation,
  operationsOf,
  PERMISSIONS,
  type Permission,
  STAFF_OPERATIONS,
} from '#domain/operations.ts';
import {
  DEFAULT_ROLE_CODES,
  type DefaultRoleCode,
  HOLDERS,
  permissionsOfDefault,
} from '#domain/staff/permission-table.ts';
import { newUuid } from '../ids.ts';
import { READING_OF_LIST } from '../lists/list-question.ts';
import { pathOf, rowOf, send, summaryOf, withIds } from './access-requests.ts';
import type { Asked } from './access-rows.ts';
import type { DocumentedRoute } from './api-document.ts';
import { accepted, type Customer, type PopulatedBank } from './populated-bank.ts';
import { isWhole } from './size.ts';
import { memberWith, type StaffPerson, staffWith } from './staff.ts';
import type { Answer, Person, TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/**
 * The access matrix of the back office, by its dimensions: each route × each default role (STAFF-10) × a file that is one's own (STAFF-40), of
 * somebody else's (STAFF-41), assigned (STAFF-41), or with fields that the role may not read (STAFF-5).
 */

/** Routes about the house itself, of which no row is a file of a client. */
const OF_THE_HOUSE =
  /^\S+ \/admin\/(staff|roles|role-holders|rates|legal-parameters|policies|four-eyes|views|bank-accounts|staff-sessions)/;
/** Beside them: what names no client whom a person could be tied to. */
const OF_NO_RELATIVE = /^\S+ \/admin\/(bank-files|statements|reconciliation|enquiries)/;
/** Beside them: what a person with assigned files may do as well. */
const OF_NO_FILE =
  /^\S+ \/admin\/(declared-links|jobs|assignees|iban-proposal|audit\/verification|trial-balance)/;

/** Routes whose row names no file of a relative, each with why. */
export const NAMES_NO_RELATIVE: readonly string[] = [
  // What our bank did with a file of many clients; a file is made without theirs.
  'POST /admin/withdrawals/batches/{id}/execution',
  'POST /admin/withdrawals/batches/{id}/cancellation',
  'GET /admin/withdrawals/batches/{id}',
  'GET /admin/withdrawals/batches/{id}/file.xml',
  'POST /admin/direct-debit-batches',
  'POST /admin/direct-debit-batches/{id}/settlement',
  'POST /admin/direct-debit-batches/{id}/cancellation',
  'GET /admin/direct-debit-batches/{id}',
  'GET /admin/direct-debit-batches/{id}/file.xml',
  // Money of nobody yet: it goes back to its sender, or is a debit of the house.
  'POST /admin/bank-lines/{id}/return',
  'POST /admin/bank-lines/{id}/justification',
  // Proposals about other clients (access-of-own-file.test.ts about theirs), and one's own to withdraw.
  'GET /admin/proposals/{id}',
  'POST /admin/proposals/{id}/approval',
  'POST /admin/proposals/{id}/refusal',
  'POST /admin/proposals/{id}/review',
  'POST /admin/proposals/{id}/withdrawal',
  // Acts on many: each row is judged by itself (server/desk/bulk/bulk.test.ts).
  'POST /admin/bulk',
  'GET /admin/bulk/{id}',
  'GET /admin/bulk/{id}/report',
  'POST /admin/bulk/{id}/stop',
  'POST /admin/bulk/{id}/resumption',
  // It says who is tied to whom.
  'POST /admin/declared-links',
  // Their rows are about new clients, whose sessions and file end.
  'DELETE /admin/clients/{id}/sessions',
  'DELETE /admin/clients/{id}',
  // A visitor's words, which are of no client yet.
  'POST /admin/retraction-declarations/{id}/answer',
];

/** The proof of a consultation is for the agents of the file, whatever is assigned (LC-21). */
const OF_AGENTS = /\/proof$/;
/** What one reads of a file when it is assigned, as everybody does. */
const FILES = /^\/admin\/(clients|loans|withdrawals|fees)(\/\{id\}|$)/;

const isOfTheHouse = ({ name }: DocumentedRoute) => OF_THE_HOUSE.test(name) || OF_NO_RELATIVE.test(name);
const isReading = ({ method }: DocumentedRoute) => method === 'GET';
const isList = (route: DocumentedRoute) => isReading(route) && !route.path.includes('{id}');
const textOf = ({ bytes }: Answer) => Buffer.from(bytes).toString('latin1');

/**
 * What a request asks for besides its own permission: a command is proposed by those who could make it (FOUR-7), a list exported by its readers
 * and filtered by who follows by those who read names (STAFF-5).
 */
export function companionsOf({ fields, ids }: Asked): Permission[] {
  const { operation, list: inQuery, assignee } = (fields ?? {}) as Record<string, unknown>;
  const list = EXPORTED_LISTS.find((name) => name === (ids?.list ?? inQuery));
  return [
    ...STAFF_OPERATIONS.filter((command) => command === operation),
    ...(list ? [READING_OF_LIST[list]] : []),
    ...(assignee === undefined ? [] : (['fields.staffNames'] as const)),
  ];
}

/** The permissions of a route, each with the request that needs it. */
export const askedBy = (route: DocumentedRoute) =>
  operationsOf(route.operationId)
    .filter(isStaffOperation)
    .map((permission) => ({
      permission,
      with(asked: Asked): Asked {
        const [, , action] = permission.split('.');
        return action ? { ...asked, fields: { ...asked.fields, action } } : asked;
      },
    }));

/** The guarded values of the customer's file, by the field that guards them (STAFF-5). */
const secretsOf = (iban: string, note: string): Partial<Record<FieldPermission, string>> => ({
  'fields.fullIban': iban,
  'fields.income': '"monthlyIncomeMinor":200000',
  'fields.notes': note,
  'fields.ficpOutcome': '"searchKey":"',
});

const markersOf = (of: Customer) => [
  of.userId,
  of.accountId,
  of.email,
  of.loanId,
  of.feeId,
  of.paidFeeId,
  of.withdrawalId,
];

/** The people who walk the routes of the back office. */
export interface RoleWalk {
  /**
   * Asks a route as the default roles do. `npm test` tries one role that may and one that may not on each, all of them in turn.
   * @param asked a request about the customer; @param foreign the same about the stranger, to whom everybody here is tied.
   */
  tryRoles(route: DocumentedRoute, asked: Asked, foreign: Asked): Promise<void>;
  /** Asks a route with every permission but its own, and with that one alone (STAFF-1). */
  tryPermissions(route: DocumentedRoute, asked: Asked): Promise<void>;
  /**
   * Asks the lists once more, with one default role each, when every request of the walk has left something of the stranger in them: neither who
   * is tied to them nor who has other files assigned reads it there, and the administrator does.
   */
  tryLists(routes: readonly DocumentedRoute[]): Promise<void>;
  /** What is wrong in each dimension, and how often it was tried. */
  readonly faultsOf: Readonly<Record<Dimension, string[]>>;
  readonly tried: Readonly<Record<Dimension, number>>;
  /** The lists in which the administrator reads of the stranger. */
  readonly told: ReadonlySet<string>;
}

/** A permission by itself, a role, and what of a file a role meets. */
type Dimension = 'permission' | 'role' | 'own' | 'foreign' | 'assigned' | 'masked';

/** Signs them in: one of each default role, tied to the stranger; one with assigned files only, the customer's; one whose permissions change. */
// Longer than 70 lines: it is the steps of one walk, a few lines each, around what they share.
export async function openRoleWalk(bank: TestBank, world: PopulatedBank): Promise<RoleWalk> {
  const { customer, stranger, administrator } = world;
  const people: { code: DefaultRoleCode; person: Person }[] = [];
  for (const code of DEFAULT_ROLE_CODES) people.push({ code, person: await memberWith(bank, [code]) });
  const restricted = await staffWith(bank, []);
  const alone = await staffWith(bank, []);
  await setUp(bank, { people, restricted, stranger });
  const note = 'Appelé ce matin.';
  accepted(await administrator.post(`/admin/clients/${customer.accountId}/notes`, { text: note }));
  const { client } = accepted(await administrator.get(`/admin/clients/${customer.accountId}`));
  const secrets = Object.entries(secretsOf(client.iban, note)) as [FieldPermission, string][];

  const faultsOf: Record<Dimension, string[]> = {
    permission: [],
    role: [],
    own: [],
    foreign: [],
    assigned: [],
    masked: [],
  };
  const tried = { permission: 0, role: 0, own: 0, foreign: 0, assigned: 0, masked: 0 };
  const fault = (dimension: Dimension, said: string) => faultsOf[dimension].push(said);
  const told = new Set<string>();
  let turn = 0;

  const rolesThat = (needed: readonly Permission[]) =>
    people.filter(({ code }) => needed.every((one) => HOLDERS[one].includes(code)));
  const inTurn = <One>(some: readonly One[]): readonly One[] => {
    const at = turn % some.length;
    return isWhole ? some : some.slice(at, at + 1);
  };

  /** The customer's file is the restricted person's whatever the requests before did with it. */
  const assign = () =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into assignments (id, subject_kind, subject_id, client_account_id, assignee_id, assigned_by, at)
        values (${newUuid()}::uuid, 'client', ${customer.accountId}::uuid, ${customer.accountId}::uuid, ${restricted.userId}::uuid,
          ${administrator.userId}::uuid, now())
        on conflict (subject_kind, subject_id) where ended_at is null do update set assignee_id = excluded.assignee_id`),
    );

  /** A role that lacks the permission is refused by name before anything is looked at, the own file too (STAFF-3). */
  async function tryWithout(
    route: DocumentedRoute,
    request: Asked,
    { code, person }: (typeof people)[number],
  ) {
    const answer = await send(bank, person, route, request);
    tried.role += 1;
    if (summaryOf(answer) !== '403 auth.permission-required' || !answer.body.params.roles)
      fault('role', `${route.name}, ${code} without the permission: ${summaryOf(answer)}`);
  }

  /** Of the house: about nothing that is there, so that what is allowed consumes nothing. */
  async function tryHouse(route: DocumentedRoute, request: Asked, { code, person }: (typeof people)[number]) {
    const answer = await send(bank, person, route, withIds(route, request, newUuid()));
    tried.role += 1;
    if (summaryOf(answer) === '403 auth.permission-required' || answer.status >= 500)
      fault('role', `${route.name}, ${code}: ${summaryOf(answer)}`);
  }

  async function tryOwn(route: DocumentedRoute, request: Asked, { code, person }: (typeof people)[number]) {
    const answer = await send(bank, person, route, request);
    tried.own += 1;
    if (summaryOf(answer) === '403 auth.permission-required' || answer.status >= 500)
      fault('role', `${route.name}, ${code}: ${summaryOf(answer)}`);
    if (isList(route)) {
      // Counts and lists hold nothing of theirs (STAFF-43).
      for (const secret of [stranger.accountId, stranger.email])
        if (textOf(answer).includes(secret) && !pathOf(route, request).includes(secret))
          fault('own', `${route.name}, ${code} tells ${secret} of an own file`);
      return;
    }
    const isOwn = summaryOf(answer) === '409 staff.own-file';
    if (isOwn === NAMES_NO_RELATIVE.includes(route.name))
      fault('own', `${route.name}, ${code} about an own file: ${summaryOf(answer)}`);
  }

  async function tryForeign(route: DocumentedRoute, request: Asked, code: DefaultRoleCode) {
    if (OF_THE_HOUSE.test(route.name) || OF_NO_FILE.test(route.name)) return;
    const answer = await send(bank, restricted, route, request);
    tried.foreign += 1;
    const isNamed = !isReading(route) || request.ids?.id !== undefined;
    if (isNamed && summaryOf(answer) !== '404 not-found')
      fault('foreign', `${route.name}, ${code} about a file that is not assigned: ${summaryOf(answer)}`);
    if (answer.status >= 500) fault('foreign', `${route.name}, ${code}: ${summaryOf(answer)}`);
    for (const marker of markersOf(stranger))
      if (
        answer.status === 200 &&
        textOf(answer).includes(marker) &&
        !pathOf(route, request).includes(marker)
      )
        fault('foreign', `${route.name}, ${code} shows ${marker} of a file that is not assigned`);
  }

  /** What is assigned is read as everybody reads it; what the role may not read of it is absent. */
  async function tryReading(
    route: DocumentedRoute,
    request: Asked,
    { code, person }: (typeof people)[number],
  ) {
    const answer = await send(bank, person, route, request);
    const text = textOf(answer);
    tried.masked += 1;
    for (const [field, secret] of secrets)
      if (text.includes(secret) && !HOLDERS[field].includes(code))
        fault('masked', `${route.name}, ${code} reads ${field}`);
    if (!FILES.test(route.path) || OF_AGENTS.test(route.path)) return;
    await assign();
    const theirs = await send(bank, restricted, route, request);
    tried.assigned += 1;
    if (summaryOf(theirs) !== summaryOf(answer))
      fault(
        'assigned',
        `${route.name}, ${code} about an assigned file: ${summaryOf(theirs)} / ${summaryOf(answer)}`,
      );
  }

  return {
    faultsOf,
    tried,
    told,
    async tryLists(routes) {
      for (const route of routes.filter(isList)) {
        const request = await rowOf(route).ask(world, stranger);
        const answer = await send(bank, administrator, route, request);
        if (textOf(answer).includes(stranger.accountId) || textOf(answer).includes(stranger.email))
          told.add(route.name);
        for (const { permission } of askedBy(route)) {
          const [one] = inTurn(rolesThat([permission, ...companionsOf(request)]));
          turn += 1;
          if (!one || isOfTheHouse(route)) continue;
          await tryOwn(route, request, one);
          await restricted.permit(permissionsOfDefault(one.code));
          await tryForeign(route, request, one.code);
        }
      }
    },
    async tryRoles(route, asked, foreign) {
      for (const { permission, with: withAction } of askedBy(route)) {
        const [own, request] = [withAction(foreign), withAction(asked)];
        const needed = [permission, ...companionsOf(request)];
        const may = rolesThat(needed);
        const mayNot = people.filter((one) => !may.includes(one));
        turn += 1;
        // Who may propose, but not this command, is refused once its file is known not to be an own one.
        for (const one of inTurn(mayNot))
          await tryWithout(
            route,
            HOLDERS[permission].includes(one.code) ? withIds(route, request, newUuid()) : own,
            one,
          );
        for (const one of inTurn(may)) {
          if (isOfTheHouse(route)) await tryHouse(route, request, one);
          else await tryOwn(route, own, one);
          await restricted.permit(permissionsOfDefault(one.code));
          await tryForeign(route, own, one.code);
          if (isReading(route)) await tryReading(route, request, one);
        }
      }
    },
    async tryPermissions(route, asked) {
      for (const { permission, with: withAction } of askedBy(route)) {
        const request = withIds(route, withAction(asked), newUuid());
        // Read afresh at each call: what a role permits holds from the next one.
        await alone.permit(PERMISSIONS.filter((other) => other !== permission));
        const without = await send(bank, alone, route, request);
        if (summaryOf(without) !== '403 auth.permission-required')
          fault('permission', `without ${permission}: ${summaryOf(without)}`);
        await alone.permit([permission, ...companionsOf(request)]);
        const answer = await send(bank, alone, route, request);
        if ([401, 403].includes(answer.status) || answer.status >= 500)
          fault('permission', `${permission} alone: ${summaryOf(answer)}`);
      }
    },
  };
}

/** Ties everybody to the stranger, and gives the restricted person assigned files only. */
async function setUp(
  bank: TestBank,
  {
    people,
    restricted,
    stranger,
  }: { people: readonly { person: Person }[]; restricted: StaffPerson; stranger: Customer },
): Promise<void> {
  await asOwner(bank.database.db, async (tx) => {
    for (const { person } of people)
      await tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${person.userId}::uuid, ${stranger.accountId}::uuid, 'relative', ${person.userId}::uuid, now())`);
    await tx.execute(sql`update roles set assigned_only = true
      where code in (select role from user_roles where user_id = ${restricted.userId}::uuid)`);
  });
}

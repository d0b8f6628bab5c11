import { implement } from '@orpc/server';
import { contract } from '#contract/index.ts';
import type { Actor } from '#domain/actors.ts';
import { auditOperationOf } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import {
  type FieldPermission,
  movesMoney,
  OPERATIONS,
  type Operation,
  operationOf,
  permissionsFor,
  type StaffOperation,
} from '#domain/operations.ts';
import { type Access, denialOf } from '#domain/permissions.ts';
import { mustConfirm } from '#domain/sessions/confirmation.ts';
import { assignedSubjectsOf, hidesOwnFiles, isAssignedOnlyCall } from '#domain/staff/assigned-only.ts';
import { maskedAnswer, maskedParams } from '#domain/staff/masks.ts';
import { ownFilesOfCall } from '#domain/staff/own-file.ts';
import type { Bank } from '../bank/bank.ts';
import type { SignedIn } from '../bank/guard.ts';
import type { Database, Db } from '../db/database.ts';
import { claimsOf, type OnceCall, requireKey } from '../work/idempotency-keys.ts';
import { once } from '../work/once.ts';
import { inTransaction, resultOf, type Work } from '../work/work.ts';
import { requireOperations } from './declared-operations.ts';
import { MAX_FAULTS, refusalOf } from './problems.ts';
import { refuseBeforeConfirmation, requireTwoPeople } from './refuse-before-confirmation.ts';
import { isStorable } from './storable-text.ts';
import type { Upload } from './upload.ts';

/** Context of every handler: the bank and the request. */
export interface RequestContext {
  readonly bank: Bank;
  readonly headers: Headers;
  /** The network address of the connection. */
  readonly address: string;
  /** Headers that the handler adds to its answer. */
  readonly answerHeaders: [name: string, value: string][];
  /** Id of this request in the log and in its answer. */
  readonly requestId: string;
  /** The file that is sent, on a route that takes one. */
  readonly upload: Upload | null;
}

/** Context behind the guard. */
export interface GuardedContext extends RequestContext {
  readonly caller: SignedIn | null;
  /** Access class of the route. */
  readonly access: Access;
  /** The operation of the route; null for a route outside the staff's that creates nothing. */
  readonly operation: Operation | null;
  /** The input of the call as it was sent. */
  readonly input: unknown;
  /** Whether the caller reaches only the files assigned to them by this call (STAFF-41). */
  readonly isAssignedOnly: boolean;
  /** Whether the answer leaves files out that are the caller's own (STAFF-40): kept tallies hold them. */
  readonly leavesOut: boolean;
  /** The database in the caller's scope: their own rows for a client, all rows for the house; those of assigned files for who has no more. */
  readonly db: Db;
}

const REFUSAL_OF_DENIAL = {
  'sign-in-required': 'auth.required',
  'staff-required': 'auth.admin-required',
  suspended: 'auth.suspended',
  'account-required': 'auth.forbidden',
  'second-factor-required': 'auth.second-factor-missing',
} as const;

/** The refusal of a call whose permission the caller lacks, with the roles that hold it. */
async function missingPermission(bank: Bank, needed: readonly StaffOperation[]): Promise<Refusal> {
  const roles = await bank.guard.labelsOfHolders(bank, needed);
  return new Refusal('auth.permission-required', { roles: roles.join(', ') });
}

requireOperations(contract);

/**
 * Binds handlers to the contract. The guard reads the access class from the route's declaration and the permission from its name, before
 * the input is validated: a stranger learns nothing from a validation message. Refusals of the back office are recorded in the audit trail.
 */
export const os = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, next, procedure, path }, input) => {
    const { access } = procedure['~orpc'].meta;
    const route = path.join('.');
    // What leaves no line in the audit trail reads, also with a body.
    const isReading = procedure['~orpc'].route.method === 'GET' || auditOperationOf(route, input) === null;
    const { bank } = context;
    const caller = await bank.guard.callerOf(bank, context.headers);
    try {
      const needed = permissionsFor(route, input);
      const denial = denialOf(access, needed, caller);
      if (denial === 'permission-required') throw await missingPermission(bank, needed);
      if (denial) throw new Refusal(REFUSAL_OF_DENIAL[denial]);
      if (!isStorable(input)) throw new Refusal('request.malformed');
      if (!procedure['~orpc'].inputSchema) refuseFields(input);
      const isAssignedOnly =
        access === 'staff' && caller !== null && isAssignedOnlyCall(route, needed, caller.assignedOnly);
      const isGet = procedure['~orpc'].route.method === 'GET';
      const leavesOut =
        access === 'staff' && caller !== null && caller.ownFiles.length > 0 && isGet && hidesOwnFiles(route);
      const call = { route, path: procedure['~orpc'].route.path ?? '' };
      // A GET that only reads is held by the database it reads from.
      const isPlainRead = isReading && isGet;
      if (isAssignedOnly && !isPlainRead)
        await bank.guard.requireAssignedFiles(bank, caller, assignedSubjectsOf(call, input));
      if (access === 'staff' && caller) await refuseOwnFile(bank, caller, call, input);
      const operation = operationOf(route, input);
      if (caller && mustConfirm(operation, input)) {
        const token = context.headers.get('x-confirmation');
        const confirmed = bank.guard.requireConfirmation(bank, caller, { operation, input, token });
        await (access === 'staff' && token === null
          ? confirmed.catch((error: unknown) =>
              refuseBeforeConfirmation(context, caller, { operation, input, error }),
            )
          : confirmed);
      }
      const answered = await next({
        context: {
          caller,
          access,
          operation,
          input,
          isAssignedOnly,
          leavesOut,
          db:
            isAssignedOnly && isGet
              ? bank.database.assignedTo(caller.userId)
              : leavesOut
                ? bank.database.exceptOwnFilesOf(caller.userId)
                : reachOf(bank.database, access, caller),
        },
      });
      if (access !== 'staff' || !caller) return answered;
      return { ...answered, output: maskedAnswer(route, answered.output, caller.permissions) };
    } catch (error) {
      if (access === 'staff' && caller)
        await tellRefusal({ ...context, caller }, { error, route, isReading, input });
      throw access === 'staff' && caller ? maskedRefusal(error, caller) : error;
    }
  });

/** A refusal as a member of the staff may read it. What the guard itself refuses names nobody: its `by` is the ways to confirm. */
function maskedRefusal(error: unknown, { permissions }: SignedIn): unknown {
  if (!(error instanceof Refusal) || error.code.startsWith('auth.')) return error;
  return new Refusal(error.code, maskedParams(error.params, permissions), error.fields);
}

/** Routes that say themselves what of one's own they refuse (`client.is-oneself`). */
const KNOW_THEMSELVES = ['clients.removal', 'clients.remove'];

/**
 * Refuses a call on a file of the caller's own, or of a client they are tied to (STAFF-40).
 * @throws Refusal `staff.own-file`.
 */
async function refuseOwnFile(
  bank: Bank,
  { ownFiles, accountId }: SignedIn,
  { route, path }: { readonly route: string; readonly path: string },
  input: unknown,
): Promise<void> {
  if (ownFiles.length === 0) return;
  const files = KNOW_THEMSELVES.includes(route) ? ownFiles.filter((id) => id !== accountId) : ownFiles;
  await bank.guard.requireOthersFiles(bank, files, ownFilesOfCall(path, input));
}

/**
 * The database in the scope of the caller. On a client's route row-level security holds the caller to their own rows, also a member of the
 * staff who is a client; other routes (sign-in, staff) have the scope of the house.
 */
function reachOf(database: Database, access: Access, caller: SignedIn | null): Db {
  const isPersonal = access === 'client' || (access === 'signed-in' && !caller?.isStaff);
  return isPersonal && caller ? database.of(caller.userId) : database.db;
}

/** The same call in the scope of the house, for steps that a client's scope must not allow. */
export const asHouse = (context: GuardedContext): GuardedContext => ({
  ...context,
  db: context.bank.database.db,
});

/**
 * Refuses any input to a route that takes none: unknown fields are refused everywhere, never ignored.
 * @throws Refusal `request.invalid` naming each field; `request.malformed` for what has none.
 */
function refuseFields(input: unknown): void {
  if (input === undefined || input === null) return;
  if (typeof input !== 'object' || Array.isArray(input)) throw new Refusal('request.malformed');
  const fields = Object.keys(input)
    .slice(0, MAX_FAULTS)
    .map((field) => ({ field, message: 'validation.unknownField' }));
  if (fields.length > 0) throw new Refusal('request.invalid', {}, fields);
}

/**
 * Records that an act of the staff was refused. Reads are recorded only for callers without the permission: with it, a refusal means a
 * missing object. A caller without a session has no id and is not recorded.
 */
async function tellRefusal(
  { bank, address, caller }: RequestContext & { readonly caller: SignedIn },
  call: { error: unknown; route: string; isReading: boolean; input: unknown },
): Promise<void> {
  const refusal = refusalOf(call.error);
  if (!refusal || refusal.code.startsWith('service.')) return;
  // A request for confirmation is a step of the act, not a refusal.
  if (refusal.code === 'auth.confirmation-required') return;
  if (call.isReading && caller.isStaff && refusal.code !== 'auth.permission-required') return;
  const operation = call.isReading ? 'reading' : auditOperationOf(call.route, call.input);
  if (!operation) throw new Error(`the audit trail has no name for ${call.route}`);
  await bank.guard.recordRefusal(bank, {
    operation,
    refusalCode: refusal.code,
    actorId: caller.userId,
    isStaff: caller.isStaff,
    origin: address,
    input: isStorable(call.input) ? call.input : null,
  });
}

/** The signed-in caller. */
export function signedIn(context: GuardedContext): SignedIn {
  if (!context.caller) throw new Refusal('auth.required');
  return context.caller;
}

/** Says whether the caller may read, search and sort by a guarded field (STAFF-5). */
export function mayReadField(context: GuardedContext, field: FieldPermission): boolean {
  return signedIn(context).permissions.includes(field);
}

/** The caller of a client's route with the id of their account. */
export function clientOf(context: GuardedContext): SignedIn & { readonly accountId: string } {
  const caller = signedIn(context);
  if (!caller.accountId) throw new Refusal('auth.forbidden');
  return { ...caller, accountId: caller.accountId };
}

/**
 * Runs the use case of an idempotent route: once per key and caller, in one transaction with its recorded answer.
 * @throws Refusal `idempotency.key-required`, `idempotency.key-reused`.
 */
export async function runOnce<T>(
  context: GuardedContext,
  input: unknown,
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  const { result, replayed } = await once(
    writableBy(context),
    context.bank.surroundings,
    callOf(context, input),
    judged(context, useCase),
  );
  if (replayed) context.answerHeaders.push(['idempotent-replayed', 'true']);
  return result;
}

/**
 * As `runOnce` for a route of the staff with many simultaneous callers: they share a transaction, each with its own outcome.
 * @param useCase leaves all that it writes to the end of the transaction (`GroupedCalls.run`).
 * @throws Refusal `idempotency.key-required`, `idempotency.key-reused`.
 */
export async function runGrouped<T>(
  context: GuardedContext,
  input: unknown,
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  if (context.access !== 'staff') throw new Error('a transaction of several people is for the staff');
  const { approvals, groupedCalls } = context.bank;
  const call = callOf(context, input);
  const { result, replayed } = await groupedCalls
    .run(call, judgedBeside(context, useCase))
    .catch((error: unknown) => {
      if (approvals.passedMeanwhile(error)) return groupedCalls.run(call, judged(context, useCase));
      throw error;
    });
  if (replayed) context.answerHeaders.push(['idempotent-replayed', 'true']);
  return result;
}

/** The database that a use case writes to: the staff's acts are the house's, also those of a person who reads only assigned files. */
const writableBy = ({ access, bank, db }: GuardedContext): Db => (access === 'staff' ? bank.database.db : db);

/** The actor of a route: staff in the scope of the house, otherwise the client. */
function actorOf(context: GuardedContext): Actor {
  const { userId: personId } = signedIn(context);
  return { kind: context.access === 'staff' ? 'staff' : 'client', personId };
}

function callOf(context: GuardedContext, input: unknown): OnceCall {
  const { operation } = context;
  if (!operation) throw new Error('a route without an operation runs once');
  return {
    actor: actorOf(context),
    key: context.headers.get('idempotency-key'),
    operation,
    input,
    origin: context.address,
    movesMoney: movesMoney(operation),
  };
}

/**
 * Says whether a call of an idempotent route was answered under its key already: what must be asked outside a transaction is not asked again
 * then. The answer is `runOnce`'s.
 * @throws Refusal `idempotency.key-required`, `idempotency.key-reused`.
 */
export async function answeredBefore(context: GuardedContext, input: unknown): Promise<boolean> {
  const call = callOf(context, input);
  requireKey(call);
  return !resultOf(await claimsOf(context.db, [call])).isFirst;
}

/** Runs a naturally idempotent use case, in one transaction. */
export function run<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(
    writableBy(context),
    context.bank.surroundings,
    actorOf(context),
    judged(context, useCase),
    context.address,
    movesMoney(context.operation),
  );
}

/**
 * Puts what an act of the staff has to pass before its use case in front of it, in its transaction: the approvals of others (FOUR-4), and
 * afterwards its line in the audit trail.
 */
function judged<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): (work: Work) => Promise<T> {
  const told = requireAuditLine(context, useCase);
  const { access, operation, input, bank } = context;
  if (access !== 'staff' || operation === null) return told;
  return async (work) => {
    await requireTwoPeople(bank, operation, work);
    await bank.approvals.require(work, { operation, input, limits: signedIn(context).limits });
    return told(work);
  };
}

/**
 * The same beside its use case, which writes only at the end of the transaction: what both read is asked at once. The verdict comes first.
 */
function judgedBeside<T>(
  context: GuardedContext,
  useCase: (work: Work) => Promise<T>,
): (work: Work) => Promise<T> {
  const told = requireAuditLine(context, useCase);
  const { operation, input, bank } = context;
  if (operation === null) return told;
  const { limits } = signedIn(context);
  return async (work) => {
    await requireTwoPeople(bank, operation, work);
    const [verdict, outcome] = await Promise.allSettled([
      bank.approvals.requireAtEnd(work, { operation, input, limits }),
      told(work),
    ]);
    for (const end of [verdict, outcome]) if (end.status === 'rejected') throw end.reason;
    return (outcome as PromiseFulfilledResult<T>).value;
  };
}

const isAudited = ({ operation }: GuardedContext) =>
  operation !== null && OPERATIONS[operation].audit !== null;

/** Fails a call of an audited operation whose use case writes no line into the audit trail, so that a test finds the omission. */
function requireAuditLine<T>(
  context: GuardedContext,
  useCase: (work: Work) => Promise<T>,
): (work: Work) => Promise<T> {
  if (!isAudited(context)) return useCase;
  return async (work) => {
    const result = await useCase(work);
    if (!context.bank.guard.hasAuditLine(work))
      throw new Error('an audited operation told the audit trail nothing');
    return result;
  };
}

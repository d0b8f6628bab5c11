import { implement } from '@orpc/server';
import type { Institution } from '#content/institution/schema.ts';
import { contract } from '#contract/index.ts';
import type { Actor } from '#domain/actors.ts';
import { auditOperationOf } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import {
  isConfirmed,
  movesMoney,
  OPERATIONS,
  type Operation,
  operationOf,
  permissionsFor,
} from '#domain/operations.ts';
import { type Access, denialOf } from '#domain/permissions.ts';
import { recordRefusal } from '../audit/refusals.ts';
import type { Attempts } from '../auth/attempts/attempts.ts';
import type { Auth } from '../auth/auth.ts';
import { requireConfirmation } from '../auth/confirmation/confirmation.ts';
import { callerOf, type SignedIn } from '../auth/sessions/caller.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { LiveUpdates } from '../notifications/live.ts';
import type { OnceCall } from '../work/idempotency-keys.ts';
import { once } from '../work/once.ts';
import type { SharedUseCase, Together } from '../work/together.ts';
import { inTransaction, type Surroundings, type Work } from '../work/work.ts';
import { requireOperations } from './declared-operations.ts';
import { MAX_FAULTS, refusalOf } from './problems.ts';
import { isStorable } from './storable-text.ts';
import type { Upload } from './upload.ts';

/** What the process is made of, put together once by `main.ts`, or by a test. */
export interface Bank {
  readonly config: Config;
  /** Who runs the bank; its mode decides what is a demonstration. */
  readonly institution: Institution;
  readonly database: Database;
  readonly auth: Auth;
  readonly attempts: Attempts;
  readonly live: LiveUpdates;
  readonly files: FileStore;
  readonly together: Together;
  readonly surroundings: Surroundings;
}

/** What every handler finds: the bank and the request. */
export interface RequestContext {
  readonly bank: Bank;
  readonly headers: Headers;
  /** The network address of the connection. */
  readonly address: string;
  /** What a handler adds to the headers of its answer. */
  readonly answerHeaders: [name: string, value: string][];
  /** The name of this request in the log and in its answer. */
  readonly requestId: string;
  /** The file that is sent, on a route that takes one. */
  readonly upload: Upload | null;
}

/** What a handler behind the guard finds in addition. */
export interface GuardedContext extends RequestContext {
  readonly caller: SignedIn | null;
  /** Who may enter the route that was called. */
  readonly access: Access;
  /** The operation that was called; null for a route of others than the staff that creates nothing. */
  readonly operation: Operation | null;
  /** What the caller may reach on this route: their own rows as a client, everything as the house. */
  readonly db: Db;
}

const REFUSAL_OF_DENIAL = {
  'sign-in-required': 'auth.required',
  'staff-required': 'auth.admin-required',
  'account-required': 'auth.forbidden',
  'second-factor-required': 'auth.second-factor-missing',
  'permission-required': 'auth.permission-missing',
} as const;

requireOperations(contract);

/**
 * Binds handlers to the contract. The guard in front of each of them reads who may enter from the route's own declaration and which
 * permission it needs from its name, before the input is looked at: a stranger learns nothing from a validation message. What is refused of
 * the back office is told to the audit trail.
 */
export const os = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, next, procedure, path }, input) => {
    const { access } = procedure['~orpc'].meta;
    const isReading = procedure['~orpc'].route.method === 'GET';
    const route = path.join('.');
    const { auth, database, surroundings, institution } = context.bank;
    const caller = await callerOf(
      { auth, db: database.db, now: surroundings.now(), institution },
      context.headers,
    );
    try {
      const denial = denialOf(access, permissionsFor(route, input), caller);
      if (denial) throw new Refusal(REFUSAL_OF_DENIAL[denial]);
      if (!isStorable(input)) throw new Refusal('request.malformed');
      if (!procedure['~orpc'].inputSchema) refuseFields(input);
      const operation = operationOf(route, input);
      if (caller && isConfirmed(operation)) {
        const token = context.headers.get('x-confirmation');
        await requireConfirmation(context.bank, caller, { operation, input, token });
      }
      return await next({
        context: {
          caller,
          access,
          operation,
          db: reachOf(database, access, caller),
        },
      });
    } catch (error) {
      if (access === 'staff' && caller)
        await tellRefusal({ ...context, caller }, { error, route, isReading, input });
      throw error;
    }
  });

/**
 * The database as the caller of a route may reach it. On a route of clients the database itself holds the caller to their own rows, also a
 * member of the staff who is a client; the rest is the house's own work: signing in, and what the staff does.
 */
function reachOf(database: Database, access: Access, caller: SignedIn | null): Db {
  const isPersonal = access === 'client' || (access === 'signed-in' && !caller?.isStaff);
  return isPersonal && caller ? database.of(caller.userId) : database.db;
}

/** The same call with everything in reach: for what the house does at a person's asking, which is for no client to do. */
export const asHouse = (context: GuardedContext): GuardedContext => ({
  ...context,
  db: context.bank.database.db,
});

/**
 * Refuses what was sent to a route that takes nothing: a field is refused everywhere, never ignored.
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
 * Records that an act of the staff was refused. A member of the staff with the permission to read, who is refused, asked for something that
 * is not there; others who read tried the door. A caller without a session cannot be named, and is not recorded.
 */
async function tellRefusal(
  { bank, address, caller }: RequestContext & { readonly caller: SignedIn },
  call: { error: unknown; route: string; isReading: boolean; input: unknown },
): Promise<void> {
  const refusal = refusalOf(call.error);
  if (!refusal || refusal.code.startsWith('service.')) return;
  // Being asked to confirm is a step of the act, not a refusal of it.
  if (refusal.code === 'auth.confirmation-required') return;
  if (call.isReading && caller.isStaff && refusal.code !== 'auth.permission-missing') return;
  const operation = call.isReading ? 'reading' : auditOperationOf(call.route, call.input);
  if (!operation) throw new Error(`the audit trail has no name for ${call.route}`);
  await recordRefusal(bank.database.db, bank.surroundings, {
    operation,
    refusalCode: refusal.code,
    actorId: caller.userId,
    isStaff: caller.isStaff,
    origin: address,
    input: isStorable(call.input) ? call.input : null,
  });
}

/** The caller of a route that the guard lets only signed-in people enter. */
export function signedIn(context: GuardedContext): SignedIn {
  if (!context.caller) throw new Refusal('auth.required');
  return context.caller;
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
    context.db,
    context.bank.surroundings,
    callOf(context, input),
    told(context, useCase),
  );
  if (replayed) context.answerHeaders.push(['idempotent-replayed', 'true']);
  return result;
}

/**
 * The same for a use case of the staff that many may call at one moment: they share a transaction, each with its own verdict.
 * @throws Refusal `idempotency.key-required`, `idempotency.key-reused`.
 */
export async function runTogether<Input, T>(
  context: GuardedContext,
  input: Input,
  useCase: SharedUseCase<Input, T>,
): Promise<T> {
  if (context.access !== 'staff') throw new Error('a transaction of several people is for the staff');
  const { result, replayed } = await context.bank.together.run(callOf(context, input), allTold(useCase));
  if (replayed) context.answerHeaders.push(['idempotent-replayed', 'true']);
  return result;
}

/** Who acts on a route: staff where the house itself is in reach, a person on their own things elsewhere. */
function actorOf(context: GuardedContext): Actor {
  const { userId: personId } = signedIn(context);
  return { kind: context.access === 'staff' ? 'staff' : 'client', personId };
}

function callOf<Input>(context: GuardedContext, input: Input): OnceCall & { readonly input: Input } {
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

/** Runs the use case of a route whose repetition is harmless by nature, in one transaction. */
export function run<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(
    context.db,
    context.bank.surroundings,
    actorOf(context),
    told(context, useCase),
    context.address,
    movesMoney(context.operation),
  );
}

const isAudited = ({ operation }: GuardedContext) =>
  operation !== null && OPERATIONS[operation].audit !== null;

/** The use case, refused when its operation is audited and it leaves no line in the audit trail: forgetting it must not pass a test. */
function told<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): (work: Work) => Promise<T> {
  if (!isAudited(context)) return useCase;
  return async (work) => {
    const result = await useCase(work);
    if (work.acts.length === 0) throw new Error('an audited operation told the audit trail nothing');
    return result;
  };
}

/** The same for several calls: each that is not refused must have told something. */
function allTold<Input, T>(useCase: SharedUseCase<Input, T>): SharedUseCase<Input, T> {
  return async (calls) => {
    const outcomes = await useCase(calls);
    for (const [index, outcome] of outcomes.entries())
      if ('result' in outcome && calls[index]?.work.acts.length === 0)
        throw new Error('an audited operation told the audit trail nothing');
    return outcomes;
  };
}

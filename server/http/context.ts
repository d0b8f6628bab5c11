import { implement } from '@orpc/server';
import type { Institution } from '#content/institution/schema.ts';
import { contract } from '#contract/index.ts';
import { Refusal } from '#domain/errors.ts';
import { denialOf } from '#domain/permissions.ts';
import type { Attempts } from '../auth/attempts.ts';
import { callerOf, type SignedIn } from '../auth/caller.ts';
import type { Auth } from '../auth/engine.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { once } from '../idempotency/once.ts';
import type { LiveUpdates } from '../notifications/live.ts';
import { inTransaction, type Surroundings, type Work } from '../work.ts';
import { isStorable } from './storable-text.ts';

/** What the process is made of, put together once by `main.ts`, or by a test. */
export interface Bank {
  readonly config: Config;
  /** Who runs the bank; its mode decides what is a demonstration. */
  readonly institution: Institution;
  readonly database: Database;
  readonly auth: Auth;
  readonly attempts: Attempts;
  readonly live: LiveUpdates;
  readonly surroundings: Surroundings;
}

/** What every handler finds: the bank and the request. */
export interface RequestContext {
  readonly bank: Bank;
  readonly headers: Headers;
  /** The network address of the connection. */
  readonly address: string;
  /** Headers that the answer will carry. */
  readonly answerHeaders: Headers;
  readonly signal: AbortSignal;
}

/** What a handler behind the guard finds in addition. */
export interface GuardedContext extends RequestContext {
  readonly caller: SignedIn | null;
}

const REFUSAL_OF_DENIAL = {
  'sign-in-required': 'auth.required',
  'administrator-required': 'auth.admin-required',
  'account-required': 'auth.forbidden',
} as const;

/**
 * Binds handlers to the contract. The guard in front of each of them reads who may enter from the route's own declaration, before the
 * input is looked at: a stranger learns nothing from a validation message.
 */
export const os = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, next, procedure }, input) => {
    const { access } = procedure['~orpc'].meta;
    const { caller, setCookies } = await callerOf(
      context.bank.auth,
      context.bank.database.db,
      context.headers,
    );
    for (const cookie of setCookies) context.answerHeaders.append('set-cookie', cookie);
    const denial = denialOf(access, caller);
    if (denial) throw new Refusal(REFUSAL_OF_DENIAL[denial]);
    if (!isStorable(input)) throw new Refusal('request.malformed');
    return next({ context: { caller } });
  });

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
  operation: string,
  input: unknown,
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  const { result, replayed } = await once(
    context.bank.database.db,
    context.bank.surroundings,
    { actorId: signedIn(context).userId, key: context.headers.get('idempotency-key'), operation, input },
    useCase,
  );
  if (replayed) context.answerHeaders.set('idempotent-replayed', 'true');
  return result;
}

/** Runs the use case of a route whose repetition is harmless by nature, in one transaction. */
export function run<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(
    context.bank.database.db,
    context.bank.surroundings,
    signedIn(context).userId,
    useCase,
  );
}

import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '#contract/index.ts';
import type { RouteMeta } from '#contract/route.ts';
import { noteSessionEnd } from '../page/drafts.ts';
import { navigate } from '../page/navigation.ts';
import { cleanPath } from '../page/site-map.ts';
import { isUnattended } from './activity.ts';
import { askForConfirmation } from './confirmation.ts';
import { fetchApi, type Watch } from './fetch.ts';
import { ApiProblem } from './problem.ts';

interface CallContext {
  /** Names one submission: the server does it once, however often it is sent. `useSubmission` chooses it. */
  readonly idempotencyKey?: string;
  /** Lets a call pass that the person has just confirmed. */
  readonly confirmation?: string;
  /** Follows the call while it is under way. */
  readonly watch?: Watch;
}

/** Whether the contract says that a call takes an idempotency key. A call that takes none must not be repeated as if it did. */
function takesKey(path: readonly string[]): boolean {
  let step: unknown = contract;
  for (const name of path) step = (step as Record<string, unknown> | undefined)?.[name];
  return (step as { '~orpc'?: { meta?: RouteMeta } } | undefined)?.['~orpc']?.meta?.idempotent === true;
}

const returnKey = 'return-to';

let forgetSession: () => void = () => undefined;

/** Says what must be forgotten when the server no longer knows the session; the cache of answers does (queries.ts). */
export function onSessionLost(forget: () => void): void {
  forgetSession = forget;
}

/**
 * The server no longer knows the session: remembers the screen and goes to its sign-in. What was believed of the session is forgotten
 * before, or the sign-in would send the person straight back.
 */
export function sessionLost(): void {
  forgetSession();
  noteSessionEnd();
  const here = cleanPath(location.pathname);
  const signIn = here.startsWith('/admin') ? '/admin-login' : '/auth';
  if (here === signIn) return;
  try {
    sessionStorage.setItem(returnKey, here + location.search);
  } catch {
    // Storage refused: the sign-in then leads to the person's home.
  }
  navigate(signIn, { replace: true });
}

/** Where the person was when the sign-in was asked for, once; null when they came by themselves. */
export function takeReturnPath(): string | null {
  try {
    const path = sessionStorage.getItem(returnKey);
    sessionStorage.removeItem(returnKey);
    return path;
  } catch {
    return null;
  }
}

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${location.origin}/api`,
  headers: ({ context }, path) => ({
    ...(context.idempotencyKey && takesKey(path) ? { 'idempotency-key': context.idempotencyKey } : {}),
    ...(context.confirmation ? { 'x-confirmation': context.confirmation } : {}),
    // What a page left open reads by itself must not keep its session alive.
    ...(isUnattended() ? { 'x-unattended': '1' } : {}),
  }),
  interceptors: [
    async ({ next, ...call }) => {
      try {
        return await next();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'auth.confirmation-required') throw error;
        const token = await askForConfirmation(call.path.join('.'), call.input, error.params);
        if (token === null) throw error;
        return next({ ...call, context: { ...call.context, confirmation: token } });
      }
    },
  ],
  fetch: async (request, _init, { context }) => {
    try {
      return await fetchApi(request, { watch: context.watch });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'auth.required') sessionLost();
      throw error;
    }
  },
});

/** The API, typed by its contract: `await api.loans.list()`. A call that fails throws an `ApiProblem`. */
export const api: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link);

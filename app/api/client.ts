import { contract } from 'virtual:contract';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { RouteMeta } from '#contract/route.ts';
import { noteSessionEnd } from '../page/drafts.ts';
import { navigate } from '../page/navigation.ts';
import { cleanPath } from '../page/site-map.ts';
import { isUnattended } from './activity.ts';
import { offerProposal } from './approval.ts';
import { askForConfirmation } from './confirmation.ts';
import { fetchApi, type Watch } from './fetch.ts';
import { ApiProblem, connectionProblem } from './problem.ts';

interface CallContext {
  /** Idempotency key of one submission: the server executes it once, however often it is sent. `useSubmission` generates it. */
  readonly idempotencyKey?: string;
  /** Token that authorises a call the person has just confirmed. */
  readonly confirmation?: string;
  /** Watches the call while it is under way. */
  readonly watch?: Watch;
}

/** Whether the contract gives the call an idempotency key. A call without one must not be repeated. */
function takesKey(path: readonly string[]): boolean {
  let step: unknown = contract;
  for (const name of path) step = (step as Record<string, unknown> | undefined)?.[name];
  return (step as { '~orpc'?: { meta?: RouteMeta } } | undefined)?.['~orpc']?.meta?.idempotent === true;
}

const returnKey = 'return-to';

let forgetSession: () => void = () => undefined;

/** Registers what to clear when the server no longer knows the session; queries.ts registers its cache. */
export function onSessionLost(forget: () => void): void {
  forgetSession = forget;
}

/**
 * On an unknown session: remembers the screen and goes to its sign-in. The cached session is cleared first, otherwise the sign-in would redirect
 * back.
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
    // Storage is unavailable: the sign-in leads to the person's home.
  }
  navigate(signIn, { replace: true });
}

/** The screen that the sign-in was requested from, read once; null when the person opened the sign-in directly. */
export function takeReturnPath(): string | null {
  try {
    const path = sessionStorage.getItem(returnKey);
    sessionStorage.removeItem(returnKey);
    return path;
  } catch {
    return null;
  }
}

/** Refusals after which the call can be proposed to others: a policy asks them, or it is beyond the caller's limit (STAFF-42). */
const isForOthers = (code: string) => code === 'approval.required' || code === 'staff.above-limit';

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${location.origin}/api`,
  headers: ({ context }, path) => ({
    ...(context.idempotencyKey && takesKey(path) ? { 'idempotency-key': context.idempotencyKey } : {}),
    ...(context.confirmation ? { 'x-confirmation': context.confirmation } : {}),
    // Automatic reads of an open page must not prolong its session.
    ...(isUnattended() ? { 'x-unattended': '1' } : {}),
  }),
  interceptors: [
    async ({ next, ...call }) => {
      try {
        return await next();
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (isForOthers(error.code)) error.isOffered = offerProposal(call.path.join('.'), call.input);
        let refused = error;
        for (let asked = 0; refused.code === 'auth.confirmation-required'; asked += 1) {
          const token = await askForConfirmation(call.path.join('.'), call.input, refused.params);
          // What was sent once may have been done: nobody knows until it is asked again under its key.
          if (token === null) throw asked === 0 ? refused : connectionProblem('unanswered');
          try {
            return await next({ ...call, context: { ...call.context, confirmation: token } });
          } catch (again) {
            if (!(again instanceof ApiProblem)) throw again;
            if (isForOthers(again.code)) again.isOffered = offerProposal(call.path.join('.'), call.input);
            // Repeated after a lost answer, its confirmation is used up: asked for anew, the server answers what it did.
            refused = again;
          }
        }
        throw refused;
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

/** The API, typed by its contract: `await api.loans.list()`. A failed call throws an `ApiProblem`. */
export const api: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link);

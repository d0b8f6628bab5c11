import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Permission } from '#domain/operations.ts';
import { forgetDrafts, ownDrafts } from '../page/drafts.ts';
import { navigate } from '../page/navigation.ts';
import { forgetAhead } from './ahead.ts';
import { api, sessionLost, takeReturnPath } from './client.ts';
import { asProblem } from './problem.ts';
import { query, queryClient } from './queries.ts';

export type Session = NonNullable<Awaited<ReturnType<typeof api.session.current>>['session']>;

/** Who is signed in: `undefined` while it is asked, `null` for nobody. `isBroken`: it could not be found out. */
export function useSession(): { session: Session | null | undefined; isBroken: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery(query.session.current.queryOptions());
  return { session: data?.session, isBroken: isError && data === undefined, retry: () => void refetch() };
}

/** Says what the signed-in member of the staff may do. What they may not do is absent from their screens; the server refuses it in any case. */
export function useMay(): (permission: Permission) => boolean {
  const { session } = useSession();
  return (permission) => session?.permissions.includes(permission) === true;
}

/** The same, as the server says it now: a sign-in screen must not send someone away on the word of a session that has ended. */
export function useSessionOnArrival(): Session | null | undefined {
  const { data, isFetchedAfterMount } = useQuery({
    ...query.session.current.queryOptions(),
    refetchOnMount: 'always',
  });
  return isFetchedAfterMount ? data?.session : undefined;
}

/**
 * Lets only the right person stay on a screen. `where` is asked once the server has said who is signed in (`null` for nobody), and
 * answers where that person belongs, or `null` to let them stay. `whenUnknown` is where everyone goes when the server cannot say.
 */
export function useGuard(
  where: (session: Session | null) => string | null,
  { whenUnknown = null }: { whenUnknown?: string | null } = {},
): { session: Session | null; isBroken: boolean; retry: () => void } {
  const { session, isBroken, retry } = useSession();
  let elsewhere: string | null = null;
  if (isBroken) elsewhere = whenUnknown;
  else if (session !== undefined) elsewhere = where(session);
  const isNobody = session === null;
  // Before the screen inside is drawn, whose forms ask for what was typed.
  const userId = session?.userId;
  useMemo(() => {
    if (userId !== undefined) ownDrafts(userId);
  }, [userId]);
  useEffect(() => {
    if (elsewhere === null) return;
    // A session that is missing, or that ended under the screen: the sign-in leads back here.
    if (isNobody) sessionLost();
    else navigate(elsewhere, { replace: true });
  }, [elsewhere, isNobody]);
  return { session: elsewhere === null && session ? session : null, isBroken, retry };
}

/**
 * Ends the session, forgets everything read under it, and goes to the given path. Even when the server cannot be reached nothing personal
 * stays in this page; `false` then, since the browser keeps a session that has not ended.
 */
export async function signOut(to: string): Promise<boolean> {
  forgetDrafts();
  const hasEnded = await api.session.signOut().then(
    () => true,
    (error) => asProblem(error).status === 401,
  );
  navigate(to);
  forgetAhead();
  queryClient.clear();
  // Whoever leaves on purpose begins anew.
  takeReturnPath();
  return hasEnded;
}

/**
 * Begins a session in this page: forgets what was read before it, and goes where the person was when the sign-in was asked for, or to
 * their home.
 */
export function enter(session: Session): void {
  forgetAhead();
  queryClient.clear();
  queryClient.setQueryData(query.session.current.queryKey(), { session });
  navigate(destinationOf(session, takeReturnPath()), { replace: true });
}

/** A client is never sent into the back office, nor an administrator away from it, by a path remembered from someone else. */
export function destinationOf(session: Session, returnPath: string | null): string {
  if (returnPath === null) return session.home;
  const [path = ''] = returnPath.split('?');
  const isOwn = path === session.home || path.startsWith(`${session.home}/`);
  return isOwn ? returnPath : session.home;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Permission } from '#domain/operations.ts';
import { forgetDrafts, ownDrafts } from '../page/drafts.ts';
import { navigate } from '../page/navigation.ts';
import { api, sessionLost, takeReturnPath } from './client.ts';
import { closeEarlyReads, keepEarlyPermissions } from './early-reads.ts';
import { asProblem } from './problem.ts';
import { query, queryClient } from './queries.ts';

export type Session = NonNullable<Awaited<ReturnType<typeof api.session.current>>['session']>;

/** The signed-in person: `undefined` while loading, `null` for none. `isBroken`: the request failed. */
export function useSession(): { session: Session | null | undefined; isBroken: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery(query.session.current.queryOptions());
  return { session: data?.session, isBroken: isError && data === undefined, retry: () => void refetch() };
}

/** Checks the permissions of the signed-in member of staff. The screens omit what is not permitted; the server enforces it in any case. */
export function useMay(): (permission: Permission) => boolean {
  const { session } = useSession();
  return (permission) => session?.permissions.includes(permission) === true;
}

/** The same, read from the server now: a sign-in screen must not redirect on the word of a session that has ended. */
export function useSessionOnArrival(): Session | null | undefined {
  const { data, isFetchedAfterMount } = useQuery({
    ...query.session.current.queryOptions(),
    refetchOnMount: 'always',
  });
  return isFetchedAfterMount ? data?.session : undefined;
}

/**
 * Restricts a screen. `where` is called with the signed-in person (`null` for none) once known, and returns where that person belongs, or `null`
 * to let them stay. `whenUnknown` is the destination when the server cannot say.
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
  // Before the screen renders, because its forms read the drafts.
  const userId = session?.userId;
  useMemo(() => {
    if (userId !== undefined) ownDrafts(userId);
  }, [userId]);
  useEffect(() => {
    if (elsewhere === null) return;
    // The session is missing or ended under the screen: the sign-in leads back here.
    if (isNobody) sessionLost();
    else navigate(elsewhere, { replace: true });
  }, [elsewhere, isNobody]);
  return { session: elsewhere === null && session ? session : null, isBroken, retry };
}

/**
 * Ends the session, clears everything read under it, and goes to the given path. Even when the server cannot be reached, no personal data stays
 * in this page; resolves to `false` then, because the session has not ended.
 */
export async function signOut(to: string): Promise<boolean> {
  forgetDrafts();
  keepEarlyPermissions([]);
  const hasEnded = await api.session.signOut().then(
    () => true,
    (error) => asProblem(error).status === 401,
  );
  navigate(to);
  closeEarlyReads();
  queryClient.clear();
  // After a sign-out nothing is remembered.
  takeReturnPath();
  return hasEnded;
}

/** Begins a session in this page: clears what was read before it, and goes to the screen that asked for the sign-in, or home. */
export function enter(session: Session): void {
  closeEarlyReads();
  queryClient.clear();
  queryClient.setQueryData(query.session.current.queryKey(), { session });
  keepEarlyPermissions(session.permissions);
  navigate(destinationOf(session, takeReturnPath()), { replace: true });
}

/** A remembered path is only followed within the person's own area: it may be another person's. */
export function destinationOf(session: Session, returnPath: string | null): string {
  if (returnPath === null) return session.home;
  const [path = ''] = returnPath.split('?');
  const isOwn = path === session.home || path.startsWith(`${session.home}/`);
  return isOwn ? returnPath : session.home;
}

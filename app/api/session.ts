import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate } from '../navigation.ts';
import { api } from './client.ts';
import { query, queryClient } from './queries.ts';

export type Session = NonNullable<Awaited<ReturnType<typeof api.session.current>>['session']>;

/** Who is signed in: `undefined` while it is asked, `null` for nobody. */
export function useSession(): { session: Session | null | undefined; isBroken: boolean } {
  const { data, isError } = useQuery(query.session.current.queryOptions());
  return { session: data?.session, isBroken: isError };
}

/**
 * Lets only the right person stay on a screen. `where` says where someone goes who may not: a path, or null to stay. It is asked once
 * the server has said who is signed in (`null` for nobody, and when that could not be found out).
 */
export function useGuard(where: (session: Session | null) => string | null): Session | null {
  const { session, isBroken } = useSession();
  const known = isBroken ? null : session;
  const elsewhere = known === undefined ? null : where(known);
  useEffect(() => {
    if (elsewhere !== null) navigate(elsewhere, { replace: true });
  }, [elsewhere]);
  return elsewhere === null && known ? known : null;
}

/** Ends the session, forgets everything read under it, and goes to the given path. */
export async function signOut(to: string): Promise<void> {
  // Even when the server cannot be reached nothing personal stays in this page.
  await api.session.signOut().catch(() => undefined);
  queryClient.clear();
  navigate(to);
}

import { useEffect } from 'react';
import { query, queryClient, refreshAll } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/** Hides or shows the whole page, which keeps its scroll position. */
function setHidden(isHidden: boolean): void {
  document.documentElement.style.visibility = isHidden ? 'hidden' : '';
}

/**
 * Browsers keep a page that was left and show it again on « back » as it was. A signed-in page is hidden when it is left, and stays so until the
 * server has answered that the same person is signed in; otherwise it is loaded anew.
 */
export function useHiddenUntilAsked(): void {
  const userId = useSession().session?.userId;
  // A session whose end is known before the page is shown again leads to the sign-in, which must be visible.
  useEffect(() => () => setHidden(false), []);
  useEffect(() => {
    if (userId === undefined) return;
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setHidden(true);
    };
    const ask = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setHidden(true);
      const current = { ...query.session.current.queryOptions(), staleTime: 0 };
      const answer = await queryClient.fetchQuery(current).catch(() => null);
      if (answer?.session?.userId !== userId) return location.reload();
      setHidden(false);
      void refreshAll();
    };
    addEventListener('pagehide', hide);
    addEventListener('pageshow', ask);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', ask);
    };
  }, [userId]);
}

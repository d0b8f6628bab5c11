import { useEffect } from 'react';

/**
 * The secret of a mailed link, in the fragment of the address: browsers do not send it, so no server, proxy or other page receives it (ASVS
 * 14.2.1). Null without one.
 */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/** Following another mailed link on the open page changes only the fragment: the page is remounted with the new token. */
export function useAnotherLink(): void {
  useEffect(() => {
    const beginAnew = () => {
      if (tokenIn(location.hash) !== null) location.reload();
    };
    addEventListener('hashchange', beginAnew);
    return () => removeEventListener('hashchange', beginAnew);
  }, []);
}

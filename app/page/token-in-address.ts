import { useEffect } from 'react';

/**
 * The secret that the link of a mail carries, behind the `#` of the address: a browser keeps that part to itself, so that no server, proxy
 * or other page ever sees it (ASVS 14.2.1). Null where there is none.
 */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/** Another link, opened where the page is open already, changes nothing but what is behind the `#`: the page begins anew with it. */
export function useAnotherLink(): void {
  useEffect(() => {
    const beginAnew = () => {
      if (tokenIn(location.hash) !== null) location.reload();
    };
    addEventListener('hashchange', beginAnew);
    return () => removeEventListener('hashchange', beginAnew);
  }, []);
}

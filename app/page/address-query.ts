import { useSyncExternalStore } from 'react';

/** The query of the address on a public page, where islands keep what a link shall carry: it changes by `goTo` and by going back. */

const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The query with its question mark; empty while the markup of the build is hydrated, which no address has changed. */
export function useQuery(): string {
  return useSyncExternalStore(
    listen,
    () => location.search,
    () => '',
  );
}

/** Changes the address of this page without loading it: as a step that can be gone back to, or in place of the present one. */
export function goTo(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

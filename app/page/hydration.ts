import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether a prerendered page is coming alive: its first drawing in the browser must be what the page shows. True while prerendering. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

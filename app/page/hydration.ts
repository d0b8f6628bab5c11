import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether a prerendered page is hydrating: the first render must match the prerendered markup. True while prerendering. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

import { useSyncExternalStore } from 'react';

/** Whether the bank card request dialog is open. The home page and the footer open it; the shell renders it. */
let isOpen = false;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openCardRequest = () => become(true);
export const closeCardRequest = () => become(false);

export function useCardRequestIsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}

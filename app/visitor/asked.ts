import { useEffect } from 'react';

/**
 * Calls the function at every press on a button with `data-asks="<island>"`. The press that fetched the island is repeated for it. `answer` must be
 * referentially stable.
 */
export function useAsked(island: string, answer: () => void): void {
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[data-asks="${island}"]`)) answer();
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [island, answer]);
}

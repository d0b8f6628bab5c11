import { useEffect } from 'react';

/** The actions that a button of a still part may trigger with `data-asks`, because the part has no code. */
export type Asked = 'card-request' | 'cookies';

/** Handles every button with this `data-asks`. `answer` must be referentially stable. */
export function useAsked(what: Asked, answer: () => void): void {
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[data-asks="${what}"]`)) answer();
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [what, answer]);
}

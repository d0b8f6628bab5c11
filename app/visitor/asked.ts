import { useEffect } from 'react';

/** What a button of a still part may ask for: it has no code of its own, and says it with `data-asks`. */
export type Asked = 'card-request' | 'cookies';

/** Answers every button of the page that asks for `what`. `answer` is the same function at each drawing. */
export function useAsked(what: Asked, answer: () => void): void {
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[data-asks="${what}"]`)) answer();
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [what, answer]);
}

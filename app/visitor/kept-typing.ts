import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTypedBeforeHydration } from '../page/before-hydration.ts';

type Typed = Readonly<Record<string, string>>;

/** What a stored draft says of a form's own fields, and nothing else. */
export function readDraft(stored: string | null, names: readonly string[]): Typed {
  if (stored === null) return {};
  let draft: unknown;
  try {
    draft = JSON.parse(stored);
  } catch {
    return {};
  }
  if (typeof draft !== 'object' || draft === null) return {};
  const entries = Object.entries(draft).filter(
    (entry): entry is [string, string] => names.includes(entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

/**
 * Keeps what is typed in a form through an accidental reload, in this tab only, until it is sent (`forget`) or emptied; and gives it
 * what was typed before the page was alive.
 */
export function useKeptTyping<Values extends Record<string, string>>(
  key: string,
  element: RefObject<HTMLFormElement | null>,
  form: { readonly typed: Values; readonly restore: (values: Partial<Values>) => void },
): { forget: () => void } {
  const { typed, restore } = form;
  const storageKey = `draft:${key}`;
  const isRestored = useRef(false);
  const names = Object.keys(typed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first paint.
  useLayoutEffect(() => {
    try {
      restore(readDraft(sessionStorage.getItem(storageKey), names) as Partial<Values>);
    } catch {
      // Storage refused: nothing was kept.
    }
  }, []);

  // After the draft: what was typed just now is newer.
  useTypedBeforeHydration(element, (values) => {
    restore(Object.fromEntries([...values].filter(([name]) => names.includes(name))) as Partial<Values>);
  });

  useEffect(() => {
    // The first time, `typed` is still what it was before the draft was restored.
    if (!isRestored.current) {
      isRestored.current = true;
      return;
    }
    try {
      if (Object.values(typed).every((value) => !value)) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify(typed));
    } catch {
      // Storage refused or full: the form works all the same, it only does not survive a reload.
    }
  }, [typed, storageKey]);

  return {
    forget: () => {
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

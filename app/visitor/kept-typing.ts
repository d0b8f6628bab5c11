import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTypedBeforeHydration } from '../page/before-hydration.ts';

type Typed = Readonly<Record<string, string>>;

/** The form's own fields of a stored draft. */
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
 * Keeps a form's input through an accidental reload, in this tab only, until it is sent (`forget`) or cleared; and restores what was typed
 * before hydration.
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
      // Storage is unavailable: nothing was kept.
    }
  }, []);

  // Applied after the draft: it is newer.
  useTypedBeforeHydration(element, (values) => {
    restore(Object.fromEntries([...values].filter(([name]) => names.includes(name))) as Partial<Values>);
  });

  useEffect(() => {
    // On the first run, `typed` is still the value before the draft was restored.
    if (!isRestored.current) {
      isRestored.current = true;
      return;
    }
    try {
      if (Object.values(typed).every((value) => !value)) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify(typed));
    } catch {
      // Storage is unavailable or full: the form works, but its input does not survive a reload.
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

import { useSyncExternalStore } from 'react';

/** Whether a reader found an article useful. Kept in the browser and sent nowhere. */
export type Vote = 'yes' | 'no';

const keyOf = (articleId: number) => `article-vote-${articleId}`;
const listeners = new Set<() => void>();
/** For browsers that refuse storage: the vote then holds until the page is left. */
const unstored = new Map<number, Vote>();

export function readVote(stored: string | null): Vote | null {
  return stored === 'yes' || stored === 'no' ? stored : null;
}

function voteOf(articleId: number): Vote | null {
  try {
    return readVote(localStorage.getItem(keyOf(articleId))) ?? unstored.get(articleId) ?? null;
  } catch {
    return unstored.get(articleId) ?? null;
  }
}

/** Keeps a vote, or takes it back. */
export function vote(articleId: number, choice: Vote | null): void {
  if (choice) unstored.set(articleId, choice);
  else unstored.delete(articleId);
  try {
    if (choice) localStorage.setItem(keyOf(articleId), choice);
    else localStorage.removeItem(keyOf(articleId));
  } catch {
    // Storage refused: see above.
  }
  for (const listener of listeners) listener();
}

export function useVote(articleId: number): Vote | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => voteOf(articleId),
    () => null,
  );
}

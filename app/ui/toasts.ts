export type ToastTone = 'success' | 'info' | 'warning' | 'destructive';

export type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly description?: string;
  /** Removed when the next area is shown: « redirecting » must not remain after arrival. */
  readonly onTheWay?: string | undefined;
  /** The act that it reports: a newer outcome of the same act replaces it. */
  readonly act?: string | undefined;
  /** One action, e.g. undo. */
  readonly action?: { label: string; onPress: () => void };
  readonly durationMs: number;
};

/** A reader needs time: errors and toasts with an action stay longer, and all stay while pointed at or focused. */
const DURATION_MS = { short: 6000, long: 12000 };
/** More would cover the screen; a telephone shows only the newest (toast.css). */
const AT_MOST = 3;

let list: readonly Toast[] = [];
let lastId = 0;
let currentAct: string | undefined;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  list = next;
  for (const listener of listeners) listener();
}

export const toasts = {
  list: () => list,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Shows a message. Repeating a visible toast replaces it, so that a held key cannot fill the screen. */
export function toast(
  wanted: Partial<Pick<Toast, 'tone' | 'durationMs'>> & Omit<Toast, 'id' | 'tone' | 'durationMs' | 'act'>,
): number {
  lastId += 1;
  const tone = wanted.tone ?? 'success';
  const stays = tone === 'destructive' || tone === 'warning' || wanted.action !== undefined;
  const next: Toast = {
    durationMs: stays ? DURATION_MS.long : DURATION_MS.short,
    ...wanted,
    act: currentAct,
    tone,
    id: lastId,
  };
  const others = list.filter((shown) => shown.title !== next.title || shown.description !== next.description);
  publish([...others, next].slice(-AT_MOST));
  return next.id;
}

/**
 * Toasts shown by `say` are the outcome of an act and replace its previous ones, so that « insufficient » and « sent » are never shown together.
 */
export function asOutcomeOf(act: string, say: () => void): void {
  // Nested calls belong to the outer act.
  if (currentAct !== undefined) {
    say();
    return;
  }
  publish(list.filter((shown) => shown.act !== act));
  currentAct = act;
  try {
    say();
  } finally {
    currentAct = undefined;
  }
}

/** Removes the messages that only applied until the current area was reached. */
export function arrive(): void {
  if (!list.some(({ onTheWay }) => onTheWay)) return;
  publish(list.map((shown) => ({ ...shown, onTheWay: undefined })));
}

export function dismissToast(id: number) {
  publish(list.filter((shown) => shown.id !== id));
}

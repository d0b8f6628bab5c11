export type ToastTone = 'success' | 'info' | 'warning' | 'destructive';

export type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly description?: string;
  /** True until the next area is shown, and taken away then: « redirecting » must not be read where one has arrived. */
  readonly onTheWay?: string | undefined;
  /** Of which act it is the outcome: a newer outcome takes its place. */
  readonly act?: string | undefined;
  /** One way to go on, e.g. to undo. */
  readonly action?: { label: string; onPress: () => void };
  readonly durationMs: number;
};

/** A reader needs time: errors and toasts with an action stay longer, and all stay while pointed at or focused. */
const DURATION_MS = { short: 6000, long: 12000 };
/** More would hide the screen; a telephone shows the newest alone (toast.css). */
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

/** Says something happened. Repeating a toast that is still shown replaces it, so that a held key cannot fill the screen. */
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
 * Whatever `say` shows is the outcome of an act: what was said of the act before is taken away, so that « insufficient » and « sent » never
 * stand together.
 */
export function asOutcomeOf(act: string, say: () => void): void {
  // What speaks within an act speaks of it.
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

/** Takes away what was only true on the way to the area that is shown now. */
export function arrive(): void {
  if (!list.some(({ onTheWay }) => onTheWay)) return;
  publish(list.map((shown) => ({ ...shown, onTheWay: undefined })));
}

export function dismissToast(id: number) {
  publish(list.filter((shown) => shown.id !== id));
}

export type ToastTone = 'success' | 'info' | 'warning' | 'destructive';

export type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly description?: string;
  /** One way to go on, e.g. to undo. */
  readonly action?: { label: string; onPress: () => void };
  readonly durationMs: number;
};

/** A reader needs time: errors and toasts with an action stay longer, and all stay while pointed at or focused. */
const DURATION_MS = { short: 6000, long: 12000 };
/** For what the next screen shows by itself: « redirecting » must not be read where one has arrived. */
export const PASSING_MS = 3000;
const AT_MOST = 4;

let list: readonly Toast[] = [];
let lastId = 0;
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
  wanted: Partial<Pick<Toast, 'tone' | 'durationMs'>> & Omit<Toast, 'id' | 'tone' | 'durationMs'>,
): number {
  lastId += 1;
  const tone = wanted.tone ?? 'success';
  const stays = tone === 'destructive' || tone === 'warning' || wanted.action !== undefined;
  const next: Toast = {
    durationMs: stays ? DURATION_MS.long : DURATION_MS.short,
    ...wanted,
    tone,
    id: lastId,
  };
  const others = list.filter((shown) => shown.title !== next.title || shown.description !== next.description);
  publish([...others, next].slice(-AT_MOST));
  return next.id;
}

export function dismissToast(id: number) {
  publish(list.filter((shown) => shown.id !== id));
}

import { useSyncExternalStore } from 'react';
import { useFormats } from '../../i18n/format.ts';

const MINUTE_MS = 60_000;
let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  nowMs = Date.now();
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current minute, one clock for every age on the screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}

/** Time since an event, updated every minute; the full date on hover. */
export function Age({ since }: { since: string }) {
  const { ago, moment } = useFormats();
  const now = useNow();
  return (
    <time dateTime={since} title={moment(since)}>
      {ago(since, now)}
    </time>
  );
}

import { hashKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { legalDay } from '#domain/time/days.ts';
import { query, queryClient } from './queries.ts';

/** Below this, the bank's time and the browser's differ only by an inexact clock: the browser's is used. */
const SAME_DAY_MS = 12 * 3_600_000;
const MINUTE_MS = 60_000;

/** How far the bank's time is ahead of the browser's. Not zero once the operator has moved a demonstration's day on (decision 0029). */
let aheadMs = 0;
let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now() + aheadMs;
  for (const listener of listeners) listener();
}

const sessionHash = hashKey(query.session.current.queryKey());
queryClient.getQueryCache().subscribe(({ query: changed, type }) => {
  if (type !== 'updated' || changed.queryHash !== sessionHash) return;
  const { data, dataUpdatedAt } = changed.state as {
    data?: { session: { now: string } | null };
    dataUpdatedAt: number;
  };
  const gapMs = data?.session ? Date.parse(data.session.now) - dataUpdatedAt : 0;
  const nextMs = Math.abs(gapMs) < SAME_DAY_MS ? 0 : gapMs;
  if (Math.abs(nextMs - aheadMs) < SAME_DAY_MS) return;
  aheadMs = nextMs;
  tick();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  nowMs = Date.now() + aheadMs;
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const minute = () => nowMs;

/** The current minute at the bank, one clock for every age and day of the signed-in screens. Milliseconds since 1970. */
export function useBankNow(): number {
  return useSyncExternalStore(subscribe, minute, minute);
}

/** Today at the bank, YYYY-MM-DD in French legal time. */
export function useBankDay(): string {
  return legalDay(new Date(useBankNow()));
}

/** Whether the day of the bank is another one than the browser's: its operator has moved the demonstration on. */
export function useIsMovedOn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => aheadMs !== 0,
    () => false,
  );
}

import { useEffect, useSyncExternalStore } from 'react';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { closeEarlyReads, dropEarlyAnswers, earlyLiveStream } from './early-reads.ts';
import { refresh, refreshAll } from './queries.ts';

/** `lost`: the connection broke and is being retried; the screen may be out of date. */
export type LiveStatus = 'off' | 'connecting' | 'live' | 'lost';

const catchUpEveryMs = 5000;

let status: LiveStatus = 'off';
const listeners = new Set<() => void>();

function become(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

function topicsOf(data: string): Topic[] {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown };
    return Array.isArray(topics) ? ALL_TOPICS.filter((topic) => topics.includes(topic)) : [];
  } catch {
    return [];
  }
}

/**
 * Follows the signed-in person's changes and reads them again. Browsers reconnect after a broken connection but give up after an error answer:
 * that case is retried here, with delays growing up to half a minute. Returns how to stop.
 */
export function followLive(url = '/api/live'): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let caughtUpAtMs = Number.NEGATIVE_INFINITY;
  let catchUp: ReturnType<typeof setTimeout> | undefined;

  /**
   * Changes before the connection were not announced: read everything. Throttled, so that a flapping connection does not read everything each
   * time.
   */
  function catchUpSoon(): void {
    clearTimeout(catchUp);
    catchUp = setTimeout(
      () => {
        caughtUpAtMs = Date.now();
        // A network that has just come back may fail again: reads that failed are retried until they succeed.
        void refreshAll().then((isFresh) => {
          if (isFresh === false && status === 'live') catchUpSoon();
        });
      },
      Math.max(0, caughtUpAtMs + catchUpEveryMs - Date.now()),
    );
  }

  /** `isHeard`: whether everything on the screen was read since this stream opened. */
  function follow(stream: EventSource, isHeard: boolean): void {
    source = stream;
    let hasCaughtUp = isHeard;
    source.onopen = () => {
      failures = 0;
      hasCaughtUp = false;
      become('live');
    };
    source.onmessage = ({ data }) => {
      dropEarlyAnswers();
      // The first message confirms the subscription: every later change is announced.
      if (hasCaughtUp) return void refresh(topicsOf(data));
      hasCaughtUp = true;
      catchUpSoon();
    };
    source.onerror = () => {
      dropEarlyAnswers();
      become('lost');
      if (source?.readyState !== EventSource.CLOSED) return;
      failures += 1;
      timer = setTimeout(connect, Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 2));
    };
  }

  function connect(): void {
    become(failures === 0 ? 'connecting' : 'lost');
    follow(new EventSource(url), false);
  }

  // After a device wakes up, reconnect without waiting for the next attempt.
  function hurry(): void {
    if (status === 'lost' && document.visibilityState !== 'hidden') reopen();
  }

  /** The stream of a network that went down may stay open for minutes without an error, and changes would be missed. */
  function reopen(): void {
    clearTimeout(timer);
    source?.close();
    connect();
  }

  const early = earlyLiveStream();
  if (early) {
    become('live');
    follow(early.live, true);
    for (const data of early.said) void refresh(topicsOf(data));
  } else connect();
  addEventListener('online', reopen);
  document.addEventListener('visibilitychange', hurry);
  return () => {
    clearTimeout(timer);
    clearTimeout(catchUp);
    source?.close();
    closeEarlyReads();
    removeEventListener('online', reopen);
    document.removeEventListener('visibilitychange', hurry);
    become('off');
  };
}

/** Runs the live updates while the calling shell is mounted. */
export function useLive(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? followLive() : undefined), [isSignedIn]);
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => status,
    () => 'off',
  );
}

import { useEffect, useSyncExternalStore } from 'react';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { forgetAhead, forgetAnswersAhead, liveAhead } from './ahead.ts';
import { refresh, refreshAll } from './queries.ts';

/** `lost`: the connection broke and is being tried again; what is shown may be out of date. */
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
 * Follows what changes for the signed-in person and reads it again. A browser reconnects by itself after a broken connection but
 * gives up after an answer that is an error, so that case is tried again here, ever more slowly, up to half a minute apart.
 * Returns how to stop.
 */
export function followLive(url = '/api/live'): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let caughtUpAtMs = Number.NEGATIVE_INFINITY;
  let catchUp: ReturnType<typeof setTimeout> | undefined;

  /** Whatever happened before the connection was not announced here. A connection that flaps must not read everything each time. */
  function catchUpSoon(): void {
    clearTimeout(catchUp);
    catchUp = setTimeout(
      () => {
        caughtUpAtMs = Date.now();
        // A network that has just come back may fail once more: what could not be read is asked again until it is.
        void refreshAll().then((isFresh) => {
          if (isFresh === false && status === 'live') catchUpSoon();
        });
      },
      Math.max(0, caughtUpAtMs + catchUpEveryMs - Date.now()),
    );
  }

  /** `isHeard`: whether everything that the screen shows was read since this stream was open. */
  function follow(stream: EventSource, isHeard: boolean): void {
    source = stream;
    let hasCaughtUp = isHeard;
    source.onopen = () => {
      failures = 0;
      hasCaughtUp = false;
      become('live');
    };
    source.onmessage = ({ data }) => {
      forgetAnswersAhead();
      // The first message says that from now on everything is announced here.
      if (hasCaughtUp) return void refresh(topicsOf(data));
      hasCaughtUp = true;
      catchUpSoon();
    };
    source.onerror = () => {
      forgetAnswersAhead();
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

  // A telephone that slept: do not wait for the next try.
  function hurry(): void {
    if (status === 'lost' && document.visibilityState !== 'hidden') reopen();
  }

  /** The stream of the network that went may stay open for minutes without a word: what it misses would be told by nobody. */
  function reopen(): void {
    clearTimeout(timer);
    source?.close();
    connect();
  }

  const ahead = liveAhead();
  if (ahead) {
    become('live');
    follow(ahead.live, true);
    for (const data of ahead.said) void refresh(topicsOf(data));
  } else connect();
  addEventListener('online', reopen);
  document.addEventListener('visibilitychange', hurry);
  return () => {
    clearTimeout(timer);
    clearTimeout(catchUp);
    source?.close();
    forgetAhead();
    removeEventListener('online', reopen);
    document.removeEventListener('visibilitychange', hurry);
    become('off');
  };
}

/** Keeps the live updates going while the shell that calls it is on the screen. */
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

/** Reads begun by the document of a signed-in area before its code arrives (app/start/inline/early-reads.js). */
interface EarlyReads {
  /** Closed when it could not be opened at once, or broke. */
  readonly live: EventSource;
  /** The first reads, by path; each answer is taken once. Untaken answers are dropped when the stream reports a change. */
  readonly answers: Map<string, Promise<Response | undefined>>;
  /** Messages of the stream since it opened. */
  readonly said: readonly string[];
  /**
   * Resolves once the stream is subscribed or has failed. Reads begun afterwards are kept current by the stream, or read again by `followLive`.
   */
  readonly ready: Promise<unknown>;
}

declare global {
  interface Window {
    earlyReads?: EarlyReads;
  }
}

/** Permissions of reads that begin before the session is known (app/start/early-reads.ts). */
const KEPT_PERMISSIONS = [
  'overview.counts',
  'overview.administrator',
  'rates.list',
  'reconciliation.show',
] as const;
const STORAGE_KEY = 'early-reads';

/**
 * Keeps in the browser which early reads the staff may make, so that the next document begins no read that would be refused; nothing for a
 * person who has none of them.
 */
export function keepEarlyPermissions(permissions: readonly string[]): void {
  const kept = KEPT_PERMISSIONS.filter((permission) => permissions.includes(permission)).join(' ');
  try {
    if (kept) localStorage.setItem(STORAGE_KEY, kept);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is unavailable: the next document waits for the session.
  }
}

/** Says whether the browser has kept that the person holds a permission of an early read. */
export function hasKeptPermission(permission: (typeof KEPT_PERMISSIONS)[number]): boolean {
  try {
    return (localStorage.getItem(STORAGE_KEY) ?? '').split(' ').includes(permission);
  } catch {
    return false;
  }
}

/** The answer to an early read, or `undefined`, in which case the caller sends the read. */
export async function takeEarlyAnswer({ method, url }: Request): Promise<Response | undefined> {
  const { earlyReads } = window;
  if (!earlyReads || method !== 'GET') return undefined;
  await earlyReads.ready;
  const path = url.slice(location.origin.length);
  const answer = earlyReads.answers.get(path);
  earlyReads.answers.delete(path);
  return answer;
}

/** The open stream that covers every read so far, with its messages; `undefined` without one. */
export function earlyLiveStream(): { live: EventSource; said: readonly string[] } | undefined {
  const { earlyReads } = window;
  return earlyReads?.live.readyState === EventSource.OPEN ? earlyReads : undefined;
}

/** Drops the untaken answers when data may have changed, so that later reads ask the server. */
export function dropEarlyAnswers(): void {
  window.earlyReads?.answers.clear();
}

/** Closes the stream and drops the answers, when the signed-in person may change or the stream is closed. */
export function closeEarlyReads(): void {
  window.earlyReads?.live.close();
  delete window.earlyReads;
}

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

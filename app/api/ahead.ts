/** What the document of a signed-in area began before its code was here (app/start/inline/ahead.js). */
interface Ahead {
  /** Closed when it could not be opened at once, or broke. */
  readonly live: EventSource;
  /** The first reads, by path; an answer is taken once. Those that nobody has taken go when something changes: the stream vouches for them. */
  readonly answers: Map<string, Promise<Response | undefined>>;
  /** What the stream has said since it was open. */
  readonly said: readonly string[];
  /** Kept once the page hears what changes, or cannot: what is read from then on is either told of, or read again by `followLive`. */
  readonly ready: Promise<unknown>;
}

declare global {
  interface Window {
    ahead?: Ahead;
  }
}

/** The answer to a read that was begun ahead, or `undefined`: the read is then sent. */
export async function answerAhead({ method, url }: Request): Promise<Response | undefined> {
  const { ahead } = window;
  if (!ahead || method !== 'GET') return undefined;
  await ahead.ready;
  const path = url.slice(location.origin.length);
  const answer = ahead.answers.get(path);
  ahead.answers.delete(path);
  return answer;
}

/** The open stream that everything read so far was heard on, with what it has said; `undefined` when there is none. */
export function liveAhead(): { live: EventSource; said: readonly string[] } | undefined {
  const { ahead } = window;
  return ahead?.live.readyState === EventSource.OPEN ? ahead : undefined;
}

/** When something may have changed: what is read from now on is asked of the server. */
export function forgetAnswersAhead(): void {
  window.ahead?.answers.clear();
}

/** When another person may be here from now on, or the stream has been closed. */
export function forgetAhead(): void {
  window.ahead?.live.close();
  delete window.ahead;
}

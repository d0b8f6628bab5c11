import { sql } from 'drizzle-orm';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { type Database, type Db, listed, rowsOf } from '../db/database.ts';
import type { Work } from '../work/work.ts';

const CHANNEL = 'guichet_live';

/** Whom a change concerns: one person, the staff, or both. */
export interface Audience {
  readonly userId?: string;
  readonly staff?: boolean;
}

interface LiveMessage extends Audience {
  readonly topics: readonly Topic[];
}

/** What the database itself says on the channel when a row of `sessions` goes, whatever took it away (migration 0022). */
interface SessionEnded {
  readonly endedSession: string;
}

/** Announces a change when, and only when, the transaction commits; heard on every node of the database. */
export async function announce(work: Work, audience: Audience, topics: readonly Topic[]): Promise<void> {
  work.announcements.push({ channel: CHANNEL, message: { ...audience, topics } satisfies LiveMessage });
}

/** A person at a screen. */
export interface Listener {
  readonly userId: string;
  readonly sessionId: string;
  readonly isStaff: boolean;
}

/**
 * Streams that one session, and one person, may have open on a node. A browser has one in each window. One more closes the oldest of them
 * instead of being refused: after a lost network the old ones are dead connections that nothing has noticed yet, and a refusal would
 * leave the person without updates until they are.
 */
export const STREAMS_PER_SESSION = 12;
export const STREAMS_PER_PERSON = 48;

/** Why a stream ends that neither its reader nor its time has ended. */
export type StreamEnd = 'session-ended' | 'replaced';

/** Hands what is announced to the open streams of this node. */
export interface LiveUpdates {
  /**
   * Ends when `signal` aborts, the session ends, a newer stream takes its place or the hub closes. Yields the topics that changed, merged
   * while the reader was busy.
   * @returns why it ended before its reader or its time ended it; null otherwise.
   */
  subscribe(
    listener: Listener,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly Topic[], StreamEnd | null, void>;
  /**
   * Looks whether the session is still there, and ends its streams if not. Whoever subscribes asks for this afterwards: it may have ended
   * after its caller was looked up and before the stream could hear of it.
   */
  endIfGone(sessionId: string): Promise<void>;
  openStreams(): number;
  close(): Promise<void>;
}

interface Subscription {
  readonly listener: Listener;
  readonly waiting: Set<Topic>;
  wake: () => void;
  end: StreamEnd | null;
}

/** Ends a stream. Its last word after a session's end is that the session changed: other windows leave the screen by it. */
function endStream(subscription: Subscription, why: StreamEnd): void {
  if (subscription.end !== null) return;
  subscription.end = why;
  subscription.waiting.clear();
  if (why === 'session-ended') subscription.waiting.add('session');
  subscription.wake();
}

/** Those of the sessions that are there no more. */
async function goneOf(db: Db, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from sessions where id = any (${listed(sessionIds, 'uuid')})`,
  );
  const there = new Set(rows.map(({ id }) => id));
  return new Set(sessionIds.filter((id) => !there.has(id)));
}

/** Starts hearing the database's announcements. One connection per node, however many streams are open. */
export async function startLiveUpdates(database: Database): Promise<LiveUpdates> {
  /** In the order in which they were opened. */
  const subscriptions = new Set<Subscription>();
  let closed = false;

  function deliver(message: LiveMessage | null): void {
    for (const subscription of subscriptions) {
      const { listener } = subscription;
      const concerned =
        subscription.end === null &&
        (message === null ||
          message.userId === listener.userId ||
          (message.staff === true && listener.isStaff));
      if (!concerned) continue;
      for (const topic of message?.topics ?? ALL_TOPICS) subscription.waiting.add(topic);
      subscription.wake();
    }
  }

  function endSessions(ids: ReadonlySet<string>): void {
    for (const subscription of subscriptions)
      if (ids.has(subscription.listener.sessionId)) endStream(subscription, 'session-ended');
  }

  /** Ends the streams of sessions that are gone: their end was announced while this node did not hear, or before a stream was opened. */
  async function endGone(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) endSessions(await goneOf(database.db, sessionIds));
  }

  function makeRoomFor({ listener }: Subscription): void {
    const open = [...subscriptions].filter(({ end }) => end === null);
    for (const [most, isOfTheSame] of [
      [STREAMS_PER_SESSION, (other: Listener) => other.sessionId === listener.sessionId],
      [STREAMS_PER_PERSON, (other: Listener) => other.userId === listener.userId],
    ] as const) {
      const ofTheSame = open.filter((one) => one.end === null && isOfTheSame(one.listener));
      for (const oldest of ofTheSame.slice(0, Math.max(0, ofTheSame.length - most)))
        endStream(oldest, 'replaced');
    }
  }

  const stopListening = await database.listen(CHANNEL, (text) => {
    if (text === null) {
      deliver(null);
      const sessionIds = [...new Set([...subscriptions].map(({ listener }) => listener.sessionId))];
      // Should the database be away again, it tells of that by another lost connection.
      endGone(sessionIds).catch(() => {});
      return;
    }
    for (const message of JSON.parse(text) as (LiveMessage | SessionEnded)[])
      if ('endedSession' in message) endSessions(new Set([message.endedSession]));
      else deliver(message);
  });

  return {
    async *subscribe(listener, signal) {
      let wake = () => {};
      const subscription: Subscription = { listener, waiting: new Set(), wake: () => wake(), end: null };
      subscriptions.add(subscription);
      makeRoomFor(subscription);
      const onAbort = () => wake();
      signal?.addEventListener('abort', onAbort);
      try {
        while (!closed && !signal?.aborted) {
          if (subscription.waiting.size > 0) {
            const topics = [...subscription.waiting];
            subscription.waiting.clear();
            yield topics;
            continue;
          }
          if (subscription.end !== null) return subscription.end;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        return null;
      } finally {
        subscriptions.delete(subscription);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    endIfGone: (sessionId) => endGone([sessionId]),
    openStreams: () => subscriptions.size,
    async close() {
      closed = true;
      for (const subscription of subscriptions) subscription.wake();
      await stopListening();
    },
  };
}

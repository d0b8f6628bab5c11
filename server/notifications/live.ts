import { sql } from 'drizzle-orm';
import { ALL_TOPICS, type Topic } from '#domain/notifications/topics.ts';
import type { Listener, LiveUpdates, StreamEnd } from '../bank/live-updates.ts';
import { type Database, type Db, listed, rowsOf } from '../db/database.ts';
import { type Work, writeAtEnd } from '../work/work.ts';
import { ANNOUNCEMENTS } from './announcements.ts';

const CHANNEL = 'guichet_live';

/** Audience of a change: one person, the staff, or both. */
export interface Audience {
  readonly userId?: string;
  readonly staff?: boolean;
}

interface LiveMessage extends Audience {
  readonly topics: readonly Topic[];
}

/** Message of the database's own trigger when a row of `sessions` is deleted by any statement (migration 0022). */
interface SessionEnded {
  readonly endedSession: string;
}

/** Message of a change of rights: of these people, or of the whole staff. */
interface RightsChanged {
  readonly rightsOf: readonly string[] | null;
}

/** Announces a change to every node at commit. */
export async function announce(work: Work, audience: Audience, topics: readonly Topic[]): Promise<void> {
  const message: LiveMessage = { ...audience, topics };
  writeAtEnd(work, ANNOUNCEMENTS, { channel: CHANNEL, message });
}

/**
 * Announces that people's rights changed, of those with the ids or of the whole staff: their streams open again with what they may hear now, and
 * their screens read the session again.
 */
export async function announceRights(work: Work, userIds: readonly string[] | null): Promise<void> {
  writeAtEnd(work, ANNOUNCEMENTS, { channel: CHANNEL, message: { rightsOf: userIds } });
}

/**
 * Limits of open streams per session and person on a node; a browser has one per window. A new stream closes the oldest instead of being
 * refused: after a lost network the old ones are dead connections that are not detected yet, and a refusal would leave the person without
 * updates until then.
 */
export const STREAMS_PER_SESSION = 12;
export const STREAMS_PER_PERSON = 48;

interface Subscription {
  readonly listener: Listener;
  readonly waiting: Set<Topic>;
  wake: () => void;
  end: StreamEnd | null;
}

/**
 * Ends a stream. After a session's end, or a change of rights, its last event is the change of session: other windows leave the screen, or show
 * what is permitted now.
 */
function endStream(subscription: Subscription, why: StreamEnd): void {
  if (subscription.end !== null) return;
  subscription.end = why;
  subscription.waiting.clear();
  if (why !== 'replaced') subscription.waiting.add('session');
  subscription.wake();
}

/** The topics of a message that reach a listener; all of them when messages may have been missed (`null`). */
function topicsFor(message: LiveMessage | null, listener: Listener): readonly Topic[] {
  if (message === null) return ALL_TOPICS;
  if (message.userId === listener.userId) return message.topics;
  return message.staff === true ? message.topics.filter((topic) => listener.staffTopics.includes(topic)) : [];
}

/** Those sessions that no longer exist. */
async function goneOf(db: Db, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from sessions where id = any (${listed(sessionIds, 'uuid')})`,
  );
  const there = new Set(rows.map(({ id }) => id));
  return new Set(sessionIds.filter((id) => !there.has(id)));
}

/** Ends the oldest streams of the session and of the person of a new one, where it is one too many. */
function makeRoomFor({ listener }: Subscription, subscriptions: Iterable<Subscription>): void {
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

/** The topics that reach a subscription, merged while its reader was busy, until it ends or `isOver`. */
async function* topicsHeard(
  subscription: Subscription,
  isOver: () => boolean,
): AsyncGenerator<readonly Topic[], StreamEnd | null, void> {
  while (!isOver()) {
    if (subscription.waiting.size > 0) {
      const topics = [...subscription.waiting];
      subscription.waiting.clear();
      yield topics;
      continue;
    }
    if (subscription.end !== null) return subscription.end;
    await new Promise<void>((resolve) => {
      subscription.wake = resolve;
    });
  }
  return null;
}

/** Listens to the database's announcements with one connection per node. */
export async function startLiveUpdates(database: Database): Promise<LiveUpdates> {
  /** In the order in which they were opened. */
  const subscriptions = new Set<Subscription>();
  let closed = false;

  function deliver(message: LiveMessage | null): void {
    for (const subscription of subscriptions) {
      const topics = subscription.end === null ? topicsFor(message, subscription.listener) : [];
      if (topics.length === 0) continue;
      for (const topic of topics) subscription.waiting.add(topic);
      subscription.wake();
    }
  }

  function endSessions(ids: ReadonlySet<string>): void {
    for (const subscription of subscriptions)
      if (ids.has(subscription.listener.sessionId)) endStream(subscription, 'session-ended');
  }

  function endStreamsOf(userIds: readonly string[] | null): void {
    for (const subscription of subscriptions) {
      const { userId, staffTopics } = subscription.listener;
      if (userIds === null ? staffTopics.length > 0 : userIds.includes(userId))
        endStream(subscription, 'rights-changed');
    }
  }

  /** Ends the streams of deleted sessions: the deletion was announced before the stream opened, or while this node did not listen. */
  async function endGone(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) endSessions(await goneOf(database.db, sessionIds));
  }

  const stopListening = await database.listen(CHANNEL, (text) => {
    if (text === null) {
      deliver(null);
      const sessionIds = [...new Set([...subscriptions].map(({ listener }) => listener.sessionId))];
      // If the database is away again, another lost connection is reported.
      endGone(sessionIds).catch(() => {});
      return;
    }
    for (const message of JSON.parse(text) as (LiveMessage | SessionEnded | RightsChanged)[])
      if ('rightsOf' in message) endStreamsOf(message.rightsOf);
      else if ('endedSession' in message) endSessions(new Set([message.endedSession]));
      else deliver(message);
  });

  return {
    async *subscribe(listener, signal) {
      const subscription: Subscription = { listener, waiting: new Set(), wake: () => {}, end: null };
      subscriptions.add(subscription);
      makeRoomFor(subscription, subscriptions);
      const onAbort = () => subscription.wake();
      signal?.addEventListener('abort', onAbort);
      try {
        return yield* topicsHeard(subscription, () => closed || signal?.aborted === true);
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

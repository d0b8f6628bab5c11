import type { Topic } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import type { Work } from '../work.ts';

const CHANNEL = 'guichet_live';

/** Whom a change concerns: one person, every administrator, or both. */
export interface Audience {
  readonly userId?: string;
  readonly administrators?: boolean;
}

interface LiveMessage extends Audience {
  readonly topics: readonly Topic[];
}

/** Announces a change when, and only when, the transaction commits; heard on every node of the database. */
export async function announce(work: Work, audience: Audience, topics: readonly Topic[]): Promise<void> {
  work.announcements.push({ channel: CHANNEL, message: { ...audience, topics } satisfies LiveMessage });
}

/** A person at a screen. */
export interface Listener {
  readonly userId: string;
  readonly isAdministrator: boolean;
}

/** Hands what is announced to the open streams of this node. */
export interface LiveUpdates {
  /** Ends when `signal` aborts or the hub closes. Yields the topics that changed, merged while the reader was busy. */
  subscribe(listener: Listener, signal?: AbortSignal): AsyncGenerator<readonly Topic[], void, void>;
  openStreams(): number;
  close(): Promise<void>;
}

interface Subscription {
  readonly listener: Listener;
  readonly waiting: Set<Topic>;
  wake: () => void;
}

/** Every topic: sent after messages may have been missed, so that screens read everything again. */
const EVERYTHING: readonly Topic[] = [
  'account',
  'transactions',
  'loans',
  'withdrawals',
  'fees',
  'profile',
  'notifications',
  'clients',
  'rates',
  'session',
];

/** Starts hearing the database's announcements. One connection per node, however many streams are open. */
export async function startLiveUpdates(database: Database): Promise<LiveUpdates> {
  const subscriptions = new Set<Subscription>();
  let closed = false;

  function deliver(message: LiveMessage | null): void {
    for (const subscription of subscriptions) {
      const { listener } = subscription;
      const concerned =
        message === null ||
        message.userId === listener.userId ||
        (message.administrators === true && listener.isAdministrator);
      if (!concerned) continue;
      for (const topic of message?.topics ?? EVERYTHING) subscription.waiting.add(topic);
      subscription.wake();
    }
  }

  const stopListening = await database.listen(CHANNEL, (text) => {
    if (text === null) return deliver(null);
    for (const message of JSON.parse(text) as LiveMessage[]) deliver(message);
  });

  return {
    async *subscribe(listener, signal) {
      let wake = () => {};
      const subscription: Subscription = { listener, waiting: new Set(), wake: () => wake() };
      subscriptions.add(subscription);
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
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        subscriptions.delete(subscription);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    openStreams: () => subscriptions.size,
    async close() {
      closed = true;
      for (const subscription of subscriptions) subscription.wake();
      await stopListening();
    },
  };
}

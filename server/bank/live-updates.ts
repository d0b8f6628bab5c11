import type { Topic } from '#domain/notifications/topics.ts';

/** A person at a screen. */
export interface Listener {
  readonly userId: string;
  readonly sessionId: string;
  /** The topics of the staff that reach them (`staffTopicsOf`); none for a client. */
  readonly staffTopics: readonly Topic[];
}

/** Reason for an end other than by the reader or by time. */
export type StreamEnd = 'session-ended' | 'rights-changed' | 'replaced';

/** Passes announcements to the open streams of this node. */
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
   * Checks that the session exists, and ends its streams if not. Subscribers call it afterwards: the session may have ended between the
   * lookup of the caller and the subscription.
   */
  endIfGone(sessionId: string): Promise<void>;
  openStreams(): number;
  close(): Promise<void>;
}

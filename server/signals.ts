import { channel } from 'node:diagnostics_channel';

/**
 * What rooms publish for observers of the process (metrics, the slow-query log), without importing them: figures and names from fixed
 * lists, never what people typed. Without a listener a signal costs one comparison.
 */
export interface Signals {
  /** An answered request. The route is the contract's pattern (`/loans/{id}`) or the kind of page, never the address itself. */
  'guichet:request': {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  };
  /** A statement of the database. The text holds `$1` where values stand. */
  'guichet:statement': { readonly text: string; readonly ms: number };
  /** A posting whose transaction has committed. */
  'guichet:posting': { readonly event: string };
  /** What bank and books differ by in a currency, minor units: zero when they say the same (PAY-33). */
  'guichet:reconciliation': { readonly currency: string; readonly differenceMinor: number };
  /** A fault of ours in work that goes on without its caller. */
  'guichet:fault': { readonly error: unknown; readonly what: string };
  'guichet:sign-in': { readonly entrance: string; readonly outcome: string };
  /** A mail that left, failed for now, or was given up. */
  'guichet:mail': { readonly outcome: 'sent' | 'failed' | 'given-up' };
  /** The start of background work, without a request. */
  'guichet:job-begun': { readonly job: string };
  /** Such a run, once it has ended. */
  'guichet:job': { readonly job: string; readonly outcome: 'done' | 'failed'; readonly ms: number };
}

/** Tells a signal. */
export function tell<Name extends keyof Signals>(name: Name, signal: Signals[Name]): void {
  const it = channel(name);
  if (it.hasSubscribers) it.publish(signal);
}

/** Hears a signal until the returned function is called. */
export function hear<Name extends keyof Signals>(
  name: Name,
  listener: (signal: Signals[Name]) => void,
): () => void {
  const heard = (message: unknown) => listener(message as Signals[Name]);
  const it = channel(name);
  it.subscribe(heard);
  return () => it.unsubscribe(heard);
}

/** Whether anybody hears a signal: what is costly to find out is found out only then. */
export function isHeard(name: keyof Signals): boolean {
  return channel(name).hasSubscribers;
}

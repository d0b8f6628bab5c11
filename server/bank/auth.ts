import type { Seal } from '../sealing/seal.ts';

/** The cookie of the session: bound to the host and to HTTPS where the product is reached by HTTPS; no script reads it, no other site sends it. */
export interface SessionCookie {
  readonly name: string;
  /** The `Set-Cookie` header that hands a token to the browser. The server ends the session; the browser forgets it at its absolute end. */
  set(token: string, maxAgeSeconds: number): string;
  readonly clear: string;
  /** The token a request carries; null without one. */
  tokenOf(headers: Headers): string | null;
}

/**
 * Recognises a browser that has signed in to an account before, by a cookie that grants no access: the browser's failures are counted apart
 * from strangers', so that guesses cannot lock a client out.
 */
export interface KnownDevices {
  /** Id of this device for the account; null when it has not signed in to it in the last 180 days. */
  of(headers: Headers, userId: string, now: Date): string | null;
  /** The `Set-Cookie` header after a sign-in, with a new id of the device. */
  remember(userId: string, now: Date): string;
}

/** Priority of a hash: open sessions, then sign-ins, then sign-ups. */
export type HashingLane = 'inside' | 'at the door' | 'sign-up';

/** Bounds the machine's load by password hashing. */
export interface HashingGate {
  /** Runs a hash when there is room. @throws Refusal `service.busy` when too many wait already. */
  run<T>(lane: HashingLane, hash: () => Promise<T>): Promise<T>;
  /** Running and waiting hashes. */
  state(): { readonly running: number; readonly waiting: number };
}

/** The parts of signing in, assembled once per process. */
export interface Auth {
  readonly cookie: SessionCookie;
  readonly passwords: Passwords;
  /** What all hashes of passwords pass through. */
  readonly hashing: HashingGate;
  readonly seal: Seal;
  readonly devices: KnownDevices;
  /** How long an answer takes at least that must not tell whether somebody is known, in milliseconds. */
  readonly evenMs: number;
}

export interface Passwords {
  /** @throws Refusal `service.busy`, as `verify`, when too many hashes wait already. */
  hash(password: string, lane?: HashingLane): Promise<string>;
  /** Whether the password is the one of the hash. Without a hash it is not, and finding that out takes as long. */
  verify(password: string, hash: string | null, lane?: HashingLane): Promise<boolean>;
}

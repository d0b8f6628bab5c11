import type { Refusal } from '#domain/errors.ts';

/** Origin of a sign-in: its address, and the device when it has signed in to the account before. */
export interface AtTheDoor {
  readonly email: string;
  /** The network address of the connection, or the one a trusted proxy vouches for. */
  readonly address: string;
  readonly device: string | null;
}

/** Result of a check: `failed` counts, `proved` resets the count, `undecided` does neither. */
export type Verdict<T> =
  | { readonly end: 'failed' | 'undecided'; readonly refusal: Refusal }
  | { readonly end: 'proved' | 'undecided'; readonly result: T };

/** The open session and its account. */
export interface InSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Counting of failures. */
export interface Failures {
  /**
   * Checks credentials at sign-in. The attempt is claimed as a failure first and returned if it is none, so that concurrent guesses on all
   * nodes stay within the limit. A known device has its own counter and block.
   * @throws Refusal `auth.too-many-attempts` while blocked; what `check` throws.
   */
  atTheDoor<T>(who: AtTheDoor, check: () => Promise<Verdict<T>>): Promise<T>;
  /**
   * The same within a session.
   * @throws Refusal `auth.session-locked` for the rest of the session; `auth.too-many-attempts` while the account is blocked inside.
   */
  inside<T>(who: InSession, check: () => Promise<Verdict<T>>): Promise<T>;
  /** Resets the failures of a person who has proved their mailbox and chosen a new password. */
  forgive(person: { readonly email: string; readonly userId: string }): Promise<void>;
}

/**
 * Permission to write to a typed address, which need not be the writer's. Only the counter of such mails grants it
 * (`server/auth/attempts/attempts.ts`, `leaveToPerson`).
 */
export interface MailLeave {
  readonly recipient: string;
  readonly [counted]: true;
}
declare const counted: unique symbol;

/** Counting of mails that anybody can trigger. */
export interface MailLeaves {
  /** Permission for a mail that a visitor requests by address; null above the limit of that address or of their network. */
  leaveToWrite(email: string, address: string): Promise<MailLeave | null>;
  /** The same for a password link, counted by requester. */
  leaveForReset(who: AtTheDoor): Promise<MailLeave | null>;
  /** The same for another address that a signed-in person asks for. */
  leaveForEmailChange(email: string, userId: string): Promise<MailLeave | null>;
  /** Counts a change of password or second factor, which sends a mail. @throws Refusal `auth.too-many-mails` after too many in a day. */
  countAccessChange(userId: string): Promise<void>;
}

/**
 * Counts failures and costly acts: at sign-in per account, device and network address; within a session per session and account. The two
 * groups of counters are independent. IPv6 addresses count by their /64 network.
 */
export interface Attempts extends Failures, MailLeaves {
  /** Runs checks of a secret one at a time on this node: of fifty simultaneous guesses each is counted before the next is checked. */
  inTurn<T>(whose: string, check: () => Promise<T>): Promise<T>;
  /** Counts a sign-up before any other work. @throws Refusal `request.too-many`; `auth.too-many-attempts` while the network is blocked. */
  countSignUp(email: string, address: string): Promise<void>;
  /** Counts a refusal that distinguishes a known address from a new one, so that enumeration gets the network blocked. */
  countTelling(address: string): Promise<void>;
  /** Counts a document of a visitor. @throws Refusal `request.too-many` after too many. */
  countDrawing(address: string): Promise<void>;
  /** Counts a message of a visitor. @throws Refusal `request.too-many` after too many. */
  countEnquiry(address: string): Promise<void>;
  /** Counts a look at an invitation, or its acceptance. @throws Refusal `request.too-many` after too many. */
  countInvitation(address: string): Promise<void>;
  /** Counts an upload. @throws Refusal `document.too-many-uploads` after too many in a day. */
  countUpload(personId: string): Promise<void>;
}

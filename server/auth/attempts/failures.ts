import { Refusal } from '#domain/errors.ts';
import {
  BLOCK_MINUTES,
  FAILURES_INSIDE_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_KNOWN_DEVICE,
  FAILURES_PER_NETWORK,
  FAILURES_PER_SESSION,
} from '#domain/sessions/attempts.ts';
import { networkOf } from '../../http/origin.ts';
import type { Counters } from './counters.ts';

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

export type FailureCounter =
  | 'failures-account'
  | 'failures-device'
  | 'failures-network'
  | 'failures-session'
  | 'failures-inside';

/** A session's failures are remembered for longer than any session lasts. */
const SESSION_MINUTES = 24 * 60;

export const TOO_MANY = () => new Refusal('auth.too-many-attempts', { minutes: BLOCK_MINUTES });
const SESSION_LOCKED = () => new Refusal('auth.session-locked', { max: FAILURES_PER_SESSION });

/** One of the counters that a check is claimed from. */
interface Claim {
  readonly counter: FailureCounter;
  readonly whose: string;
  readonly limit: number;
  readonly minutes: number;
  readonly prolongs?: boolean;
  /** Whether a success resets the counter; otherwise it returns only its own claim. */
  readonly isForgiven?: boolean;
  readonly refusal?: () => Refusal;
}

/** Runs a check within its counters' limits, and counts it by its result. */
function countedBy(counters: Counters<FailureCounter>) {
  async function claimAll(claims: readonly Claim[]): Promise<void> {
    for (const [index, { counter, whose, refusal = TOO_MANY, ...window }] of claims.entries()) {
      if (await counters.claim(counter, whose, window)) continue;
      await releaseAll(claims.slice(0, index));
      throw refusal();
    }
  }
  async function releaseAll(claims: readonly Claim[]): Promise<void> {
    for (const { counter, whose } of claims) await counters.release(counter, whose);
  }
  async function forgiveAll(claims: readonly Claim[]): Promise<void> {
    for (const { counter, whose, isForgiven = true } of claims)
      await (isForgiven ? counters.forget(counter, whose) : counters.release(counter, whose));
  }

  async function counted<T>(claims: readonly Claim[], check: () => Promise<Verdict<T>>): Promise<T> {
    await claimAll(claims);
    let verdict: Verdict<T>;
    try {
      verdict = await check();
    } catch (error) {
      // Not checked: the database was away, or the queue was full.
      await releaseAll(claims);
      throw error;
    }
    if (verdict.end === 'undecided') await releaseAll(claims);
    if (verdict.end === 'proved') await forgiveAll(claims);
    if ('refusal' in verdict) throw verdict.refusal;
    return verdict.result;
  }

  return counted;
}

/** Counts failures at sign-in and within sessions. */
export function countFailures(counters: Counters<FailureCounter>): Failures {
  const counted = countedBy(counters);
  const block = { minutes: BLOCK_MINUTES };
  const prolonged = { minutes: BLOCK_MINUTES, prolongs: true };
  return {
    atTheDoor: ({ email, address, device }, check) =>
      counted(
        device !== null
          ? [{ counter: 'failures-device', whose: device, limit: FAILURES_PER_KNOWN_DEVICE, ...prolonged }]
          : [
              { counter: 'failures-account', whose: email, limit: FAILURES_PER_ACCOUNT, ...prolonged },
              // A success on one account does not reset the network's failures on others.
              {
                counter: 'failures-network',
                whose: networkOf(address),
                limit: FAILURES_PER_NETWORK,
                isForgiven: false,
                ...block,
              },
            ],
        check,
      ),
    inside: ({ sessionId, userId }, check) =>
      counted(
        [
          {
            counter: 'failures-session',
            whose: sessionId,
            limit: FAILURES_PER_SESSION,
            minutes: SESSION_MINUTES,
            prolongs: true,
            refusal: SESSION_LOCKED,
          },
          { counter: 'failures-inside', whose: userId, limit: FAILURES_INSIDE_PER_ACCOUNT, ...prolonged },
        ],
        check,
      ),
    async forgive({ email, userId }) {
      await counters.forget('failures-account', email);
      await counters.forget('failures-inside', userId);
    },
  };
}

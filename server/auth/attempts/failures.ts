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

/** Who knocks: from where, and the device when it has signed in to the account before. */
export interface AtTheDoor {
  readonly email: string;
  /** The network address of the connection, or the one a trusted proxy vouches for. */
  readonly address: string;
  readonly device: string | null;
}

/** How a check ended: `failed` counts, `proved` forgives what was counted before, `undecided` does neither. */
export type Verdict<T> =
  | { readonly end: 'failed' | 'undecided'; readonly refusal: Refusal }
  | { readonly end: 'proved' | 'undecided'; readonly result: T };

/** Who acts within an open session. */
export interface InSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** What `Attempts` does about failures. */
export interface Failures {
  /**
   * Checks what somebody shows at the door. It counts as a failure beforehand, so that of guesses that arrive together, here and on other
   * nodes, no more are looked at than the limits say; what turns out to be none is given back. A known device is counted, and blocked, on
   * its own.
   * @throws Refusal `auth.too-many-attempts` while blocked; what `check` throws.
   */
  atTheDoor<T>(who: AtTheDoor, check: () => Promise<Verdict<T>>): Promise<T>;
  /**
   * The same within a session.
   * @throws Refusal `auth.session-locked` for the rest of the session; `auth.too-many-attempts` while the account is blocked inside.
   */
  inside<T>(who: InSession, check: () => Promise<Verdict<T>>): Promise<T>;
  /** Forgets the failures of somebody who has proved their mailbox and chosen a new password. */
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
  /** Whether a success forgets what was counted; otherwise it gives back its own claim alone. */
  readonly isForgiven?: boolean;
  readonly refusal?: () => Refusal;
}

/** Runs a check that its counters let in, and counts it by how it ended. */
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
      // It was not looked at: the database was away, or too many waited.
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

/** Counts failures at the door and within sessions. */
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
              // One account that is opened forgives nothing that was tried on others.
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

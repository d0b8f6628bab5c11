import { Refusal } from '#domain/errors.ts';
import {
  BLOCK_MINUTES,
  FAILURES_INSIDE_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_KNOWN_DEVICE,
  FAILURES_PER_NETWORK,
  FAILURES_PER_SESSION,
} from '#domain/sessions/attempts.ts';
import type { Failures, Verdict } from '../../bank/attempts.ts';
import { networkOf } from '../../http/origin.ts';
import type { Counters } from './counters.ts';

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

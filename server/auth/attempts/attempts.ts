import { Refusal } from '#domain/errors.ts';
import {
  BLOCK_MINUTES,
  FAILURES_PER_NETWORK,
  SIGN_UP_WINDOW_MINUTES,
  SIGN_UPS_PER_EMAIL,
  SIGN_UPS_PER_NETWORK,
} from '#domain/sessions/attempts.ts';
import type { Db } from '../../db/database.ts';
import { networkOf } from '../../http/origin.ts';
import { createCounters } from './counters.ts';
import { countFailures, type FailureCounter, type Failures, TOO_MANY } from './failures.ts';
import { countMails, type MailCounter, type MailLeaves } from './mail-leaves.ts';

/** Documents for visitors: rendering costs a fifth of a second. */
const DRAWINGS_PER_NETWORK = 60;
/** Messages of visitors: enough for a family in a quarter of an hour, too few to fill the list of the back office. */
const ENQUIRIES_PER_NETWORK = 20;
/** Looks at invitations, and attempts to accept one: a person who mistypes a password several times needs a few. */
const INVITATIONS_PER_NETWORK = 60;
/** Uploads per person and day, refused ones included: several requests with all their documents. */
const UPLOADS_PER_PERSON = 50;
const UPLOAD_WINDOW_MINUTES = 24 * 60;

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

type Counter =
  | FailureCounter
  | MailCounter
  | 'sign-ups-email'
  | 'sign-ups-network'
  | 'drawings-network'
  | 'enquiries-network'
  | 'invitations-network'
  | 'uploads-person';

/** Queues of checks by name, on this node. */
function createQueues(): Attempts['inTurn'] {
  const queues = new Map<string, Promise<unknown>>();
  return async (whose, check) => {
    const before = queues.get(whose) ?? Promise.resolve();
    const turn = before.then(check, check);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    queues.set(whose, settled);
    try {
      return await turn;
    } finally {
      if (queues.get(whose) === settled) queues.delete(whose);
    }
  };
}

/** @param db the database outside the use case's transaction: counts survive its rollback. */
export function createAttempts(
  db: Db,
  now: () => Date,
  { signUpsPerNetwork = SIGN_UPS_PER_NETWORK }: { readonly signUpsPerNetwork?: number } = {},
): Attempts {
  const counters = createCounters<Counter>(db, now);
  const block = { minutes: BLOCK_MINUTES };
  return {
    inTurn: createQueues(),
    ...countFailures(counters),
    ...countMails(counters),
    async countSignUp(email, address) {
      const network = networkOf(address);
      if ((await counters.of('failures-network', network)) >= FAILURES_PER_NETWORK) throw TOO_MANY();
      const window = { minutes: SIGN_UP_WINDOW_MINUTES };
      const isWithin =
        (await counters.add('sign-ups-network', network, window)) <= signUpsPerNetwork &&
        (await counters.add('sign-ups-email', email, window)) <= SIGN_UPS_PER_EMAIL;
      if (!isWithin) throw new Refusal('request.too-many', window);
    },
    async countTelling(address) {
      await counters.add('failures-network', networkOf(address), block);
    },
    async countEnquiry(address) {
      if ((await counters.add('enquiries-network', networkOf(address), block)) > ENQUIRIES_PER_NETWORK)
        throw new Refusal('request.too-many', block);
    },
    async countInvitation(address) {
      if ((await counters.add('invitations-network', networkOf(address), block)) > INVITATIONS_PER_NETWORK)
        throw new Refusal('request.too-many', block);
    },
    async countUpload(personId) {
      const window = { minutes: UPLOAD_WINDOW_MINUTES, limit: UPLOADS_PER_PERSON };
      if (!(await counters.claim('uploads-person', personId, window)))
        throw new Refusal('document.too-many-uploads', { max: UPLOADS_PER_PERSON });
    },
    async countDrawing(address) {
      if ((await counters.add('drawings-network', networkOf(address), block)) > DRAWINGS_PER_NETWORK)
        throw new Refusal('request.too-many', block);
    },
  };
}

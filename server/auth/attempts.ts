import { Refusal } from '#domain/errors.ts';
import {
  ASKED_MAIL_HOURS,
  ASKED_MAILS_PER_ADDRESS,
  ASKED_MAILS_PER_NETWORK,
  EMAIL_CHANGES_PER_PERSON,
  RESET_LINKS_PER_ADDRESS,
  RESET_LINKS_PER_KNOWN_DEVICE,
  RESET_LINKS_PER_NETWORK,
} from '#domain/notifications/asked-mails.ts';
import {
  BLOCK_MINUTES,
  FAILURES_INSIDE_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_KNOWN_DEVICE,
  FAILURES_PER_NETWORK,
  FAILURES_PER_SESSION,
  SIGN_UP_WINDOW_MINUTES,
  SIGN_UPS_PER_EMAIL,
  SIGN_UPS_PER_NETWORK,
} from '#domain/sessions/attempts.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../http/origin.ts';
import type { MailLeave } from '../notifications/notify.ts';
import { createCounters } from './counters.ts';

/** A document drawn for anyone costs a fifth of a second: more than anybody reads, too few to keep the process busy. */
const DRAWINGS_PER_NETWORK = 60;
/** A session's failures are remembered for longer than any session lasts. */
const SESSION_MINUTES = 24 * 60;
const ASKED_MAIL_MINUTES = ASKED_MAIL_HOURS * 60;

/** Who knocks: from where, and the device when it has signed in to the account before. */
export interface AtTheDoor {
  readonly email: string;
  /** The network address of the connection, or the one a trusted proxy vouches for. */
  readonly address: string;
  readonly device: string | null;
}

/** Who acts within an open session. */
export interface InSession {
  readonly sessionId: string;
  readonly userId: string;
}

/**
 * Counts failures, and what costs us or others something: at the door per account, device and network address; within a session on that
 * session and its account. The two never touch each other. IPv6 addresses count by their network of 64 bits.
 */
export interface Attempts {
  /**
   * Runs checks of a secret one after another on this node: of fifty guesses that arrive together none is looked at before the ones in
   * front of it were counted.
   */
  inTurn<T>(whose: string, check: () => Promise<T>): Promise<T>;
  /** @throws Refusal `auth.too-many-attempts` while blocked. A known device is blocked by its own failures alone. */
  requireOpen(who: AtTheDoor): Promise<void>;
  failed(who: AtTheDoor): Promise<void>;
  succeeded(who: AtTheDoor): Promise<void>;
  /** @throws Refusal `auth.session-locked` for the rest of the session; `auth.too-many-attempts` while the account is blocked inside. */
  requireOpenInside(who: InSession): Promise<void>;
  failedInside(who: InSession): Promise<void>;
  succeededInside(who: InSession): Promise<void>;
  /** Forgets the failures of somebody who has proved their mailbox and chosen a new password. */
  forgive(person: { readonly email: string; readonly userId: string }): Promise<void>;
  /** Counts a sign-up before anything is done for it. @throws Refusal `request.too-many`; `auth.too-many-attempts` while the network is blocked. */
  countSignUp(email: string, address: string): Promise<void>;
  /** Counts a refusal that tells a known address from a new one: who goes through a list of them is stopped at the door. */
  countTelling(address: string): Promise<void>;
  /** Leave for a mail that a visitor asks for by an address; null when that address or their network has asked for enough. */
  leaveToWrite(email: string, address: string): Promise<MailLeave | null>;
  /** The same for a link for a new password, which is counted by who asks for it. */
  leaveForReset(who: AtTheDoor): Promise<MailLeave | null>;
  /** The same for another address that a signed-in person asks for. */
  leaveForEmailChange(email: string, userId: string): Promise<MailLeave | null>;
  /** Counts a document drawn for somebody who is not signed in. @throws Refusal `request.too-many` after too many. */
  countDrawing(address: string): Promise<void>;
}

type Counter =
  | 'failures-account'
  | 'failures-device'
  | 'failures-network'
  | 'failures-session'
  | 'failures-inside'
  | 'sign-ups-email'
  | 'sign-ups-network'
  | 'mails-address'
  | 'mails-network'
  | 'resets-address'
  | 'resets-network'
  | 'resets-mails-network'
  | 'resets-device'
  | 'email-changes'
  | 'drawings-network';

const TOO_MANY = () => new Refusal('auth.too-many-attempts', { minutes: BLOCK_MINUTES });

/** Checks one after another by name, on this node. */
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

/** @param db the database itself: what is counted must stay counted when a use case is refused. */
export function createAttempts(
  db: Db,
  now: () => Date,
  { signUpsPerNetwork = SIGN_UPS_PER_NETWORK }: { readonly signUpsPerNetwork?: number } = {},
): Attempts {
  const counters = createCounters<Counter>(db, now);
  const block = { minutes: BLOCK_MINUTES };
  const prolonged = { minutes: BLOCK_MINUTES, prolongs: true };
  const aDay = { minutes: ASKED_MAIL_MINUTES };
  const leave = (recipient: string) => ({ recipient }) as MailLeave;
  /** Counts, and says whether it is still within the limit. */
  const within = async (limit: number, ...[counter, whose, window]: Parameters<typeof counters.add>) =>
    (await counters.add(counter, whose, window)) <= limit;

  async function requireQuietNetwork(address: string): Promise<void> {
    if ((await counters.of('failures-network', networkOf(address))) >= FAILURES_PER_NETWORK) throw TOO_MANY();
  }

  return {
    inTurn: createQueues(),
    async requireOpen({ email, address, device }) {
      if (device !== null) {
        if ((await counters.of('failures-device', device)) >= FAILURES_PER_KNOWN_DEVICE) throw TOO_MANY();
        return;
      }
      if ((await counters.of('failures-account', email)) >= FAILURES_PER_ACCOUNT) throw TOO_MANY();
      await requireQuietNetwork(address);
    },
    async failed({ email, address, device }) {
      if (device !== null) {
        await counters.add('failures-device', device, prolonged);
        return;
      }
      await counters.add('failures-account', email, prolonged);
      await counters.add('failures-network', networkOf(address), block);
    },
    async succeeded({ email, device }) {
      // A known device forgives itself alone: strangers who guess meanwhile stay counted.
      if (device !== null) await counters.forget('failures-device', device);
      else await counters.forget('failures-account', email);
    },
    async requireOpenInside({ sessionId, userId }) {
      if ((await counters.of('failures-session', sessionId)) >= FAILURES_PER_SESSION)
        throw new Refusal('auth.session-locked', { max: FAILURES_PER_SESSION });
      if ((await counters.of('failures-inside', userId)) >= FAILURES_INSIDE_PER_ACCOUNT) throw TOO_MANY();
    },
    async failedInside({ sessionId, userId }) {
      await counters.add('failures-session', sessionId, { minutes: SESSION_MINUTES, prolongs: true });
      await counters.add('failures-inside', userId, prolonged);
    },
    async succeededInside({ sessionId, userId }) {
      await counters.forget('failures-session', sessionId);
      await counters.forget('failures-inside', userId);
    },
    async forgive({ email, userId }) {
      await counters.forget('failures-account', email);
      await counters.forget('failures-inside', userId);
    },
    async countSignUp(email, address) {
      await requireQuietNetwork(address);
      const window = { minutes: SIGN_UP_WINDOW_MINUTES };
      const isWithin =
        (await within(signUpsPerNetwork, 'sign-ups-network', networkOf(address), window)) &&
        (await within(SIGN_UPS_PER_EMAIL, 'sign-ups-email', email, window));
      if (!isWithin) throw new Refusal('request.too-many', window);
    },
    async countTelling(address) {
      await counters.add('failures-network', networkOf(address), block);
    },
    async leaveToWrite(email, address) {
      const isWithin =
        (await within(ASKED_MAILS_PER_NETWORK, 'mails-network', networkOf(address), block)) &&
        (await within(ASKED_MAILS_PER_ADDRESS, 'mails-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
    async leaveForReset({ email, address, device }) {
      const network = networkOf(address);
      const isWithin =
        device !== null
          ? await within(RESET_LINKS_PER_KNOWN_DEVICE, 'resets-device', device, aDay)
          : (await within(ASKED_MAILS_PER_NETWORK, 'resets-mails-network', network, block)) &&
            (await within(RESET_LINKS_PER_NETWORK, 'resets-network', `${network} ${email}`, aDay)) &&
            (await within(RESET_LINKS_PER_ADDRESS, 'resets-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
    async leaveForEmailChange(email, userId) {
      const isWithin =
        (await within(EMAIL_CHANGES_PER_PERSON, 'email-changes', userId, aDay)) &&
        (await within(ASKED_MAILS_PER_ADDRESS, 'mails-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
    async countDrawing(address) {
      if (!(await within(DRAWINGS_PER_NETWORK, 'drawings-network', networkOf(address), block)))
        throw new Refusal('request.too-many', { minutes: BLOCK_MINUTES });
    },
  };
}

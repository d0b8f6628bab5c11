import { Refusal } from '#domain/errors.ts';
import {
  BLOCK_MINUTES,
  FAILURES_PER_NETWORK,
  SIGN_UP_WINDOW_MINUTES,
  SIGN_UPS_PER_EMAIL,
  SIGN_UPS_PER_NETWORK,
} from '#domain/sessions/attempts.ts';
import type { Attempts } from '../../bank/attempts.ts';
import type { Db } from '../../db/database.ts';
import { networkOf } from '../../http/origin.ts';
import { createCounters } from './counters.ts';
import { countFailures, type FailureCounter, TOO_MANY } from './failures.ts';
import { countMails, type MailCounter } from './mail-leaves.ts';

/** Documents for visitors: rendering costs a fifth of a second. */
const DRAWINGS_PER_NETWORK = 60;
/** Messages of visitors: enough for a family in a quarter of an hour, too few to fill the list of the back office. */
const ENQUIRIES_PER_NETWORK = 20;
/** Looks at invitations, and attempts to accept one: a person who mistypes a password several times needs a few. */
const INVITATIONS_PER_NETWORK = 60;
/** Uploads per person and day, refused ones included: several requests with all their documents. */
const UPLOADS_PER_PERSON = 50;
const UPLOAD_WINDOW_MINUTES = 24 * 60;

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

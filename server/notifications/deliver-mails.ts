import type { Logger } from 'pino';
import type { Institution } from '#content/institution/schema.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Database } from '../db/database.ts';
import { tell } from '../signals.ts';
import type { Surroundings } from '../work/work.ts';
import {
  type DueMail,
  giveBack,
  keepDueMails,
  markDelivered,
  markFailed,
  nextDueAt,
  takeDueMails,
} from './mail-queries.ts';
import { type MailFault, MailNotSent, type MailTransport } from './mail-transport.ts';
import { MAIL_CHANNEL } from './notify.ts';
import { mailLanguageOf, renderMail } from './render-mail.ts';

/** Mails taken at once. With five connections and thirty seconds a mail, a batch ends well before its lease. */
const BATCH = 20;
/** Without SMTP a mail is only marked, so many go in one statement. */
const KEPT_BATCH = 500;
const LEASE_MS = 5 * 60_000;
/** Without SMTP, how long to gather mails before they are marked: one statement for many transactions. */
const KEPT_PAUSE_MS = 200;
/** How often a node looks by itself, in case it missed being told. */
const POLL_MS = 30_000;

const FIRST_PAUSE_MS = 5_000;
/**
 * A mail server that was away is not waited for long once it is back; one that takes nothing for now is busy or does not know us yet. What it
 * refuses for good can wait.
 */
const LONGEST_PAUSE_MS: Readonly<Record<MailFault, number>> = {
  'server-unreachable': 10 * 60_000,
  'refused-for-now': 3_600_000,
  'refused-for-good': 6 * 3_600_000,
};
/** A mail that nobody took for three days will not be taken. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** An address refused for good may have been refused by mistake, but not this often, nor for this long. */
const TRIES_OF_REFUSED = 6;
const SHORTEST_PAUSE_OF_REFUSED_MS = 3_600_000;
/** A mail that is given up stays, with its last error, until someone sets it due again. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** How often, and how far apart, the database is told what became of a mail. */
const WRITE_ATTEMPTS = 10;
const WRITE_PAUSE_MS = 1_000;

/** What a request to stop leaves a mail in hand; the process itself is given ten seconds. */
const STOP_GRACE_MS = 4_000;

/**
 * The pause after an attempt, in milliseconds, growing fourfold: 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, then 6 h. It is ten minutes at most
 * for a server that cannot be reached, an hour at most for one that refuses for now, an hour at least for what it refuses for good.
 */
export function pauseAfter(attempts: number, fault: MailFault): number {
  const grown = Math.min(FIRST_PAUSE_MS * 4 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS[fault]);
  return fault === 'refused-for-good' ? Math.max(grown, SHORTEST_PAUSE_OF_REFUSED_MS) : grown;
}

export interface MailDelivery {
  /** Resolves once nothing that is due is left unsent. */
  settled(): Promise<void>;
  /** Ends after the mails in hand; what was taken and not sent is given back. */
  stop(): Promise<void>;
}

export interface MailDeliveryOptions {
  readonly database: Database;
  readonly surroundings: Surroundings;
  readonly institution: Institution;
  readonly publicUrl: string;
  readonly transport: MailTransport;
  readonly logger: Logger;
  /** Milliseconds to wait after the given number of attempts; tests are less patient. */
  readonly pause?: (attempts: number, fault: MailFault) => number;
}

/**
 * Delivers the outbox: woken when a transaction queued a mail, when a retry falls due, and now and then. Several nodes share the work.
 * A mail is sent once, unless a node dies between the mail server's answer and the database's: it is then sent again under the same
 * Message-ID, because a mail twice is better than none.
 */
export async function startMailDelivery(options: MailDeliveryOptions): Promise<MailDelivery> {
  const { database, surroundings, institution, transport, logger, pause = pauseAfter } = options;
  const { db } = database;
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let willCount = false;
  /** Told while at work: there is more to look at than what was taken. */
  let toldAgain = false;
  let working: Promise<void> | null = null;

  async function sendOne(mail: DueMail): Promise<'sent' | 'failed' | 'server-unreachable'> {
    const now = surroundings.now();
    try {
      const rendered = renderMail({
        template: mail.template,
        params: mail.params,
        language: mailLanguageOf(mail.language ?? String(mail.params.language ?? '')),
        firstName: mail.firstName,
        institution,
        publicUrl: options.publicUrl,
        today: legalDay(now),
      });
      await transport.send({ id: mail.id, recipient: mail.recipient, ...rendered });
    } catch (error) {
      const fault = error instanceof MailNotSent ? error.fault : 'refused-for-now';
      const hopeless =
        (fault === 'refused-for-good' && mail.attempts >= TRIES_OF_REFUSED) ||
        now.getTime() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS;
      const nextAttemptAt = hopeless ? NEVER : new Date(now.getTime() + pause(mail.attempts, fault));
      logger[hopeless ? 'error' : 'warn'](
        { err: error, mail: mail.id, template: mail.template, attempts: mail.attempts },
        hopeless ? 'a mail is given up' : 'a mail will be tried again',
      );
      tell('guichet:mail', { outcome: hopeless ? 'given-up' : 'failed' });
      const failure = { nextAttemptAt, error: (error as Error).message.slice(0, 500) };
      await persistently(() => markFailed(db, mail.id, failure));
      return fault === 'server-unreachable' ? fault : 'failed';
    }
    tell('guichet:mail', { outcome: 'sent' });
    // The mail has left: it must not leave again for lack of one statement.
    const forgetLink = institution.mode === 'live';
    await persistently(() => markDelivered(db, mail.id, { now: surroundings.now(), forgetLink }));
    return 'sent';
  }

  /** Writes what became of a mail, again while the database is away for a moment. After that its lease decides. */
  async function persistently(write: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (attempt === WRITE_ATTEMPTS || stopping)
          return logger.error({ err: error }, 'what became of a mail could not be written');
        await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS));
      }
    }
  }

  /** Mails of one person go out in the order in which they were written; people do not wait for each other. */
  async function sendBatch(mails: readonly DueMail[]): Promise<void> {
    let unreachable = false;
    const untried: string[] = [];
    await Promise.all(
      [...Map.groupBy(mails, (mail) => mail.recipient).values()].map(async (ofPerson) => {
        for (const mail of ofPerson) {
          if (stopping || unreachable) untried.push(mail.id);
          else if ((await sendOne(mail)) === 'server-unreachable') unreachable = true;
        }
      }),
    );
    const after = unreachable ? pause(1, 'server-unreachable') : 0;
    await giveBack(db, untried, new Date(surroundings.now().getTime() + after));
  }

  /** Sends a batch of what is due, or keeps it where nobody sends. Says whether there may be more. */
  async function deliverSome(): Promise<boolean> {
    const now = surroundings.now();
    if (!transport.sends) {
      const kept = await keepDueMails(db, { now, limit: KEPT_BATCH });
      for (let mail = 0; mail < kept; mail += 1) tell('guichet:mail', { outcome: 'sent' });
      return kept === KEPT_BATCH;
    }
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const mails = await takeDueMails(db, { now, leaseUntil, limit: BATCH });
    if (mails.length > 0) await sendBatch(mails);
    return mails.length > 0;
  }

  async function work(): Promise<void> {
    do toldAgain = false;
    while (!stopping && ((await deliverSome()) || toldAgain));
  }

  async function untilNext(): Promise<number> {
    if (!transport.sends) return POLL_MS;
    const next = await nextDueAt(db);
    const wait = next ? next.getTime() - surroundings.now().getTime() : POLL_MS;
    return Math.min(Math.max(wait, 50), POLL_MS);
  }

  function wake(): void {
    toldAgain = true;
    if (working || stopping) return;
    if (timer) clearTimeout(timer);
    timer = null;
    working = (async () => {
      let wait = POLL_MS;
      const started = performance.now();
      tell('guichet:job-begun', { job: 'mail-delivery' });
      let outcome: 'done' | 'failed' = 'done';
      try {
        await work();
        wait = await untilNext();
      } catch (error) {
        outcome = 'failed';
        // The database is away; the outbox is as it was.
        if (!stopping) logger.warn({ err: error }, 'mails cannot be delivered for now');
      }
      tell('guichet:job', { job: 'mail-delivery', outcome, ms: performance.now() - started });
      working = null;
      if (stopping) return;
      if (toldAgain) wake();
      else timer = setTimeout(wake, wait);
      timer?.unref();
    })();
  }

  /** Mails that were written wait for nothing where they are sent, and for those of the next moment where they are only counted. */
  function told(): void {
    if (transport.sends) wake();
    else if (!willCount) {
      willCount = true;
      setTimeout(() => {
        willCount = false;
        wake();
      }, KEPT_PAUSE_MS).unref();
    }
  }

  const stopListening = await database.listen(MAIL_CHANNEL, told);
  wake();

  return {
    async settled() {
      wake();
      while (working) await working;
    },
    async stop() {
      stopping = true;
      if (timer) clearTimeout(timer);
      if (working) {
        const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
        await Promise.race([working, grace]);
      }
      transport.close();
      await working;
      await stopListening();
    },
  };
}

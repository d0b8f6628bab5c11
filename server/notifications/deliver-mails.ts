import type { Logger } from 'pino';
import type { Institution } from '#content/institution/schema.ts';
import { clientLanguageOf } from '#domain/clients/client-languages.ts';
import { legalDay } from '#domain/time/days.ts';
import legalPapersFr from '#locales/fr/legal-papers.json' with { type: 'json' };
import type { Database, Db } from '../db/database.ts';
import { tell } from '../signals.ts';
import type { Surroundings } from '../work/work.ts';
import {
  type DueMail,
  giveBack,
  keepDueMails,
  markDelivered,
  markFailed,
  nextDueAt,
  papersOfMail,
  takeDueMails,
} from './mail-queries.ts';
import { type MailFault, type MailFile, MailNotSent, type MailTransport } from './mail-transport.ts';
import { MAIL_CHANNEL } from './notify.ts';
import { renderMail } from './render-mail.ts';

/** Mails taken at once. With five connections and thirty seconds a mail, a batch ends well before its lease. */
const BATCH = 20;
/** Without SMTP a mail is only marked, so many go in one statement. */
const KEPT_BATCH = 500;
const LEASE_MS = 5 * 60_000;
/** Without SMTP, how long to gather mails before they are marked: one statement for many transactions. */
const KEPT_PAUSE_MS = 200;
/** How often a node looks at the outbox without a notice, in case it missed one. Milliseconds. */
const POLL_MS = 30_000;

const FIRST_PAUSE_MS = 5_000;
/**
 * The longest pause before the next attempt, in milliseconds. Short for a server that was away, so that mails leave soon after it is back;
 * longer for one that refuses for now (it is busy, or greylists us); longest for a mail it refuses for good.
 */
const LONGEST_PAUSE_MS: Readonly<Record<MailFault, number>> = {
  'server-unreachable': 10 * 60_000,
  'refused-for-now': 3_600_000,
  'refused-for-good': 6 * 3_600_000,
};
/** A mail is given up three days after it was written, in milliseconds. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** Attempts at an address that is refused for good, in case the first refusals were a mistake. */
const TRIES_OF_REFUSED = 6;
const SHORTEST_PAUSE_OF_REFUSED_MS = 3_600_000;
/** A mail that is given up stays, with its last error, until someone sets it due again. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** Attempts to write the outcome of a mail to the database, and the milliseconds between them. */
const WRITE_ATTEMPTS = 10;
const WRITE_PAUSE_MS = 1_000;

/** Milliseconds that mails in hand have when the node stops; the process itself has ten seconds. */
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
  /** Draws the letters of recovery that go with a mail, in their order (server/documents/letters-of-mail.ts). */
  readonly lettersOf: (
    db: Db,
    making: { readonly institution: Institution; readonly now: Date },
    ids: readonly string[],
  ) => Promise<MailFile[]>;
  /** Milliseconds to wait after the given number of attempts; tests give shorter ones. */
  readonly pause?: (attempts: number, fault: MailFault) => number;
}

/** A delivery that has begun. */
interface Delivery extends Required<MailDeliveryOptions> {
  /** Aborted when the node stops. */
  readonly stopped: AbortSignal;
}

/** Sets a mail that was not sent due again after a pause, or gives it up. */
async function putOff(
  delivery: Delivery,
  mail: DueMail,
  { fault, error, now }: { readonly fault: MailFault; readonly error: Error; readonly now: Date },
): Promise<void> {
  const { database, logger, pause } = delivery;
  const hopeless =
    (fault === 'refused-for-good' && mail.attempts >= TRIES_OF_REFUSED) ||
    now.getTime() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS;
  const nextAttemptAt = hopeless ? NEVER : new Date(now.getTime() + pause(mail.attempts, fault));
  logger[hopeless ? 'error' : 'warn'](
    { err: error, mail: mail.id, template: mail.template, attempts: mail.attempts },
    hopeless ? 'a mail is given up' : 'a mail will be tried again',
  );
  tell('guichet:mail', { outcome: hopeless ? 'given-up' : 'failed' });
  const failure = { nextAttemptAt, error: error.message.slice(0, 500) };
  await persistently(delivery, () => markFailed(database.db, mail.id, failure));
}

/** The papers of a contract and the letters of recovery that go with a mail. */
async function attachmentsOf(
  { database, institution, lettersOf }: Delivery,
  { paperIds }: DueMail,
  now: Date,
): Promise<MailFile[]> {
  const papers = await papersOfMail(database.db, paperIds);
  const letterIds = paperIds.filter((id) => !papers.some((paper) => paper.id === id));
  return [
    ...papers.map(({ kind, content }) => ({
      filename: `${legalPapersFr.contract.files[kind]}.pdf`,
      content,
    })),
    ...(await lettersOf(database.db, { institution, now }, letterIds)),
  ];
}

async function sendOne(delivery: Delivery, mail: DueMail): Promise<'sent' | 'failed' | 'server-unreachable'> {
  const { database, surroundings, institution, publicUrl, transport } = delivery;
  const now = surroundings.now();
  try {
    const rendered = renderMail({
      template: mail.template,
      params: mail.params,
      language: clientLanguageOf(mail.language ?? String(mail.params.language ?? '')),
      firstName: mail.firstName,
      institution,
      publicUrl,
      today: legalDay(now),
    });
    await transport.send({
      id: mail.id,
      recipient: mail.recipient,
      attachments: await attachmentsOf(delivery, mail, now),
      ...rendered,
    });
  } catch (error) {
    const fault = error instanceof MailNotSent ? error.fault : 'refused-for-now';
    await putOff(delivery, mail, { fault, error: error as Error, now });
    return fault === 'server-unreachable' ? fault : 'failed';
  }
  tell('guichet:mail', { outcome: 'sent' });
  // The mail has left: without this statement it would be sent a second time.
  const forgetLink = institution.mode === 'live';
  await persistently(delivery, () =>
    markDelivered(database.db, mail.id, { now: surroundings.now(), forgetLink }),
  );
  return 'sent';
}

/**
 * Writes the outcome of a mail, and tries again while the database is away for a moment. After that the mail falls due when its lease ends.
 */
async function persistently({ logger, stopped }: Delivery, write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS || stopped.aborted)
        return logger.error({ err: error }, 'what became of a mail could not be written');
      await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS));
    }
  }
}

/** Sends the mails of one person in the order in which they were written, and those of different people at once. */
async function sendBatch(delivery: Delivery, mails: readonly DueMail[]): Promise<void> {
  const { database, surroundings, pause, stopped } = delivery;
  let unreachable = false;
  const untried: string[] = [];
  await Promise.all(
    [...Map.groupBy(mails, (mail) => mail.recipient).values()].map(async (ofPerson) => {
      for (const mail of ofPerson) {
        if (stopped.aborted || unreachable) untried.push(mail.id);
        else if ((await sendOne(delivery, mail)) === 'server-unreachable') unreachable = true;
      }
    }),
  );
  const after = unreachable ? pause(1, 'server-unreachable') : 0;
  await giveBack(database.db, untried, new Date(surroundings.now().getTime() + after));
}

/** Sends a batch of what is due; without SMTP, marks it. Returns whether there may be more. */
async function deliverSome(delivery: Delivery): Promise<boolean> {
  const { database, surroundings, transport } = delivery;
  const now = surroundings.now();
  if (!transport.sends) {
    const kept = await keepDueMails(database.db, { now, limit: KEPT_BATCH });
    for (let mail = 0; mail < kept; mail += 1) tell('guichet:mail', { outcome: 'sent' });
    return kept === KEPT_BATCH;
  }
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const mails = await takeDueMails(database.db, { now, leaseUntil, limit: BATCH });
  if (mails.length > 0) await sendBatch(delivery, mails);
  return mails.length > 0;
}

/** Milliseconds until this node looks at the outbox again. */
async function untilNext({ database, surroundings, transport }: Delivery): Promise<number> {
  if (!transport.sends) return POLL_MS;
  const next = await nextDueAt(database.db);
  const wait = next ? next.getTime() - surroundings.now().getTime() : POLL_MS;
  return Math.min(Math.max(wait, 50), POLL_MS);
}

/** Does a round of work, told to the metrics as a job. Returns the milliseconds until the next one. */
async function asJob(delivery: Delivery, work: () => Promise<void>): Promise<number> {
  let wait = POLL_MS;
  const started = performance.now();
  tell('guichet:job-begun', { job: 'mail-delivery' });
  let outcome: 'done' | 'failed' = 'done';
  try {
    await work();
    wait = await untilNext(delivery);
  } catch (error) {
    outcome = 'failed';
    // The database is away; the outbox is as it was.
    if (!delivery.stopped.aborted) delivery.logger.warn({ err: error }, 'mails cannot be delivered for now');
  }
  tell('guichet:job', { job: 'mail-delivery', outcome, ms: performance.now() - started });
  return wait;
}

/**
 * Delivers the outbox: woken when a transaction queued a mail, when a retry falls due, and now and then. Several nodes share the work.
 * A mail is sent once, unless a node dies between the mail server's answer and the database's: it is then sent again under the same
 * Message-ID, because a mail twice is better than none.
 */
export async function startMailDelivery(options: MailDeliveryOptions): Promise<MailDelivery> {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const delivery: Delivery = { ...options, pause: options.pause ?? pauseAfter, stopped };
  const { database, transport } = delivery;
  let timer: NodeJS.Timeout | null = null;
  let willMark = false;
  /** Set while at work, when new mails may have come after the last batch was taken. */
  let toldAgain = false;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    do toldAgain = false;
    while (!stopped.aborted && ((await deliverSome(delivery)) || toldAgain));
  }

  function wake(): void {
    toldAgain = true;
    if (working || stopped.aborted) return;
    if (timer) clearTimeout(timer);
    timer = null;
    working = (async () => {
      const wait = await asJob(delivery, work);
      working = null;
      if (stopped.aborted) return;
      if (toldAgain) wake();
      else timer = setTimeout(wake, wait);
      timer?.unref();
    })();
  }

  /** With SMTP, new mails are sent at once; without it they are gathered for a moment and marked in one statement. */
  function told(): void {
    if (transport.sends) wake();
    else if (!willMark) {
      willMark = true;
      setTimeout(() => {
        willMark = false;
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
      stopping.abort();
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

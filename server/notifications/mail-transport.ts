import type { Transporter } from 'nodemailer';
import type { Institution } from '#content/institution/schema.ts';
import { BadConfiguration, type Config } from '../config.ts';
import type { RenderedMail } from './render-mail.ts';

/** A file that goes with a mail. */
export interface MailFile {
  readonly filename: string;
  readonly content: Uint8Array;
}

export interface OutgoingMail extends RenderedMail {
  /** The id of the outbox row: part of the Message-ID, so that a mail sent twice after a crash can be recognised as one. */
  readonly id: string;
  readonly recipient: string;
  /** PDFs that go with it. */
  readonly attachments?: readonly MailFile[];
}

/** Why a mail was not sent: the server fails for all mails, this one may succeed later, or it never will. */
export type MailFault = 'server-unreachable' | 'refused-for-now' | 'refused-for-good';

export class MailNotSent extends Error {
  readonly fault: MailFault;

  constructor(fault: MailFault, message: string) {
    super(message);
    this.name = 'MailNotSent';
    this.fault = fault;
  }
}

export interface MailTransport {
  /** Whether mails leave the machine; a demonstration without a mail server only keeps them. */
  readonly sends: boolean;
  /** @throws MailNotSent. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Milliseconds that each step with the mail server may take. With the whole mail bounded too, no lease is ever outlived. */
const STEP_MS = 10_000;
const MAIL_MS = 30_000;

/** Error codes of nodemailer that concern a connection rather than a mail. */
const CONNECTION_FAULTS: ReadonlySet<string | undefined> = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EPROTOCOL',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'ECONFIG',
  'EABORT',
]);
/** Reply of a closing mail server to any command (RFC 5321, 3.8). */
const CLOSING = 421;

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  /** SMTP command that the server refused. */
  readonly command?: string;
}

/** Distinguishes a fault of one mail from a server that would refuse every mail. */
function faultOf({ code, responseCode, permanent, command }: SmtpError): MailFault {
  if (CONNECTION_FAULTS.has(code) || responseCode === CLOSING) return 'server-unreachable';
  // Without a reply the mail never left this process: an invalid address stays invalid.
  if (responseCode === undefined) return code === 'EENVELOPE' ? 'refused-for-good' : 'refused-for-now';
  // A refused sender is a configuration fault, not one of this mail.
  if (command === 'MAIL FROM') return 'server-unreachable';
  return permanent ? 'refused-for-good' : 'refused-for-now';
}

/** Sends over SMTP. `smtp://` is upgraded to TLS when the server offers it; `?requireTLS=true` insists. */
export function smtpTransport(url: string, institution: Institution): MailTransport {
  let pool: Promise<Transporter> | null = null;
  // Loaded with the first mail: the library takes 20 MB.
  const openPool = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: 5,
      // The outbox retries; retries by the pool could send twice.
      maxRequeues: 0,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const domain = institution.email.slice(institution.email.lastIndexOf('@') + 1);
  return {
    sends: true,
    async send({ id, recipient, subject, text, html, language, attachments = [] }) {
      try {
        pool ??= openPool();
        await (await pool).sendMail({
          from: { name: institution.brandName, address: institution.email },
          replyTo: institution.customerServiceEmail,
          // As an object the address is not parsed: a text could be read as several addresses.
          to: { name: '', address: recipient },
          messageId: `<${id}@${domain}>`,
          subject,
          text,
          html,
          attachments: attachments.map(({ filename, content }) => ({
            filename,
            content: Buffer.from(content),
            contentType: 'application/pdf',
          })),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          signal: AbortSignal.timeout(MAIL_MS),
        });
      } catch (error) {
        throw new MailNotSent(faultOf(error as object), (error as Error).message);
      }
    },
    // A mail still under way is cut off; it is sent again later.
    close: () => void pool?.then((open) => open.close({ force: true })),
  };
}

/** Without SMTP (demonstration): every mail counts as delivered and is read in the product. */
export const capturingTransport: MailTransport = { sends: false, async send() {}, close() {} };

/**
 * How this institution's mails go out.
 * @throws BadConfiguration for a live institution without a mail server: its clients would never hear from it.
 */
export function mailTransportFor(config: Config, institution: Institution): MailTransport {
  if (config.smtpUrl) return smtpTransport(config.smtpUrl, institution);
  if (institution.mode === 'live')
    throw new BadConfiguration([
      'SMTP_URL is required in live mode: without a mail server clients would receive neither links nor notifications.',
    ]);
  return capturingTransport;
}

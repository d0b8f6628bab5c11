import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as a mail server got it. */
export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

/** A real SMTP server on this machine, which keeps what it gets. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMail[];
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** The port to listen on; a free one unless given. */
  readonly port?: number;
  /** SMTP reply code with which a recipient is refused, null to take the mail. Called for each attempt. */
  readonly refuse?: (recipient: string) => number | null;
  /** Whether the sender is refused for good, for every recipient. */
  readonly refuseSender?: () => boolean;
  /** Called once a mail is kept, before its sender is told so. */
  readonly beforeTelling?: () => Promise<void> | void;
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const joined = text.replace(/=\r?\n/g, '');
  const bytes: number[] = [];
  for (let index = 0; index < joined.length; index += 1) {
    const code = joined[index] === '=' ? Number.parseInt(joined.slice(index + 1, index + 3), 16) : null;
    if (code === null) bytes.push(...Buffer.from(joined[index] ?? ''));
    else {
      bytes.push(code);
      index += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

/** The decoded content of the part of a type, however deep. */
function partOf(raw: string, type: string): string {
  const { headers, body } = split(raw);
  const contentType = headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary) {
    for (const part of body.split(`--${boundary}`).slice(1)) {
      const found = partOf(part.replace(/^\r\n/, ''), type);
      if (found) return found;
    }
    return '';
  }
  if (!contentType.startsWith(type)) return '';
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return (encoding === 'quoted-printable' ? decodeQuoted(body) : body).replaceAll('\r\n', '\n');
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, _session, callback) {
      const error = Object.assign(new Error('sender refused'), { responseCode: 553 });
      callback(options.refuseSender?.() ? error : null);
    },
    onRcptTo({ address }, _session, callback) {
      const code = options.refuse?.(address) ?? null;
      callback(code === null ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { headers } = split(raw);
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          messageId: headers.get('message-id') ?? '',
          subject: headers.get('subject') ?? '',
          headers,
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
        });
        void Promise.resolve(options.beforeTelling?.()).then(() => callback());
      });
    },
  });
  server.on('error', () => {});
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A mail server that breaks: it hangs up on every sender in the middle of the mail, and keeps nothing. */
export async function startBreakingMailServer(
  port: number,
): Promise<{ readonly broken: { count: number }; stop(): Promise<void> }> {
  const broken = { count: 0 };
  const server = createServer((socket) => {
    let isInMail = false;
    socket.on('error', () => {});
    socket.write('220 breaks\r\n');
    socket.on('data', (said) => {
      if (isInMail) {
        broken.count += 1;
        socket.destroy();
      } else {
        isInMail = /^DATA\r\n/im.test(said.toString());
        socket.write(isInMail ? '354 go on\r\n' : '250 breaks\r\n');
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { broken, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

import { connect, type Socket } from 'node:net';
import { Refusal } from '#domain/errors.ts';

/** What the antivirus says of a file. */
export type ScanVerdict = 'clean' | 'infected';

/** A file on its way through the antivirus. */
export interface Scan {
  /** Resolves once the next piece may be sent. */
  send(bytes: Uint8Array): Promise<void>;
  verdict(): Promise<ScanVerdict>;
  /** Ends a scan whose file is given up. */
  cancel(): void;
}

/** Looks into files while they arrive; null where none is configured. */
export type Antivirus = { begin(): Scan } | null;

/** How long the antivirus may be silent, in milliseconds. */
const PATIENCE_MS = 20_000;

const away = () => new Refusal('service.unavailable');

/** A path of a socket, or `host:port`. */
function open(address: string): Socket {
  if (address.startsWith('/')) return connect({ path: address });
  const at = address.lastIndexOf(':');
  return connect({ host: address.slice(0, at), port: Number(address.slice(at + 1)) });
}

/**
 * Asks clamd by its command INSTREAM (clamd(8)): pieces with their length in four bytes before each, a length of 0 at the end. A configured
 * antivirus must answer: without its word no file is accepted.
 * @param address what `CLAMD_SOCKET` names; null for no antivirus.
 */
export function createAntivirus(address: string | null, patienceMs = PATIENCE_MS): Antivirus {
  return address === null ? null : { begin: () => beginScan(open(address), patienceMs) };
}

function beginScan(socket: Socket, patienceMs: number): Scan {
  let answer = '';
  socket.setTimeout(patienceMs, () => socket.destroy(away()));
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve);
    socket.once('error', () => reject(away()));
    socket.once('close', () => reject(away()));
  });
  // A failure is reported to the caller that waits for the verdict, and to no other.
  closed.catch(() => {});
  const write = (bytes: Uint8Array | string) =>
    Promise.race([
      closed,
      new Promise<void>((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(away()) : resolve()));
      }),
    ]);
  const started = write('zINSTREAM\0');
  started.catch(() => {});
  return {
    async send(bytes) {
      await started;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      await write(length);
      await write(bytes);
    },
    async verdict() {
      await started;
      await write(Buffer.alloc(4));
      await closed;
      socket.destroy();
      const words = answer.split('\0', 1)[0]?.trim() ?? '';
      if (words === 'stream: OK') return 'clean';
      // A limit of clamd that a file exceeds is no finding, and no clearance.
      if (words.endsWith(' FOUND') && !words.includes('Heuristics.Limits.Exceeded')) return 'infected';
      throw away();
    },
    cancel: () => void socket.destroy(),
  };
}

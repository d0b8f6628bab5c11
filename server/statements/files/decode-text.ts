import { FileFault } from '#domain/statements/file-fault.ts';

/** Turns the bytes of a file into text, as they come. */
interface TextDecoding {
  /** @throws FileFault `file.encoding` for bytes that do not fit. */
  decode(bytes: Uint8Array): string;
  /** What is left at the end. @throws FileFault `file.encoding` for a character that was cut off. */
  end(): string;
}

const misfit = (detail: string) => new FileFault('file.encoding', detail);

/** UTF-8 and UTF-16 by the platform, which refuses what does not fit, and ISO-8859-15. */
function byPlatform(name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-15'): TextDecoding {
  const decoder = new TextDecoder(name, { fatal: true });
  const strictly = (decode: () => string): string => {
    try {
      return decode();
    } catch {
      throw misfit(name);
    }
  };
  return {
    decode: (bytes) => strictly(() => decoder.decode(bytes, { stream: true })),
    end: () => strictly(() => decoder.decode()),
  };
}

/** ISO-8859-1 byte by byte: the platform's decoder of that name is the one of windows-1252 (WHATWG Encoding, 4.2). */
const latin1: TextDecoding = {
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  end: () => '',
};

/** The bytes to which windows-1252 gives no character. The platform's decoder passes them on as control characters. */
const UNASSIGNED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

function windows1252(): TextDecoding {
  const decoder = new TextDecoder('windows-1252', { fatal: true });
  return {
    decode(bytes) {
      if (UNASSIGNED.some((byte) => bytes.includes(byte))) throw misfit('windows-1252');
      return decoder.decode(bytes, { stream: true });
    },
    end: () => '',
  };
}

/** ASCII as some banks declare it: nothing beyond its 128 characters fits. */
const ascii: TextDecoding = {
  decode(bytes) {
    if (bytes.some((byte) => byte > 0x7f)) throw misfit('us-ascii');
    return latin1.decode(bytes);
  },
  end: () => '',
};

/** The encodings that are read (PAY-18), by the names that declarations give them. */
const ENCODINGS: Readonly<Record<string, (isBigEndian: boolean) => TextDecoding>> = {
  'utf-8': () => byPlatform('utf-8'),
  utf8: () => byPlatform('utf-8'),
  'utf-16': (isBigEndian) => byPlatform(isBigEndian ? 'utf-16be' : 'utf-16le'),
  'utf-16le': () => byPlatform('utf-16le'),
  'utf-16be': () => byPlatform('utf-16be'),
  'us-ascii': () => ascii,
  ascii: () => ascii,
  'iso-8859-1': () => latin1,
  'iso8859-1': () => latin1,
  'iso_8859-1': () => latin1,
  latin1: () => latin1,
  'iso-8859-15': () => byPlatform('iso-8859-15'),
  'iso8859-15': () => byPlatform('iso-8859-15'),
  'iso_8859-15': () => byPlatform('iso-8859-15'),
  'latin-9': () => byPlatform('iso-8859-15'),
  'windows-1252': windows1252,
  cp1252: windows1252,
};

/** Bytes at the beginning in which a byte order mark or a declaration stands. */
export const DECLARATION_BYTES = 256;

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte);

const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;

/**
 * The encoding of a file: from its byte order mark, else from its declaration, else UTF-8 (PAY-18).
 * @param head the first `DECLARATION_BYTES` of the file, or all of a shorter one.
 * @throws FileFault `file.encoding` for one that is not read, or a declaration of UTF-16 in bytes that are not.
 */
export function decodingOf(head: Uint8Array): TextDecoding {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return byPlatform('utf-8');
  // Its mark begins as that of UTF-16 does.
  if (startsWith(head, [0xff, 0xfe, 0x00, 0x00])) throw misfit('utf-32');
  if (startsWith(head, [0xff, 0xfe])) return byPlatform('utf-16le');
  if (startsWith(head, [0xfe, 0xff])) return byPlatform('utf-16be');
  const isLittleEndian = startsWith(head, [0x3c, 0x00]);
  const isBigEndian = startsWith(head, [0x00, 0x3c]);
  const isWide = isLittleEndian || isBigEndian;
  const ascii = Buffer.from(isWide ? head.filter((byte) => byte !== 0) : head).toString('latin1');
  const declared = DECLARED.exec(ascii)?.[1]?.toLowerCase();
  const encoding = declared ?? (isWide ? 'utf-16' : 'utf-8');
  const make = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  if (!make || encoding.startsWith('utf-16') !== isWide) throw misfit(encoding.slice(0, 40));
  return make(isBigEndian);
}

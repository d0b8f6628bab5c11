import { SaxesParser } from 'saxes';
import { FileFault } from '#domain/statements/file-fault.ts';
import type { MessageReader } from '#domain/statements/message-reader.ts';
import { othersTurn } from '../../work/others-turn.ts';
import { DECLARATION_BYTES, decodingOf } from './decode-text.ts';

/** Characters that are parsed before others have their turn: a few milliseconds of the processor. */
export const SLICE_CHARACTERS = 64 * 1024;

/** Where a part of the prologue ends, by how it begins. */
const PARTS_OF_PROLOGUE = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

/**
 * Whether a file has a document type declaration, by its beginning. The parser tells of one at its end, which may never come.
 * @param text the first characters, at least the whole prologue of a usual file.
 */
export function beginsWithDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const part = PARTS_OF_PROLOGUE.find(([begin]) => text.startsWith(begin, at));
    if (!part) return text.startsWith('<!DOCTYPE', at);
    const end = text.indexOf(part[1], at);
    if (end < 0) return false;
    at = end + part[1].length;
  }
}

/** Tells a reader what the parser finds: names without prefix, with their namespaces. */
function parserFor(reader: MessageReader): { write(text: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw new FileFault('file.malformed', error.message);
  });
  parser.on('doctype', () => {
    throw new FileFault('file.dtd');
  });
  parser.on('opentag', ({ local, uri, attributes }) => reader.open(local, uri, attributes.Ccy?.value));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('closetag', () => reader.close());
  return {
    write: (text) => void parser.write(text),
    close: () => void parser.close(),
  };
}

/** The first bytes of a file, then the others. */
async function* withHead(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let head = Buffer.alloc(0);
  let isWhole = false;
  for await (const bytes of content) {
    if (isWhole) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    isWhole = head.length >= DECLARATION_BYTES;
    if (isWhole) yield head;
  }
  if (!isWhole) yield head;
}

/**
 * Parses a file as it comes, with the memory of one part of it, and lets other work run in between (PAY-18).
 * @param onProgress called with the bytes of each part once it is parsed; the next part waits for it.
 * @throws FileFault `file.empty`, `file.encoding`, `file.dtd`, `file.malformed`, and what the reader throws.
 */
export async function parseXml(
  content: AsyncIterable<Uint8Array>,
  reader: MessageReader,
  onProgress: (bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  const parser = parserFor(reader);
  let decoding: ReturnType<typeof decodingOf> | null = null;
  for await (const bytes of withHead(content)) {
    const isFirst = decoding === null;
    if (isFirst && bytes.length === 0) throw new FileFault('file.empty');
    decoding ??= decodingOf(bytes.subarray(0, DECLARATION_BYTES));
    const text = decoding.decode(bytes);
    if (isFirst && beginsWithDoctype(text)) throw new FileFault('file.dtd');
    for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
      parser.write(text.slice(at, at + SLICE_CHARACTERS));
      await othersTurn();
    }
    await onProgress(bytes.length);
  }
  parser.write(decoding?.end() ?? '');
  parser.close();
  reader.end();
}

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
const DOCTYPE = '<!DOCTYPE';

/**
 * Watches the prologue of a file for a document type declaration, before anything else is made of its bytes: one is refused whatever the
 * encoding, and also when it never ends, which the parser would wait for. Names of markup are ASCII in every encoding that is read.
 * @throws FileFault `file.dtd`
 */
export function createDoctypeWatch(): (bytes: Uint8Array) => void {
  let isOver = false;
  let rest = '';
  /** What ends the comment or instruction that the bytes so far stand in. */
  let end: string | null = null;
  return (bytes) => {
    if (isOver) return;
    rest += Buffer.from(bytes).toString('latin1').replace(/\0/g, '');
    for (;;) {
      if (end !== null) {
        const at = rest.indexOf(end);
        // Only what may be the beginning of its end is kept: a comment may be as long as the file.
        if (at < 0) rest = rest.slice(1 - end.length);
        if (at < 0) return;
        rest = rest.slice(at + end.length);
        end = null;
      }
      // Blanks, and the bytes of an order mark.
      rest = rest.replace(/^[\s\xef\xbb\xbf\xff\xfe]+/, '');
      if (rest.startsWith(DOCTYPE)) throw new FileFault('file.dtd');
      const part = PARTS_OF_PROLOGUE.find(([begin]) => rest.startsWith(begin));
      if (!part) {
        isOver = ![DOCTYPE, ...PARTS_OF_PROLOGUE.map(([begin]) => begin)].some((begin) =>
          begin.startsWith(rest),
        );
        return;
      }
      rest = rest.slice(part[0].length);
      end = part[1];
    }
  };
}

/** Tells a reader what the parser finds: names without prefix, with their namespaces. */
function parserFor(reader: MessageReader): { write(text: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', ({ message }) => {
    // One in the wrong place, within the message or behind it, is a DOCTYPE all the same.
    throw /doctype/i.test(message) ? new FileFault('file.dtd') : new FileFault('file.malformed', message);
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
  const watchForDoctype = createDoctypeWatch();
  let decoding: ReturnType<typeof decodingOf> | null = null;
  for await (const bytes of withHead(content)) {
    if (decoding === null && bytes.length === 0) throw new FileFault('file.empty');
    watchForDoctype(bytes);
    decoding ??= decodingOf(bytes.subarray(0, DECLARATION_BYTES));
    const text = decoding.decode(bytes);
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

import { inflateSync } from 'node:zlib';

/**
 * Reads back what a PDF made by the product says: enough of the format to find, page by page, each line of text as a reader sees it,
 * and the structure that a screen reader follows. Text is decoded by the fonts' own tables, as a viewer does when it copies.
 */
export interface ReadPdf {
  readonly pages: readonly { readonly lines: readonly string[] }[];
  /** All lines of all pages. */
  readonly text: string;
  /** How many elements of each kind the structure has: `{ H1: 1, TR: 12 }`. */
  readonly elements: Readonly<Record<string, number>>;
  /** The whole file before decoding, for what the catalogue says. */
  readonly raw: string;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string | null;
}

function objectsOf(raw: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const start = body.indexOf('stream\n');
    const dictionary = start < 0 ? body : body.slice(0, start);
    let stream: string | null = null;
    if (start >= 0) {
      const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
      stream = (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
    }
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

/** The characters of each glyph of a font, from its `ToUnicode` table. */
function charactersOf(table: string): string[] {
  const characters: string[] = [];
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(first, 16);
    for (const [, code = ''] of list.matchAll(/<([0-9a-f]*)>/gi)) {
      characters[glyph] = (Buffer.from(code, 'hex').swap16().toString('utf16le') ?? '').replace(/\0/g, '');
      glyph += 1;
    }
  }
  return characters;
}

function linesOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  const found: { x: number; y: number; text: string }[] = [];
  for (const [, block = ''] of content.matchAll(/\bBT\n([\s\S]*?)\nET/g)) {
    const [, x = '0', y = '0'] = /1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(block) ?? [];
    const characters = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(block)?.[1] ?? '') ?? [];
    let text = '';
    for (const [, hex = ''] of block.matchAll(/<([0-9a-f]+)>/gi))
      for (let index = 0; index < hex.length; index += 4)
        text += characters[Number.parseInt(hex.slice(index, index + 4), 16)] ?? '\ufffd';
    found.push({ x: Number(x), y: Math.round(Number(y) * 2) / 2, text });
  }
  const rows = Map.groupBy(found, ({ y }) => y);
  return [...rows]
    .sort(([a], [b]) => b - a)
    .map(([, parts]) =>
      parts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text.trim())
        .join(' '),
    );
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const raw = Buffer.from(bytes).toString('latin1');
  if (!raw.startsWith('%PDF-1.7')) throw new Error('this is no PDF');
  const objects = objectsOf(raw);
  const of = (id: string | undefined) => objects.get(id ?? '') ?? { dictionary: '', stream: null };
  const kids = [...objects.values()].find(({ dictionary }) => /\/Type \/Pages/.test(dictionary));
  const pageIds = [...(kids?.dictionary.match(/\/Kids \[([^\]]*)\]/)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])];
  const pages = pageIds.map(([, id]) => {
    const page = of(id).dictionary;
    const resources = of(/\/Resources (\d+) 0 R/.exec(page)?.[1]).dictionary;
    const fonts = new Map<string, string[]>();
    for (const [, name = '', font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = of(/\/ToUnicode (\d+) 0 R/.exec(of(font).dictionary)?.[1]).stream ?? '';
      fonts.set(name, charactersOf(table));
    }
    return { lines: linesOf(of(/\/Contents (\d+) 0 R/.exec(page)?.[1]).stream ?? '', fonts) };
  });
  const elements: Record<string, number> = {};
  for (const { dictionary } of objects.values()) {
    const type = /\/S \/(H1|H2|P|Table|TR|TH|TD|Document)\b/.exec(dictionary)?.[1];
    if (type && dictionary.includes('/K ')) elements[type] = (elements[type] ?? 0) + 1;
  }
  return { pages, text: pages.flatMap(({ lines }) => lines).join('\n'), elements, raw };
}

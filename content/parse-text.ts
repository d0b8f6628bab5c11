/**
 * Reads a text of this folder: front matter, then light markdown, into a small typed tree. The tree is rendered as
 * elements, never as an HTML string, so a text cannot inject markup and hydrates exactly as it was prerendered.
 */

/** `lang`: words left in French in the text of another language. */
export type Inline =
  | { kind: 'text'; text: string; lang?: 'fr' }
  | { kind: 'strong'; text: string; lang?: 'fr' }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string; lang?: 'fr' }
  /** `loud`: set larger than the rest, as the law wants the example and the warning of a credit (C. conso. L312-8). */
  | { kind: 'paragraph'; content: Inline[]; loud?: true }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

export type ParsedText = { meta: Record<string, string>; body: string };

/** Splits a file into its front matter (`key: value` lines between two `---` lines) and its body. Throws without one. */
export function parseFrontMatter(source: string): ParsedText {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(source);
  if (!match) throw new Error('A text of content/ begins with its front matter between two lines of ---');
  const meta: Record<string, string> = {};
  for (const line of (match[1] ?? '').split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`Front matter line without a key: ${line}`);
    const key = line.slice(0, colon).trim();
    if (key in meta) throw new Error(`Front matter key given twice: ${key}`);
    meta[key] = line.slice(colon + 1).trim();
  }
  return { meta, body: (match[2] ?? '').trim() };
}

/** The value of a front-matter key; throws when it is missing or empty, because every key of a text is shown. */
export function requiredMeta(meta: Record<string, string>, key: string): string {
  const value = Object.hasOwn(meta, key) ? meta[key] : undefined;
  if (!value) throw new Error(`Front matter without ${key}`);
  return value;
}

/** An anchor made from a heading: lower case, without accents. A heading may fix its own by ending in `{#anchor}`. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/gi, 'oe')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Only these may be linked: a text is data, and data must not be able to carry a script. */
const safeHref = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/;

const inlinePattern = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g;

export function parseInline(source: string): Inline[] {
  const content: Inline[] = [];
  let from = 0;
  for (const match of source.matchAll(inlinePattern)) {
    if (match.index > from) content.push({ kind: 'text', text: source.slice(from, match.index) });
    if (match[1] !== undefined) {
      if (match[1].includes(']('))
        throw new Error(`Link inside bold, which would be printed as it is written: ${match[1]}`);
      content.push({ kind: 'strong', text: match[1] });
    } else {
      const href = match[3] ?? '';
      if (!safeHref.test(href)) throw new Error(`Link to a place a text may not lead to: ${href}`);
      content.push({ kind: 'link', text: match[2] ?? '', href });
    }
    from = match.index + match[0].length;
  }
  if (from < source.length) content.push({ kind: 'text', text: source.slice(from) });
  return content;
}

function heading(level: 2 | 3, source: string): Block {
  const match = /^(.*?)\s*\{#([a-z0-9-]+)\}$/.exec(source);
  const text = match?.[1] ?? source;
  return { kind: 'heading', level, id: match?.[2] ?? slug(text), text };
}

/** One block from the lines between two blank lines: a heading stands alone on its line, `**…**` alone is a level 3. */
function parseBlock(lines: string[]): Block {
  const first = lines[0] ?? '';
  if (lines.length === 1) {
    const marked = /^(##|###) (.+)$/.exec(first);
    if (marked) return heading(marked[1] === '##' ? 2 : 3, marked[2] ?? '');
    const bold = /^\*\*([^*]+)\*\*$/.exec(first);
    if (bold) return heading(3, bold[1] ?? '');
  }
  const ordered = /^\d+\. /.test(first);
  if (ordered || first.startsWith('- ')) {
    const items: string[] = [];
    for (const line of lines) {
      const item = /^(?:- |\d+\. )(.*)$/.exec(line);
      // A line without a mark continues the item above it.
      if (item) items.push(item[1] ?? '');
      else items.push(`${items.pop() ?? ''} ${line.trim()}`);
    }
    return { kind: 'list', ordered, items: items.map(parseInline) };
  }
  return { kind: 'paragraph', content: parseInline(lines.map((line) => line.trim()).join(' ')) };
}

/** The body of a text as blocks. Headings must be followed by a blank line, as everything else is. */
export function parseBlocks(body: string): Block[] {
  return (
    body
      // ASCII white space only: the non-breaking spaces of French typography are part of the text.
      .split(/(?:[ \t\r]*\n){2,}/)
      .map((chunk) => chunk.split(/\r?\n/).filter((line) => /[^ \t]/.test(line)))
      .filter((lines) => lines.length > 0)
      .map(parseBlock)
  );
}

/** The words a reader reads: the text of the blocks without any mark. */
export function plainText(blocks: Block[]): string {
  const inline = (content: Inline[]) => content.map((part) => part.text).join('');
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return block.text;
      if (block.kind === 'paragraph') return inline(block.content);
      return block.items.map(inline).join('\n');
    })
    .join('\n');
}

/** Cuts a summary to `length` characters at most, at a space, and marks the cut with « … ». */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length);
  const space = head.search(/\s\S*$/);
  return `${(space > 0 ? head.slice(0, space) : head).replace(/[\s,;:]+$/u, '')}…`;
}

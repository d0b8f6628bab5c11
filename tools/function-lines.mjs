import { parseSync } from '@swc/core';

/** Lines of code that a function may have before it is cut, or argued in the line above it. */
export const MAX_LINES = 70;

/** The reason in a comment above a function that stays longer: « Longer than 70 lines: … ». */
const ARGUED = /Longer than 70 lines: \S.{20,}/;

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MethodProperty',
  'ClassMethod',
]);

/** The numbers of the lines that hold code: neither blank nor a comment alone. */
function linesOfCode(lines) {
  const codes = new Set();
  let isComment = false;
  lines.forEach((line, index) => {
    const text = line.trim();
    const begins = /^(\/\*|\{\/\*)/.test(text);
    if (!isComment && text !== '' && !begins && !text.startsWith('//')) codes.add(index);
    if (begins || isComment) isComment = !text.includes('*/');
  });
  return codes;
}

/** The comment lines directly above a line. */
function commentAbove(lines, index) {
  let at = index;
  while (at > 0 && /^(\/\/|\/\*|\*)/.test((lines[at - 1] ?? '').trim())) at -= 1;
  return lines.slice(at, index).join('\n');
}

/**
 * The functions of a file that are longer than `MAX_LINES`. Biome's own rule counts less than half of the lines of a component's markup.
 * @param file its path, which says how it is read.
 * @returns each with its lines of code, and whether a comment above it argues for them.
 */
export function longFunctions(file, text) {
  const parsed = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' });
  const bytes = Buffer.from(text);
  // The parser counts bytes, over all files that it has read.
  const before = parsed.span.end - Buffer.byteLength(text.trimEnd());
  const lineAt = (offset) =>
    bytes
      .subarray(0, offset - before)
      .toString()
      .split('\n').length - 1;
  const lines = text.split('\n');
  const codes = linesOfCode(lines);
  const found = [];
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (FUNCTIONS.has(node.type)) {
      const first = lineAt(node.span.start);
      const last = lineAt(node.span.end - 1);
      const count = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((at) =>
        codes.has(at),
      ).length;
      if (count > MAX_LINES)
        found.push({
          place: `${file}:${first + 1}`,
          count,
          isArgued: ARGUED.test(commentAbove(lines, first)),
        });
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'span') visit(child);
  };
  visit(parsed.body);
  return found;
}

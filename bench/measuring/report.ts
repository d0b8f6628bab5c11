import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { isMet, median, type PartResult, rowOf, written } from './figures.ts';

const folder = join(import.meta.dirname, '..');
const jsonFile = join(folder, 'results.json');
const markdownFile = join(folder, 'RESULTS.md');
const readmeFile = join(folder, '..', 'README.md');

/** The README's table stands between these two lines. */
const README_MARKS = [
  '<!-- figures: npm run bench writes these lines -->',
  '<!-- end of figures -->',
] as const;

interface Recorded extends PartResult {
  readonly at: string;
  readonly seconds: number;
  readonly machine: string;
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
}

/** A part's figures for the terminal. */
export function printed({ title, figures, notes }: PartResult): string {
  const rows = figures.map(rowOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    title,
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...notes.map((note) => `- ${note}`),
  ].join('\n');
}

function markdown(parts: Readonly<Record<string, Recorded>>): string {
  const all = Object.values(parts).flatMap((part) => part.figures.map((figure) => ({ part, figure })));
  const judged = all.filter(({ figure }) => isMet(figure) !== null);
  const met = judged.filter(({ figure }) => isMet(figure));
  const lines = [
    '# Results of the benches',
    '',
    `${met.length} of ${judged.length} goals are met. Written by \`npm run bench\` from [results.json](results.json); nothing here is typed by hand.`,
    'Absolute figures are those of the machine named; ratios are measured side by side in one run, in turn, and travel better.',
    'A figure is the median of its rounds, the spread their least and greatest.',
  ];
  for (const [name, part] of Object.entries(parts)) {
    lines.push(
      '',
      `## ${part.title}`,
      '',
      `\`npm run bench -- ${name}\`, ${part.at.slice(0, 16).replace('T', ' ')} UTC, ${part.seconds} s, ${part.machine}.`,
      '',
      '| | median | spread | goal | |',
      '|---|---|---|---|---|',
      ...part.figures.map((figure) => `| ${rowOf(figure).join(' | ')} |`),
      '',
      ...part.notes.map((note) => `- ${note}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The few figures a chooser asks for, each with the command that measures it. */
function headlines(parts: Readonly<Record<string, Recorded>>): string {
  const rows = Object.entries(parts).flatMap(([name, { figures }]) =>
    figures
      .filter(({ isHeadline }) => isHeadline)
      .map(
        (figure) =>
          `| ${figure.name} | ${written(median(figure.values), figure.unit)} | \`npm run bench -- ${name}\` |`,
      ),
  );
  return ['| | measured | by |', '|---|---|---|', ...rows].join('\n');
}

function writeReadme(parts: Readonly<Record<string, Recorded>>): void {
  const text = readFileSync(readmeFile, 'utf8');
  const [begin, end] = README_MARKS;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('README.md has lost the marks between which its figures stand');
  writeFileSync(readmeFile, `${text.slice(0, from + begin.length)}\n${headlines(parts)}\n${text.slice(to)}`);
}

/** Puts a part's result in the place of its last one, and writes the page again. */
export function record(name: string, result: PartResult, seconds: number): void {
  const parts: Record<string, Recorded> = existsSync(jsonFile)
    ? JSON.parse(readFileSync(jsonFile, 'utf8'))
    : {};
  parts[name] = { ...result, at: new Date().toISOString(), seconds, machine: machine() };
  writeFileSync(jsonFile, `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(markdownFile, markdown(parts));
  writeReadme(parts);
}

/** What a bench found: one value per round, and what it should be. */
export interface Figure {
  readonly name: string;
  readonly unit: '×' | 'ms' | 's' | 'MB' | 'KB' | '/s' | 'points' | '';
  /** One per round. */
  readonly values: readonly number[];
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Whether it stands among the few figures of the README. */
  readonly isHeadline?: boolean;
}

/** What one part of the bench says: its figures and how they were come by. */
export interface PartResult {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

export interface Options {
  /** Short rounds, for trying the bench itself. */
  readonly quick: boolean;
  /** The commits that `beside` compares. */
  readonly old?: string;
  readonly new?: string;
  say(line: string): void;
}

export function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** The value below which `share` of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = sorted(values);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const ordered = sorted(values);
  const middle = Math.floor(ordered.length / 2);
  if (ordered.length % 2 === 1) return ordered[middle] ?? Number.NaN;
  return ((ordered[middle - 1] ?? Number.NaN) + (ordered[middle] ?? Number.NaN)) / 2;
}

/** Whether the median of a figure is where it should be; null when nothing was asked of it. */
export function isMet({ values, atLeast, atMost }: Figure): boolean | null {
  if (atLeast === undefined && atMost === undefined) return null;
  const middle = median(values);
  return (atLeast === undefined || middle >= atLeast) && (atMost === undefined || middle <= atMost);
}

function digits(value: number): string {
  const size = Math.abs(value);
  return size >= 1000
    ? Math.round(value).toLocaleString('en-GB')
    : value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function written(value: number, unit: Figure['unit']): string {
  return unit === '×' ? `${digits(value)} ×` : `${digits(value)} ${unit}`.trim();
}

/** The figure as the cells of a row: what, median, spread, goal, verdict. */
export function rowOf(figure: Figure): [string, string, string, string, string] {
  const { name, unit, values, atLeast, atMost } = figure;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const goals = [
    atLeast === undefined ? '' : `≥ ${written(atLeast, unit)}`,
    atMost === undefined ? '' : `≤ ${written(atMost, unit)}`,
  ].filter(Boolean);
  const met = isMet(figure);
  return [
    name,
    written(median(values), unit),
    values.length > 1 ? `${written(least, unit)} to ${written(most, unit)}` : '',
    goals.join(', '),
    met === null ? '' : met ? 'met' : '**not met**',
  ];
}

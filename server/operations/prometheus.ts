/** Prometheus' text format 0.0.4 in a few lines: counters, histograms, and gauges read when they are asked for. */

export type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  lines(): Promise<string[]> | string[];
}

export interface Metrics {
  counter(name: string, help: string): (labels?: Labels, by?: number) => void;
  /** @param bounds upper bounds of the buckets, growing. */
  histogram(name: string, help: string, bounds: readonly number[]): (value: number, labels?: Labels) => void;
  /** Read at each scrape; a reading that throws leaves the gauge out. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void;
  /** Everything, as Prometheus reads it. */
  text(): Promise<string>;
}

/** More combinations of labels than this in one metric are a mistake of ours: the rest is counted together. */
const MAX_SERIES = 2_000;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
const escaped = (value: string | number) =>
  String(value).replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? character);

function labelText(labels: Labels = {}): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
}

export function createMetrics(): Metrics {
  const metrics: Metric[] = [];
  const seriesOf = (known: ReadonlyMap<string, unknown>, labels: Labels = {}) => {
    const key = labelText(labels);
    if (known.has(key) || known.size < MAX_SERIES) return { key, kept: labels };
    const kept = Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']));
    return { key: labelText(kept), kept };
  };
  return {
    counter(name, help) {
      const values = new Map<string, number>();
      metrics.push({
        name,
        help,
        type: 'counter',
        lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
      });
      return (labels, by = 1) => {
        const { key } = seriesOf(values, labels);
        values.set(key, (values.get(key) ?? 0) + by);
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
      metrics.push({
        name,
        help,
        type: 'histogram',
        lines: () =>
          [...series.values()].flatMap(({ labels, counts, sum, count }) => [
            ...bounds.map(
              (bound, index) => `${name}_bucket${labelText({ ...labels, le: bound })} ${counts[index]}`,
            ),
            `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
            `${name}_sum${labelText(labels)} ${sum}`,
            `${name}_count${labelText(labels)} ${count}`,
          ]),
      });
      return (value, labels) => {
        const { key, kept } = seriesOf(series, labels);
        const one = series.get(key) ?? { labels: kept, counts: bounds.map(() => 0), sum: 0, count: 0 };
        series.set(key, one);
        for (const [index, bound] of bounds.entries())
          if (value <= bound) one.counts[index] = (one.counts[index] ?? 0) + 1;
        one.sum += value;
        one.count += 1;
      };
    },
    gauge(name, help, read) {
      metrics.push({
        name,
        help,
        type: 'gauge',
        lines: async () => (await read()).map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
      });
    },
    async text() {
      const parts = await Promise.all(
        metrics.map(async ({ name, help, type, lines }) => {
          try {
            return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await lines())];
          } catch {
            return [];
          }
        }),
      );
      return `${parts.flat().join('\n')}\n`;
    },
  };
}

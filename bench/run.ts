import type { Options, PartResult } from './measuring/figures.ts';
import { printed, record } from './measuring/report.ts';

/**
 * `npm run bench [-- part …] [-- --quick]`: measures the product against its references and writes `bench/RESULTS.md`. With `--quick` the
 * rounds are short and nothing is written: that is for trying the bench, not for its figures. The load of ten minutes and `beside`, which compares
 * two commits (`--old=<commit> [--new=<commit>]`), have to be named: all the others take under half an hour on two processors.
 */

const PARTS: Readonly<Record<string, () => Promise<(options: Options) => Promise<PartResult>>>> = {
  money: async () => (await import('./money.ts')).money,
  pglite: async () => (await import('./pglite.ts')).pglite,
  reads: async () => (await import('./reads.ts')).reads,
  loans: async () => (await import('./loans.ts')).loans,
  growth: async () => (await import('./growth.ts')).growth,
  live: async () => (await import('./live.ts')).live,
  load: async () => (await import('./load.ts')).load,
  start: async () => (await import('./start.ts')).start,
  lending: async () => (await import('./lending.ts')).lending,
  desk: async () => (await import('./desk.ts')).desk,
  statements: async () => (await import('./statements.ts')).statements,
  lines: async () => (await import('./lines.ts')).lines,
  pages: async () => (await import('./pages.ts')).pages,
  beside: async () => (await import('./beside.ts')).beside,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const commitOf = (name: 'old' | 'new') => {
  const value = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  return value === undefined ? {} : { [name]: value };
};
const commits = { ...commitOf('old'), ...commitOf('new') };
const asked = args.filter((arg) => !arg.startsWith('--'));
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

let failed = false;
const unnamed = Object.keys(PARTS).filter((name) => name !== 'load' && name !== 'beside');
for (const name of asked.length > 0 ? asked : unnamed) {
  const started = performance.now();
  const say = (line: string) =>
    console.log(`${name} ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  try {
    const measure = await PARTS[name]?.();
    if (!measure) continue;
    const result = await measure({ quick, say, ...commits });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`\n${printed(result)}\n(${seconds} s)\n`);
    if (!quick) record(name, result, seconds);
  } catch (error) {
    failed = true;
    console.error(`${name} could not be measured:`, error);
  }
}
process.exit(failed ? 1 : 0);

import { join } from 'node:path';
import { build } from 'vite';
import { type LendingRound, lendingRound } from './lending-work.ts';
import { root } from './measuring/bank.ts';
import { openBrowser } from './measuring/browser.ts';
import type { Figure, Options, PartResult } from './measuring/figures.ts';

/** The same work as one script for a browser. */
async function browserScript(ms: number, rounds: number): Promise<string> {
  const bundle = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(root, 'bench/lending-work.ts'), formats: ['iife'], name: 'work' },
    },
  });
  const [first] = Array.isArray(bundle) ? bundle : [bundle];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (!chunk) throw new Error('the browser’s script was not built');
  return `${chunk.code}\nglobalThis.result = Array.from({ length: ${rounds} }, () => work.lendingRound(${ms}));`;
}

/** Schedules and TAEG, exact to the cent, against the floating-point code that is usually written. */
export async function lending({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 5;
  const ms = quick ? 150 : 1_000;
  lendingRound(200);
  const onServer = Array.from({ length: rounds }, () => lendingRound(ms));
  say('on the server: done');
  const browser = openBrowser();
  const inChromium = await browser
    .run<LendingRound[]>({ task: 'evaluate', script: await browserScript(ms, rounds + 1) })
    .finally(browser.close);
  inChromium.shift();
  say('in Chromium: done');
  const figuresOf = (where: string, found: readonly LendingRound[]): Figure[] => [
    {
      name: `Schedules of 60 months ${where}, exact, to naive floating point`,
      unit: '×',
      values: found.map((r) => r.schedulesPerSecond / r.naiveSchedulesPerSecond),
    },
    { name: `Schedules of 60 months ${where}`, unit: '/s', values: found.map((r) => r.schedulesPerSecond) },
    {
      name: `TAEG ${where}, to naive bisection`,
      unit: '×',
      values: found.map((r) => r.taegsPerSecond / r.naiveTaegsPerSecond),
      atLeast: 1,
    },
    { name: `TAEG ${where}`, unit: '/s', values: found.map((r) => r.taegsPerSecond) },
    {
      name: `All ${found[0]?.gridPoints} positions of the simulator ${where}`,
      isHeadline: true,
      unit: 'ms',
      values: found.map((r) => r.gridMs),
      atMost: 16.7,
    },
  ];
  return {
    title: 'Lending: schedules and TAEG',
    figures: [...figuresOf('on the server', onServer), ...figuresOf('in Chromium', inChromium)],
    notes: [
      'The naive schedule rounds floating-point euros line by line and the naive TAEG halves an interval a hundred times: quick to write, not exact to the cent. Ours computes in integers and fractions and rounds once.',
      'The goal for the grid is one frame of a 60 Hz screen.',
    ],
  };
}

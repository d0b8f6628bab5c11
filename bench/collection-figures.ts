import { type Figure, median } from './measuring/figures.ts';

/** What a job did. */
export interface JobMeasured {
  readonly handled: number;
  readonly seconds: number;
  /** Of the dashboard, in milliseconds: before the job, and while it ran. Not a number when nobody asked. */
  readonly idleP95: number;
  readonly busyP95: number;
  readonly memoryMb: readonly number[];
}

/** One round: TPC-B, a due date collected while nobody calls, and another one beside people. */
export interface Round {
  readonly tps: number;
  readonly alone: JobMeasured;
  readonly beside: JobMeasured;
  readonly notOnce: number;
}

/** Things a second. */
export const speedOf = ({ handled, seconds }: JobMeasured) => handled / seconds;

/** What the rounds of collections are judged by. */
export function figuresOfRounds(rounds: readonly Round[]): Figure[] {
  const thirdOf = (memory: readonly number[], n: number) =>
    median(memory.slice(Math.floor((memory.length * (n - 1)) / 3), Math.ceil((memory.length * n) / 3)));
  return [
    {
      name: "A due date's instalments while nobody calls, to TPC-B with 128 clients",
      isHeadline: true,
      unit: '×',
      values: rounds.map(({ alone, tps }) => speedOf(alone) / tps),
      atLeast: 4,
    },
    {
      name: "A due date's instalments beside people at their dashboards, to TPC-B with 128 clients",
      unit: '×',
      values: rounds.map(({ beside, tps }) => speedOf(beside) / tps),
      atLeast: 4,
    },
    {
      name: "Client's dashboard meanwhile, p95 to its idle p95",
      unit: '×',
      values: rounds.map(({ beside }) => beside.busyP95 / beside.idleP95),
      atMost: 2,
    },
    {
      name: 'Memory of the node, last third of a collection to its second third',
      unit: '×',
      values: rounds.flatMap(({ alone, beside }) =>
        [alone, beside].map(({ memoryMb }) => thirdOf(memoryMb, 3) / thirdOf(memoryMb, 2)),
      ),
      atMost: 1.1,
    },
    {
      name: 'Instalments that were not taken exactly once',
      unit: '',
      values: rounds.map(({ notOnce }) => notOnce),
      atMost: 0,
    },
  ];
}

/** The same as absolute figures. */
export function absolutesOfRounds(rounds: readonly Round[]): Figure[] {
  return [
    {
      name: 'Instalments while nobody calls, absolute',
      unit: '/s',
      values: rounds.map(({ alone }) => speedOf(alone)),
    },
    {
      name: 'Instalments beside people, absolute',
      unit: '/s',
      values: rounds.map(({ beside }) => speedOf(beside)),
    },
    { name: 'TPC-B, 128 clients, absolute', unit: '/s', values: rounds.map(({ tps }) => tps) },
    {
      name: "Client's dashboard when idle, p95",
      unit: 'ms',
      values: rounds.map(({ beside }) => beside.idleP95),
    },
    {
      name: "Client's dashboard meanwhile, p95",
      unit: 'ms',
      values: rounds.map(({ beside }) => beside.busyP95),
    },
    {
      name: 'Memory of the node in a collection',
      unit: 'MB',
      values: rounds.flatMap(({ alone, beside }) => [...alone.memoryMb, ...beside.memoryMb]),
    },
  ];
}

import { setTimeout as passing } from 'node:timers/promises';
import { hear } from '../signals.ts';

/** For how long after an answered call people are taken to be there: a screen asks again within seconds. */
const PRESENT_MS = 3_000;
/** How long the pause after a step is, to the step: a month's end of 100,000 loans beside people stays within its minute (decision 0036). */
const PAUSE_SHARE = 0.5;
/** The longest pause: a process that stops waits for it. */
const LONGEST_PAUSE_MS = 1_000;

/** How jobs share their node with the people whose calls it answers. */
export interface Pace {
  /** Whether calls were answered just now. */
  isBesidePeople(): boolean;
  /**
   * Runs a step. Beside people one step runs at a time, whatever the lanes, and the next one waits for half as long as it took; with
   * nobody there, steps run as they come.
   */
  turn<T>(step: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** The time of the process; tests bring their own. */
interface Time {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const PROCESS_TIME: Time = { now: () => performance.now(), pause: (ms) => passing(ms) };

/** Notes the time of each call that this node answers. A supervisor's health check is not a person, so `/api/health` does not count. */
export function watchPace({ now, pause }: Time = PROCESS_TIME): Pace {
  let lastCallAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  const stop = hear('guichet:request', ({ route }) => {
    if (route !== '/api/health') lastCallAt = now();
  });
  const isBesidePeople = () => now() - lastCallAt < PRESENT_MS;

  async function thenPause<T>(step: () => Promise<T>): Promise<{ result: T; pauseMs: number }> {
    const started = now();
    const result = await step();
    return { result, pauseMs: Math.min(LONGEST_PAUSE_MS, PAUSE_SHARE * (now() - started)) };
  }

  return {
    isBesidePeople,
    async turn(step) {
      if (!isBesidePeople()) return step();
      const own = last.then(() => thenPause(step));
      last = own.then(
        ({ pauseMs }) => pause(pauseMs),
        () => {},
      );
      return (await own).result;
    },
    stop,
  };
}

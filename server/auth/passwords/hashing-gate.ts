import { availableParallelism } from 'node:os';
import { Refusal } from '#domain/errors.ts';
import type { HashingGate, HashingLane } from '../../bank/auth.ts';

const LANES: readonly HashingLane[] = ['inside', 'at the door', 'sign-up'];

export interface HashingLimits {
  /** Concurrent hashes, 19 MiB and one thread each. */
  readonly atOnce: number;
  /** How many may wait: at 50 ms a hash on two processors, 80 wait for two seconds. */
  readonly waiting: Readonly<Record<HashingLane, number>>;
}

export const HASHING_LIMITS: HashingLimits = {
  atOnce: Math.min(4, Math.max(2, availableParallelism())),
  waiting: { inside: 80, 'at the door': 80, 'sign-up': 20 },
};

/**
 * Runs a bounded number of hashes, with one queue per lane served in order of priority: a crowd of sign-ins does not block confirmations of
 * open sessions, and sign-ups, which never take all places, do not slow sign-ins. A call that finds its queue full is refused at once.
 */
export function createHashingGate({ atOnce, waiting }: HashingLimits = HASHING_LIMITS): HashingGate {
  const queues: Record<HashingLane, (() => void)[]> = { inside: [], 'at the door': [], 'sign-up': [] };
  let running = 0;
  let signUps = 0;
  const mayRun = (lane: HashingLane) =>
    running < atOnce && (lane !== 'sign-up' || signUps < Math.max(1, atOnce - 1));
  const change = (lane: HashingLane, by: 1 | -1) => {
    running += by;
    if (lane === 'sign-up') signUps += by;
  };

  function next(): void {
    const lane = LANES.find((one) => queues[one].length > 0 && mayRun(one));
    const begin = lane && queues[lane].shift();
    if (!begin) return;
    change(lane, 1);
    begin();
  }

  return {
    async run(lane, hash) {
      if (mayRun(lane) && queues[lane].length === 0) change(lane, 1);
      else {
        if (queues[lane].length >= waiting[lane]) throw new Refusal('service.busy');
        await new Promise<void>((resolve) => queues[lane].push(resolve));
      }
      try {
        return await hash();
      } finally {
        change(lane, -1);
        next();
      }
    },
    state: () => ({
      running,
      waiting: LANES.reduce((sum, lane) => sum + queues[lane].length, 0),
    }),
  };
}

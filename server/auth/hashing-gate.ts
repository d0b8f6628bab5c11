import { availableParallelism } from 'node:os';
import { Refusal } from '#domain/errors.ts';

/** Who a password is hashed for: people who sign in or are in, or anybody who begins to sign up. */
export type HashingLane = 'of people' | 'of strangers';

/** Bounds what password hashing may take of the machine. */
export interface HashingGate {
  /** Runs a hash when there is room. @throws Refusal `service.busy` when too many wait already. */
  run<T>(lane: HashingLane, hash: () => Promise<T>): Promise<T>;
  /** How many run and how many wait now. */
  state(): { readonly running: number; readonly waiting: number };
}

export interface HashingLimits {
  /** Hashes under way at one moment, 19 MiB and one thread each. */
  readonly atOnce: number;
  /** How many may wait: at 50 ms a hash on two processors, 80 wait for two seconds. */
  readonly waiting: Readonly<Record<HashingLane, number>>;
}

export const HASHING_LIMITS: HashingLimits = {
  atOnce: Math.min(4, Math.max(2, availableParallelism())),
  waiting: { 'of people': 80, 'of strangers': 20 },
};

/**
 * Lets a bounded number of hashes run, those of people before those of strangers, who never have all the places: a crowd that signs up
 * slows nobody's sign-in. What finds too many in front of it is refused at once instead of waiting for ever.
 */
export function createHashingGate({ atOnce, waiting }: HashingLimits = HASHING_LIMITS): HashingGate {
  const queues: Record<HashingLane, (() => void)[]> = { 'of people': [], 'of strangers': [] };
  const running: Record<HashingLane, number> = { 'of people': 0, 'of strangers': 0 };
  const mayRun = (lane: HashingLane) =>
    running['of people'] + running['of strangers'] < atOnce &&
    (lane === 'of people' || running['of strangers'] < Math.max(1, atOnce - 1));

  function next(): void {
    for (const lane of ['of people', 'of strangers'] as const) {
      if (!mayRun(lane)) continue;
      const begin = queues[lane].shift();
      if (!begin) continue;
      running[lane] += 1;
      begin();
      return;
    }
  }

  return {
    async run(lane, hash) {
      if (mayRun(lane) && queues[lane].length === 0) running[lane] += 1;
      else {
        if (queues[lane].length >= waiting[lane]) throw new Refusal('service.busy');
        await new Promise<void>((resolve) => queues[lane].push(resolve));
      }
      try {
        return await hash();
      } finally {
        running[lane] -= 1;
        next();
      }
    },
    state: () => ({
      running: running['of people'] + running['of strangers'],
      waiting: queues['of people'].length + queues['of strangers'].length,
    }),
  };
}

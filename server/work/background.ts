import { tell } from '../signals.ts';

/**
 * Work that goes on after its call was answered. What a stop leaves undone lies in the database: a job finds it and goes on.
 */
export interface Background {
  /** Begins something. It asks between its transactions whether the process is stopping, and ends then. */
  begin(work: (isStopping: () => boolean) => Promise<void>): void;
  /** Asks what is under way to stop, and waits for it. */
  stop(): Promise<void>;
  /** Waits for what is under way, without stopping it. */
  settled(): Promise<void>;
}

/** Begins no work after it was stopped: the job of the next start does it. */
export function createBackground(): Background {
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    begin(work) {
      if (isStopping) return;
      const begun: Promise<void> = work(() => isStopping)
        .catch((error: unknown) => tell('guichet:fault', { error, what: 'work in the background failed' }))
        .finally(() => underWay.delete(begun));
      underWay.add(begun);
    },
    stop() {
      isStopping = true;
      return settled();
    },
    settled,
  };
}

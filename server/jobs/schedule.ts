import { watchPace } from './pace.ts';
import { runDue } from './run-due.ts';
import type { JobRunner } from './run-occurrence.ts';

/** How often a node looks by itself: for jobs of a node that died, for those to be tried again, and after a demonstration's day moved. */
const POLL_MS = 60_000;

export interface JobSchedule {
  /** Ends after the step in hand; another node goes on with the job. */
  stop(): Promise<void>;
}

/** Runs jobs when they are due, from now until stopped. Every node does; the database gives each occurrence to one of them. */
export function startJobs(runner: Omit<JobRunner, 'isStopping'>): JobSchedule {
  const { surroundings } = runner.bank;
  const pace = watchPace();
  let isStopping = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    let wait = POLL_MS;
    try {
      const next = await runDue({ ...runner, pace, isStopping: () => isStopping });
      if (next) wait = Math.min(POLL_MS, Math.max(50, next.getTime() - surroundings.now().getTime()));
    } catch (error) {
      // The database is away; what is due stays due.
      if (!isStopping) runner.logger.error({ err: error }, 'jobs cannot run for now');
    }
    if (isStopping) return;
    timer = setTimeout(begin, wait);
    timer.unref();
  }
  function begin(): void {
    working = work();
  }
  begin();

  return {
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      await working;
      pace.stop();
    },
  };
}

import { os } from '../http/context.ts';
import { listJobs } from './list-jobs.ts';

export const jobRoutes = {
  list: os.jobs.list.handler(async ({ context }) => ({
    jobs: await listJobs(context.db, context.bank.surroundings.now()),
  })),
};

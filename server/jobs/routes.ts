import { isJobOfHouse } from '#domain/desk/jobs-of-house.ts';
import { partsOfHouse } from '../db/parts-of-house.ts';
import { os } from '../http/context.ts';
import { listJobs } from './list-jobs.ts';

export const jobRoutes = {
  list: os.jobs.list.handler(async ({ context }) => {
    const { institution, surroundings } = context.bank;
    const [jobs, parts] = await Promise.all([
      listJobs(context.db, surroundings.now()),
      partsOfHouse(context.db, institution),
    ]);
    const isOfHouse = (name: (typeof jobs)[number]['name']) =>
      isJobOfHouse(name, parts, institution.mode === 'demo');
    // One that did not end well is told of in every house.
    return { jobs: jobs.filter(({ name, last }) => isOfHouse(name) || (last && last.state !== 'done')) };
  }),
};

import { kindOfBulk } from '#domain/desk/bulk.ts';
import { maskedAnswer } from '#domain/staff/masks.ts';
import { legalDay } from '#domain/time/days.ts';
import { type GuardedContext, os, run, runOnce, signedIn } from '../../http/context.ts';
import { requirePermission } from '../../http/require-permission.ts';
import { presentRun, presentRuns, runCsv } from './present-run.ts';
import { runOf, runsOf } from './queries.ts';
import { startBulkRun, stopBulkRun } from './start-run.ts';
import { workThrough } from './work-run.ts';

const shown = async (context: GuardedContext, id: string) => ({
  run: await presentRun(context.db, id, signedIn(context).userId),
});

/** Begins with the rows once the answer is on its way: closing the page stops nothing. */
function begin({ bank }: GuardedContext, id: string): void {
  bank.background.begin(async (isStopping) => {
    await workThrough(bank, id, isStopping);
  });
}

export const bulkRoutes = {
  start: os.bulk.start.handler(async ({ input, context }) => {
    await requirePermission(context, input.operation);
    if (input.common?.proposes) await requirePermission(context, 'proposals.create');
    const { bank } = context;
    const caller = signedIn(context);
    const kind = kindOfBulk(input.operation, input.common);
    // Who has assigned files only names no other (STAFF-41).
    if (caller.assignedOnly.includes(input.operation) && kind)
      await bank.guard.requireAssignedFiles(
        bank,
        caller,
        input.items.map(({ id: subject, loanId }) =>
          kind === 'document' ? { kind: 'loan', id: loanId ?? subject } : { kind, id: subject },
        ),
      );
    const id = await runOnce(context, input, (work) => startBulkRun(work, input));
    const row = await runOf(context.db, id, signedIn(context).userId);
    const [shownRun] = await presentRuns(context.db, row ? [row] : []);
    if (!shownRun) throw new Error('the run cannot be read');
    begin(context, id);
    return { run: shownRun };
  }),

  list: os.bulk.list.handler(async ({ context }) => ({
    runs: await presentRuns(context.db, await runsOf(context.db, signedIn(context).userId)),
  })),

  show: os.bulk.show.handler(({ input, context }) => shown(context, input.id)),

  stop: os.bulk.stop.handler(async ({ input, context }) => {
    await run(context, (work) => stopBulkRun(work, input.id, 'bulk.stop'));
    return shown(context, input.id);
  }),

  resume: os.bulk.resume.handler(async ({ input, context }) => {
    await run(context, (work) => stopBulkRun(work, input.id, 'bulk.resume'));
    begin(context, input.id);
    return shown(context, input.id);
  }),

  report: os.bulk.report.handler(async ({ input, context }) => {
    const answer = maskedAnswer('bulk.show', await shown(context, input.id), signedIn(context).permissions);
    const { run: masked } = answer as Awaited<ReturnType<typeof shown>>;
    const day = legalDay(context.bank.surroundings.now());
    return new File([runCsv(masked)], `compte-rendu-${day}.csv`, { type: 'text/csv' });
  }),
};

import { type BulkOrder, inputOfItem, kindOfBulk, MAX_BULK } from '#domain/desk/bulk.ts';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { readAsRoute } from '../../proposals/governed-operations.ts';
import type { Work } from '../../work/work.ts';
import { insertRun, operationsOfProposals, runOf, updateRun } from './queries.ts';

/**
 * Writes down one operation on many rows; each is done afterwards, in a transaction of its own. Every row is read as the route of the
 * operation would read it, before any is done.
 * @returns the id of the run.
 * @throws Refusal `bulk.too-many`; `request.invalid` for what the route itself would refuse, and for proposals of different operations (FOUR-25).
 */
export async function startBulkRun(
  work: Work,
  { operation, items, common = {} }: BulkOrder,
): Promise<string> {
  if (items.length > MAX_BULK) throw new Refusal('bulk.too-many', { max: MAX_BULK });
  if (kindOfBulk(operation, common) === null)
    throw new Refusal('request.invalid', {}, [{ field: 'common.kind', message: 'validation.required' }]);
  for (const [index, item] of items.entries())
    await readAsRoute(operation, inputOfItem(operation, item, common), `items.${index}`);
  if (operation === 'proposals.approve') {
    const proposed = await operationsOfProposals(
      work.tx,
      items.map(({ id }) => id),
    );
    if (proposed.length > 1)
      throw new Refusal('request.invalid', {}, [{ field: 'items', message: 'validation.invalid' }]);
  }
  const id = work.newId();
  await insertRun(
    work.tx,
    { id, operation, common, madeBy: work.actorId, origin: work.origin, madeAt: work.now },
    items,
  );
  audit(work, {
    operation: 'bulk.start',
    clientAccountId: null,
    subjectId: null,
    before: null,
    after: { repeated: operation, lines: items.length },
    isImpersonal: true,
  });
  await announce(work, { userId: work.actorId }, ['bulk']);
  return id;
}

/** Stops one's own run after the row in hand, or lets it go on. One that has ended stays so. @throws Refusal `not-found` for any other. */
export async function stopBulkRun(
  work: Work,
  id: string,
  operation: 'bulk.stop' | 'bulk.resume',
): Promise<void> {
  const run = await runOf(work.tx, id, work.actorId);
  if (!run) throw new Refusal('not-found');
  if (!run.endedAt) await updateRun(work.tx, id, { stoppedAt: operation === 'bulk.stop' ? work.now : null });
  audit(work, {
    operation,
    clientAccountId: null,
    subjectId: null,
    before: null,
    after: { repeated: run.operation },
    isImpersonal: true,
  });
  await announce(work, { userId: work.actorId }, ['bulk']);
}

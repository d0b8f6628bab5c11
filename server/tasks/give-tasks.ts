import { and, asc, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { assignments } from '../db/schema/index.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { SHOWING_TASKS } from './end-tasks.ts';
import { nameOfColleague } from './queries.ts';

/**
 * Gives everything that a person follows to a colleague, because they are suspended or leave (STAFF-16).
 * @returns how many things.
 * @throws Refusal `task.unknown-colleague` for somebody who cannot act now, the person themselves included.
 */
export async function giveTasksOf(
  work: Work,
  personId: string,
  { to, because }: { readonly to: string; readonly because: 'suspended' | 'left' },
): Promise<number> {
  if (to === personId || (await nameOfColleague(work.tx, to)) === null)
    throw new Refusal('task.unknown-colleague');
  const isOpen = and(eq(assignments.assigneeId, personId), isNull(assignments.endedAt));
  const open = await work.tx
    .select()
    .from(assignments)
    .where(isOpen)
    .orderBy(asc(assignments.id))
    .for('update');
  if (open.length === 0) return 0;
  await work.tx.update(assignments).set({ endedAt: work.now, endedBecause: because }).where(isOpen);
  await work.tx.insert(assignments).values(
    open.map(({ subjectKind, subjectId, clientAccountId }) => ({
      id: work.newId(),
      subjectKind,
      subjectId,
      clientAccountId,
      assigneeId: to,
      assignedBy: work.actorId,
      at: work.now,
    })),
  );
  await announce(work, { staff: true }, SHOWING_TASKS);
  return open.length;
}

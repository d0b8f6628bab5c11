import { Refusal } from '#domain/errors.ts';
import type { TaskKind } from '#domain/tasks/task.ts';
import type { Work } from '../work/work.ts';
import { endOpenAssignment, followerOfSubject, insertAssignment } from './queries.ts';

/** What is followed. */
export interface Subject {
  readonly kind: TaskKind;
  readonly id: string;
}

/**
 * Writes that a person follows a thing that nobody follows.
 * @throws Refusal `task.taken` when somebody else took it at the same moment, with who and when.
 */
export async function follow(
  work: Work,
  { kind, id }: Subject,
  { accountId, assigneeId }: { readonly accountId: string; readonly assigneeId: string },
): Promise<void> {
  const isWritten = await insertAssignment(work.tx, {
    id: work.newId(),
    subjectKind: kind,
    subjectId: id,
    clientAccountId: accountId,
    assigneeId,
    assignedBy: work.actorId,
    at: work.now,
  });
  if (isWritten) return;
  const first = await followerOfSubject(work.tx, kind, id);
  throw new Refusal('task.taken', { by: first?.name ?? '', at: first?.since ?? work.now.toISOString() });
}

/**
 * Assigns a request to the member of the staff who takes it in hand, and ends the assignment before. A job and the filling of the
 * demonstration assign nothing. The request is locked.
 */
export async function followWhatIsTaken(work: Work, subject: Subject, accountId: string): Promise<void> {
  if (work.actor.kind !== 'staff') return;
  await endOpenAssignment(work.tx, subject, { now: work.now, because: 'reassigned' });
  await follow(work, subject, { accountId, assigneeId: work.actorId });
}

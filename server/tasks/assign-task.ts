import { Refusal } from '#domain/errors.ts';
import { TOPIC_OF_TASK } from '#domain/tasks/task.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import type { FollowedBy } from './assigned-to.ts';
import { follow, type Subject } from './follow.ts';
import {
  endOpenAssignment,
  followerOfSubject,
  lockAccountOfSubject,
  lockOpenAssignment,
  nameOfColleague,
  nameOfUser,
} from './queries.ts';

type AssignOperation = 'tasks.take' | 'tasks.assign';

/** Tells the trail and the open screens who follows a thing now. */
async function tell(
  work: Work,
  operation: AssignOperation | 'tasks.release',
  {
    subject,
    accountId,
    before,
    after,
  }: { subject: Subject; accountId: string; before: string | null; after: string | null },
): Promise<void> {
  audit(work, {
    operation,
    clientAccountId: accountId,
    subjectId: subject.id,
    before: { task: subject.kind, assignee: before },
    after: { task: subject.kind, assignee: after },
  });
  await announce(work, { staff: true }, ['tasks', TOPIC_OF_TASK[subject.kind]]);
}

/**
 * Gives a thing to a person, or to the one who acts. It is of what was seen: when a colleague took it since, nothing changes and the screen
 * says who.
 * @param seenAssigneeId who followed it on the screen; null when nobody did.
 * @throws Refusal `not-found`; `task.taken` with who follows it and since when; `task.unknown-colleague` for a person who cannot act now.
 */
export async function assignTask(
  work: Work,
  operation: AssignOperation,
  {
    subject,
    assigneeId,
    seenAssigneeId,
  }: { readonly subject: Subject; readonly assigneeId: string; readonly seenAssigneeId: string | null },
): Promise<FollowedBy> {
  const accountId = await lockAccountOfSubject(work.tx, subject.kind, subject.id);
  if (!accountId) throw new Refusal('not-found');
  const open = await lockOpenAssignment(work.tx, subject.kind, subject.id);
  const before = open && (await nameOfUser(work.tx, open.assigneeId));
  if (open && open.assigneeId !== seenAssigneeId && open.assigneeId !== assigneeId)
    throw new Refusal('task.taken', { by: before ?? '', at: open.at.toISOString() });
  const name = await nameOfColleague(work.tx, assigneeId);
  if (name === null) throw new Refusal('task.unknown-colleague');
  if (open?.assigneeId !== assigneeId) {
    if (open) await endOpenAssignment(work.tx, subject, { now: work.now, because: 'reassigned' });
    await follow(work, subject, { accountId, assigneeId });
  }
  await tell(work, operation, { subject, accountId, before, after: name });
  const since = open?.assigneeId === assigneeId ? open.at : work.now;
  return { id: assigneeId, name, since: since.toISOString() };
}

/**
 * Gives a thing back: nobody follows it. One that nobody follows stays so.
 * @throws Refusal `not-found`.
 */
export async function releaseTask(work: Work, subject: Subject): Promise<void> {
  const accountId = await lockAccountOfSubject(work.tx, subject.kind, subject.id);
  if (!accountId) throw new Refusal('not-found');
  const before = await followerOfSubject(work.tx, subject.kind, subject.id);
  await endOpenAssignment(work.tx, subject, { now: work.now, because: 'released' });
  await tell(work, 'tasks.release', { subject, accountId, before: before?.name ?? null, after: null });
}

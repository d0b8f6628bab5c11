import { sql } from 'drizzle-orm';
import type { Topic } from '#domain/notifications/topics.ts';
import { IDLE_WORKING_DAYS, TOPIC_OF_TASK } from '#domain/tasks/task.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { listed, rowsOf } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import { queueMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { endAssignmentsOf, endIdleAssignments } from './queries.ts';

const BATCH = 100;
/** The topics of all screens that show who follows something. */
export const SHOWING_TASKS: readonly Topic[] = ['tasks', ...Object.values(TOPIC_OF_TASK)];

/** What a person followed is followed by nobody once they are suspended or gone (STAFF-16). */
export async function endTasksOf(
  work: Work,
  personId: string,
  because: 'suspended' | 'left',
): Promise<number> {
  const ended = await endAssignmentsOf(work.tx, personId, { now: work.now, because });
  if (ended > 0) await announce(work, { staff: true }, SHOWING_TASKS);
  return ended;
}

/**
 * Ends assignments whose person did nothing for the client for five working days, and tells them by mail how many.
 * @returns how many.
 */
export async function endIdleTasks(work: Work): Promise<number> {
  const day = addDaysOf('working-days', legalDay(work.now), -IDLE_WORKING_DAYS);
  const before = startOfDayIn(LEGAL_TIME_ZONE, day);
  const ended = await endIdleAssignments(work.tx, { before, now: work.now, limit: BATCH });
  if (ended.length === 0) return 0;
  const countOf = new Map<string, number>();
  for (const { assigneeId } of ended) countOf.set(assigneeId, (countOf.get(assigneeId) ?? 0) + 1);
  const people = await rowsOf<{ id: string; email: string }>(
    work.tx,
    sql`select id, email from users where id = any (${listed([...countOf.keys()], 'uuid')}) and email_verified order by id`,
  );
  for (const { id, email } of people)
    queueMail(work, email, 'tasks-idle', { count: countOf.get(id) ?? 0 }, id);
  await announce(work, { staff: true }, SHOWING_TASKS);
  return ended.length;
}

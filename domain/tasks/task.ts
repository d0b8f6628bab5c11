import * as z from 'zod/mini';
import type { Topic } from '../notifications/topics.ts';

/** What a member of the staff can follow: a client's file, or one request of a client. Each kind has its words in `admin-tasks.json`. */
export const TASK_KINDS = ['loan', 'withdrawal', 'fee', 'client'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** The topic whose screens show who follows a thing of each kind. */
export const TOPIC_OF_TASK = {
  loan: 'loans',
  withdrawal: 'withdrawals',
  fee: 'fees',
  client: 'clients',
} as const satisfies Readonly<Record<TaskKind, Topic>>;

/**
 * Why nobody follows a thing any more, or somebody else does: it was decided, given back, given or taken by another person; the person was
 * suspended or left; or they did nothing on it for too long.
 */
export const TASK_ENDS = ['decided', 'released', 'reassigned', 'suspended', 'left', 'idle'] as const;
export type TaskEnd = (typeof TASK_ENDS)[number];

/** Working days without an act of the person who follows a thing, after which nobody follows it. */
export const IDLE_WORKING_DAYS = 5;

const personId = z.string().check(z.uuid('validation.id'));

export const taskSubject = { kind: z.enum(TASK_KINDS), id: personId };
/** Who followed the thing on the screen of the person who acts; null when nobody did. */
export const seenAssignee = { seenAssigneeId: z.nullable(personId) };
export const takeTaskInput = z.strictObject({ ...taskSubject, ...seenAssignee });
export const assignTaskInput = z.strictObject({ ...taskSubject, ...seenAssignee, assigneeId: personId });
export const releaseTaskInput = z.strictObject(taskSubject);

import { and, eq, isNull, sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { Operation } from '#domain/operations.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { proposedActs } from '../db/schema/index.ts';
import type { Work } from './work.ts';

/** An act of two persons that waits for the second. */
export interface ProposedAct<Input = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly input: Input;
  readonly proposedBy: string;
  readonly proposedAt: Date;
}

/**
 * Whether acts of two persons need two of them. In a demonstration the same person may approve while
 * « Quatre yeux » is off.
 */
async function isSecondPersonRequired(tx: Db): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from bank_mode where mode = 'live' union all select 1 from four_eyes where is_on`,
  );
  return rows.length > 0;
}

/**
 * Refuses the approval of an act by the person who proposed it.
 * @throws Refusal `approval.same-person`.
 */
export async function requireSecondPerson(work: Work, proposerId: string): Promise<void> {
  if (proposerId === work.actorId && (await isSecondPersonRequired(work.tx)))
    throw new Refusal('approval.same-person');
}

/**
 * Proposes an act of two persons: the first has decided it, and it is done once the second approves. A newer proposal for the same
 * subject takes the place of the one that waits.
 * @param input what it will do, as the second person will see it.
 * @returns the id of the proposal.
 */
export async function proposeAct(
  work: Work,
  operation: Operation,
  subjectId: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const proposal = { input, proposedBy: work.actorId, proposedAt: work.now };
  const [row] = await work.tx
    .insert(proposedActs)
    .values({ id: work.newId(), operation, subjectId, ...proposal })
    .onConflictDoUpdate({
      target: [proposedActs.operation, proposedActs.subjectId],
      targetWhere: sql`approved_at is null`,
      set: proposal,
    })
    .returning({ id: proposedActs.id });
  if (!row) throw new Error('the proposed act was not written');
  return row.id;
}

/**
 * Approves the act that waits for a subject: of two persons at once the first alone does.
 * @throws Refusal `not-found` when none waits; `approval.same-person`.
 */
export async function approveAct<Input>(
  work: Work,
  operation: Operation,
  subjectId: string,
): Promise<ProposedAct<Input>> {
  const isOpen = and(
    eq(proposedActs.operation, operation),
    eq(proposedActs.subjectId, subjectId),
    isNull(proposedActs.approvedAt),
  );
  const [act] = await work.tx.select().from(proposedActs).where(isOpen).for('update');
  if (!act) throw new Refusal('not-found');
  await requireSecondPerson(work, act.proposedBy);
  await work.tx
    .update(proposedActs)
    .set({ approvedBy: work.actorId, approvedAt: work.now })
    .where(eq(proposedActs.id, act.id));
  return {
    id: act.id,
    input: act.input as Input,
    proposedBy: act.proposedBy,
    proposedAt: act.proposedAt,
  };
}

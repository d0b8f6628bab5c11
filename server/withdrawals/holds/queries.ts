import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { TransferPhase } from '#domain/withdrawals/phases.ts';
import type { Db } from '../../db/database.ts';
import { clientAccounts, profiles, withdrawalHolds, withdrawalRequests } from '../../db/schema/index.ts';
import { FOLLOWED_BY, type FollowedBy, followerOf } from '../../tasks/assigned-to.ts';

export type HoldRow = typeof withdrawalHolds.$inferSelect;

/** Holds that the list shows: the queue is worked from its oldest end. */
const MOST_ROWS = 200;

/** The phases in which a check waits for its answer: a held transfer that a colleague took in hand is under it still (PAY-61). */
const UNDER_CHECK = ['held', 'in-hand'] as const satisfies readonly TransferPhase[];

/** The same as a query of their deadlines: until when each is answered. */
export const heldTransfers = () =>
  sql`select h.decide_by as due, h.decide_by as red from withdrawal_holds h
    join withdrawal_requests w on w.id = h.withdrawal_id where h.outcome is null and ${inArray(sql`w.phase`, [...UNDER_CHECK])}`;

/** Transfers that wait for an answer, the first to end first (« Contrôles »), each with who has it in hand. */
export function openHolds(db: Db) {
  return db
    .select({
      id: withdrawalRequests.id,
      amountMinor: withdrawalRequests.amount,
      currency: withdrawalRequests.currency,
      recipientName: withdrawalRequests.recipientName,
      iban: withdrawalRequests.clientIban,
      bankName: withdrawalRequests.clientBankName,
      accountId: clientAccounts.id,
      displayName: profiles.displayName,
      rules: withdrawalHolds.rules,
      heldAt: withdrawalHolds.heldAt,
      decideBy: withdrawalHolds.decideBy,
      phase: withdrawalRequests.phase,
      followedBy: sql<FollowedBy | null>`(select ${FOLLOWED_BY} from (select) one
        ${followerOf('withdrawal', sql`${withdrawalRequests.id}`)})`,
    })
    .from(withdrawalHolds)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalHolds.withdrawalId))
    .innerJoin(clientAccounts, eq(clientAccounts.id, withdrawalRequests.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(and(isNull(withdrawalHolds.outcome), inArray(withdrawalRequests.phase, [...UNDER_CHECK])))
    .orderBy(asc(withdrawalHolds.decideBy), asc(withdrawalHolds.withdrawalId))
    .limit(MOST_ROWS);
}

/** The held transfer whose instant came first, up to a moment, locked; null when none did. */
export async function lockNextExpired(tx: Db, moment: Date) {
  const [row] = await tx
    .select({ withdrawal: withdrawalRequests, userId: clientAccounts.userId })
    .from(withdrawalRequests)
    .innerJoin(withdrawalHolds, eq(withdrawalHolds.withdrawalId, withdrawalRequests.id))
    .innerJoin(clientAccounts, eq(clientAccounts.id, withdrawalRequests.clientAccountId))
    .where(
      and(
        isNull(withdrawalHolds.outcome),
        inArray(withdrawalRequests.phase, [...UNDER_CHECK]),
        lte(withdrawalHolds.decideBy, moment),
      ),
    )
    .orderBy(asc(withdrawalHolds.decideBy), asc(withdrawalRequests.id))
    .limit(1)
    .for('update', { of: withdrawalRequests, skipLocked: true });
  return row ?? null;
}

/** Writes how a hold ended; nothing for an order without an open one. */
export async function endHold(
  tx: Db,
  withdrawalId: string,
  end: Pick<HoldRow, 'outcome' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await tx
    .update(withdrawalHolds)
    .set(end)
    .where(and(eq(withdrawalHolds.withdrawalId, withdrawalId), sql`outcome is null`));
}

/** Whether the check of a transfer waits for its answer. @param transfer locked. */
export async function isUnderCheck(
  tx: Db,
  { id, phase }: { id: string; phase: TransferPhase },
): Promise<boolean> {
  if (!(UNDER_CHECK as readonly TransferPhase[]).includes(phase)) return false;
  const rows = await tx
    .select({ id: withdrawalHolds.withdrawalId })
    .from(withdrawalHolds)
    .where(and(eq(withdrawalHolds.withdrawalId, id), isNull(withdrawalHolds.outcome)));
  return rows.length > 0;
}

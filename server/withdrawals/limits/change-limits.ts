import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import {
  changeOfLimits,
  type LimitAmounts,
  limitsAbove,
  type TransferLimit,
} from '#domain/withdrawals/limits.ts';
import { lockBalance } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../../notifications/notify.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { limitsOfAccount } from './limits-in-force.ts';
import {
  accountForLimits,
  keepTransferLimits,
  ownColumns,
  raisedColumns,
  raisesAskedBefore,
} from './queries.ts';

export type LimitsAction = 'lower' | 'raise' | 'cancel';

/** The field of a call that names a limit. */
export const LIMIT_FIELDS: Readonly<Record<TransferLimit, `${TransferLimit}Minor`>> = {
  operation: 'operationMinor',
  day: 'dayMinor',
  thirtyDays: 'thirtyDaysMinor',
};

async function tell(work: Work, userId: string, kind: NotificationKind, effectiveAt?: Date): Promise<void> {
  await notifyClient(work, userId, kind, effectiveAt ? { dueDate: legalDay(effectiveAt) } : {});
  await announce(work, { userId }, ['withdrawals']);
}

/** @throws Refusal `request.invalid` beside each limit that is above the house's maximum (PAY-58). */
function requireWithinHouse(asked: LimitAmounts, maximum: LimitAmounts): void {
  const above = limitsAbove(asked, maximum);
  if (above.length === 0) return;
  throw new Refusal(
    'request.invalid',
    {},
    above.map((limit) => ({ field: LIMIT_FIELDS[limit], message: 'validation.amount.max' })),
  );
}

/** A limit that is the house's maximum is not kept as the client's own: it follows the house's. */
const ownBelow = (maximum: LimitAmounts, limits: LimitAmounts): LimitAmounts => {
  const own = (limit: TransferLimit) => (limits[limit] === maximum[limit] ? null : limits[limit]);
  return { operation: own('operation'), day: own('day'), thirtyDays: own('thirtyDays') };
};

/**
 * Changes the limits of an account, under its lock (PAY-58). What is lowered holds at once. What is raised holds after its waiting time; until
 * then the old limit does. Another demand replaces the one that waits.
 * @param asked the limits that are wanted; one that is left out stays as it is. Nothing for `cancel`.
 * @throws Refusal `not-found` for an unknown account; `request.invalid` above the house's maximum, for a raise that is called a lowering, or
 * without a raise to cancel.
 */
export async function changeLimits(
  work: Work,
  accountId: string,
  action: LimitsAction,
  asked: Partial<LimitAmounts>,
): Promise<void> {
  const account = await accountForLimits(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  await lockBalance(work, account.ledgerAccountId);
  const { maximum, inForce, raise } = await limitsOfAccount(work.tx, account, work.now);
  const row = { clientAccountId: accountId, changedAt: work.now };
  if (action === 'cancel') {
    if (!raise) throw new Refusal('not-found');
    await keepTransferLimits(work.tx, {
      ...row,
      ...ownColumns(ownBelow(maximum, inForce)),
      ...raisedColumns(null),
    });
    return tell(work, account.userId, 'limit-raise-cancelled');
  }
  const wanted: LimitAmounts = { ...inForce, ...asked };
  requireWithinHouse(wanted, maximum);
  const { now, raised } = changeOfLimits(inForce, wanted);
  if (raised && action === 'lower')
    throw new Refusal('request.invalid', {}, [{ field: 'action', message: 'validation.choice' }]);
  const delayHours = await parameterOn(work.tx, legalDay(work.now), 'limits.raiseDelayHours');
  await keepTransferLimits(work.tx, {
    ...row,
    ...ownColumns(ownBelow(maximum, now)),
    ...raisedColumns(raised && { amounts: raised, askedAt: work.now, delayHours }),
  });
  if (!raised) return tell(work, account.userId, 'limit-lowered');
  const effectiveAt = new Date(work.now.getTime() + delayHours * 3_600_000);
  return tell(work, account.userId, 'limit-raise-asked', effectiveAt);
}

/** Accounts looked at in one transaction. */
const AT_ONCE = 100;

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * One step of the minute's look at raised limits: those that hold now become their clients' own, and are told (PAY-58). One that a change of
 * credentials started again waits on (PAY-59).
 * @returns how many now hold.
 */
export async function raiseLimits(work: Work): Promise<number> {
  let raised = 0;
  let after = FIRST;
  for (;;) {
    const waiting = await raisesAskedBefore(work.tx, work.now, after, AT_ONCE);
    for (const { accountId, ledgerAccountId } of waiting) {
      await lockBalance(work, ledgerAccountId);
      raised += await applyRaise(work, accountId);
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < AT_ONCE) return raised;
    after = last.accountId;
  }
}

/** Writes a raise that holds as the client's own limits. @returns 1, or 0 for one that waits on. */
async function applyRaise(work: Work, accountId: string): Promise<number> {
  const account = await accountForLimits(work.tx, accountId);
  const risen = account && (await limitsOfAccount(work.tx, account, work.now)).risen;
  if (!account || !risen) return 0;
  await keepTransferLimits(work.tx, {
    clientAccountId: accountId,
    ...ownColumns(risen.amounts),
    ...raisedColumns(null),
    changedAt: work.now,
  });
  await tell(work, account.userId, 'limit-raised');
  return 1;
}

import { Refusal } from '#domain/errors.ts';
import type { LimitAmounts } from '#domain/withdrawals/limits.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { changeLimits } from './change-limits.ts';
import { limitsOfAccount } from './limits-in-force.ts';
import { accountForLimits } from './queries.ts';

/**
 * Lowers a client's limits for the staff (PAY-58): at once, and the client is told. Nothing is raised by it, not even below the house's maximum:
 * raising is the client's own demand, which waits. A raise under way ends, because it may be the reason for the lowering.
 * @param asked minor units of the account's currency; one that is left out stays as it is.
 * @throws Refusal `not-found`; `request.invalid` for a limit that would go up, or for nothing to lower.
 */
export async function lowerClientLimits(
  work: Work,
  accountId: string,
  asked: Partial<LimitAmounts>,
): Promise<void> {
  const account = await accountForLimits(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  const before = await limitsOfAccount(work.tx, account, work.now);
  if (Object.keys(asked).length === 0)
    throw new Refusal('request.invalid', {}, [{ field: 'operationMinor', message: 'validation.required' }]);
  await changeLimits(work, accountId, 'lower', asked);
  const after = await limitsOfAccount(work.tx, account, work.now);
  audit(work, {
    operation: 'transferLimits.lower',
    clientAccountId: accountId,
    subjectId: accountId,
    before: stateOf(before.inForce, account.currency),
    after: stateOf(after.inForce, account.currency),
  });
  await announce(work, { staff: true }, ['withdrawals']);
}

/** Limits as the audit trail writes them; one without a limit is left out. */
function stateOf({ operation, day, thirtyDays }: LimitAmounts, currency: string) {
  return {
    currency,
    ...(operation === null ? {} : { limitPerTransferMinor: operation }),
    ...(day === null ? {} : { limitPerDayMinor: day }),
    ...(thirtyDays === null ? {} : { limitOverThirtyDaysMinor: thirtyDays }),
  };
}

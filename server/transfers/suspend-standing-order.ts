import { sql } from 'drizzle-orm';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';

/** Refusals and returns for which the payee's account is the reason: AC01 and AC04 (PAY-49). */
const OF_PAYEES_ACCOUNT: readonly WithdrawalReason[] = ['invalid-iban', 'account-closed'];

/**
 * Suspends the programmed transfer from which a refused or returned one was made, when the payee's account is the reason (PAY-49). Nothing for
 * a transfer that a client asked for, for another reason, or for a programmed transfer that is not active.
 */
export async function suspendForPayee(
  work: Work,
  withdrawalId: string,
  reason: WithdrawalReason,
): Promise<void> {
  if (!OF_PAYEES_ACCOUNT.includes(reason)) return;
  const rows = await rowsOf<{ user_id: string; amount: string | number; currency: string; name: string }>(
    work.tx,
    sql`update standing_orders s set state = 'suspended', suspension_reason = 'payee-refused', next_nominal_day = null,
        next_execution_day = null, next_attempt_at = null, attempts = 0, changed_at = ${work.now.toISOString()}::timestamptz
      from client_accounts c
      where c.id = s.client_account_id and s.state = 'active'
        and s.id = (select standing_order_id from standing_order_runs where withdrawal_id = ${withdrawalId}::uuid)
      returning c.user_id, s.amount, s.currency, s.recipient_name as name`,
  );
  for (const { user_id: userId, amount, currency, name } of rows) {
    const params = { amountMinor: readMinor(amount), currency, name, suspension: 'payee-refused' };
    await notifyClient(work, userId, 'standing-order-suspended', params);
    await announce(work, { userId, staff: true }, ['withdrawals']);
  }
}

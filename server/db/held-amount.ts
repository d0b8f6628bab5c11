import { type SQL, sql } from 'drizzle-orm';
import { OPEN_WITHDRAWAL_STATUSES } from '#domain/withdrawals/status.ts';

/** Written out, not bound, so that the index of held amounts is known to answer. */
const HELD_STATUSES = sql.raw(OPEN_WITHDRAWAL_STATUSES.map((status) => `'${status}'`).join(', '));

/**
 * What is held on an account, in minor units: its open withdrawals, and what was paid in advance on its loans (LC-71).
 * @param accountId the account, as an expression.
 */
export const heldAmount = (accountId: SQL): SQL =>
  sql`((select coalesce(sum(w.amount), 0) from withdrawal_requests w
      where w.client_account_id = ${accountId} and w.status in (${HELD_STATUSES}))
    + (select coalesce(sum(a.advance_held), 0) from loans a where a.client_account_id = ${accountId}))`;

import { type SQL, sql } from 'drizzle-orm';
import { HELD_PHASES } from './schema/transfer-phase.ts';

/**
 * What is held on an account, in minor units: its open withdrawals, and what was paid in advance on its loans (LC-71).
 * @param accountId the account, as an expression.
 */
export const heldAmount = (accountId: SQL): SQL =>
  sql`((select coalesce(sum(w.amount), 0) from withdrawal_requests w
      where w.client_account_id = ${accountId} and w.phase in (${HELD_PHASES}))
    + (select coalesce(sum(a.advance_held), 0) from loans a where a.client_account_id = ${accountId}))`;

import { sql } from 'drizzle-orm';
import type { Hold } from '#domain/loans/collection-order.ts';
import { sumMinor } from '#domain/money/money.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { HELD_PHASES } from '../../db/schema/transfer-phase.ts';

/**
 * What an account holds back: open withdrawals by the legal day they were asked on, and by loan what was paid in advance, or the capital whose payout is
 * back (LC-6). Minor units.
 */
export interface AccountHolds {
  readonly withdrawals: readonly Hold[];
  readonly advances: ReadonlyMap<string, number>;
}

/** What accounts hold back, by account. */
export async function holdsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, AccountHolds>> {
  const rows = await rowsOf<{
    account_id: string;
    asked_on: string | null;
    loan_id: string | null;
    amount: string | number;
  }>(
    db,
    sql`select a.id as account_id, (w.created_at at time zone 'Europe/Paris')::date::text as asked_on, null::uuid as loan_id, w.amount
      from unnest(${listed(accountIds, 'uuid')}) as a(id)
      join withdrawal_requests w on w.client_account_id = a.id and w.phase in (${HELD_PHASES})
      union all
      select a.id, null, l.id, l.advance_held + case when l.frozen = 'payout-returned' then (
          select coalesce(sum(n.capital - n.paid_capital), 0) from loan_instalments n where n.loan_id = l.id and not n.is_superseded) else 0 end
      from unnest(${listed(accountIds, 'uuid')}) as a(id)
      join loans l on l.client_account_id = a.id and (l.advance_held > 0 or l.frozen = 'payout-returned')`,
  );
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map(
    accountIds.map((id) => {
      const own = byAccount.get(id) ?? [];
      return [
        id,
        {
          withdrawals: own.flatMap(({ asked_on, amount }) =>
            asked_on === null ? [] : [{ askedOn: asked_on, amountMinor: readMinor(amount) }],
          ),
          advances: new Map(
            own.flatMap(({ loan_id, amount }) =>
              loan_id === null ? [] : [[loan_id, readMinor(amount)] as const],
            ),
          ),
        },
      ];
    }),
  );
}

/**
 * What an account holds for something else than a loan, in minor units: open transfers, and of the client's other loans what was paid in advance (LC-71)
 * or came back (LC-6).
 */
export async function heldBeside(db: Db, accountId: string, loanId: string): Promise<number> {
  const holds = (await holdsOf(db, [accountId])).get(accountId);
  const ofOthers = [...(holds?.advances ?? [])].filter(([id]) => id !== loanId);
  return sumMinor([
    ...(holds?.withdrawals ?? []).map(({ amountMinor }) => amountMinor),
    ...ofOthers.map(([, amountMinor]) => amountMinor),
  ]);
}

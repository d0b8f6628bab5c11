import { sql } from 'drizzle-orm';
import { type DisputeOutcome, type DisputeState, disputeOutcome } from '#domain/corrections/dispute.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';

/** How many of a client's disputes are told at once. */
const OWN_DISPUTES = 100;

interface OwnDispute {
  readonly transactionId: string;
  readonly state: DisputeState;
  readonly openedAt: Date | string;
  readonly refundBy: string;
  readonly amount: string | number;
  readonly currency: CurrencyCode;
  readonly decidedAt: Date | string | null;
  readonly borneAt: Date | string | null;
  readonly isProvisional: boolean;
  readonly takenBackAt: Date | string | null;
  /** Why the refund was taken back, as the client reads it beside the reversal. */
  readonly reason: string | null;
  readonly isTransferBack: boolean;
  readonly backOn: string | null;
}

const dayOf = (moment: Date | string | null) => moment && legalDay(new Date(moment));

/** The day on which a dispute came to be as it is; null while it waits. YYYY-MM-DD. */
function dayOfOutcome(outcome: DisputeOutcome, row: OwnDispute): string | null {
  if (outcome === 'borne') return dayOf(row.borneAt);
  if (outcome === 'taken-back') return dayOf(row.takenBackAt);
  if (outcome === 'returned') return row.backOn ?? dayOf(row.takenBackAt ?? row.decidedAt);
  return dayOf(row.decidedAt);
}

/**
 * How a client's own disputes stand and since when, the newest first: what became of a refund is told, too (PAY-55).
 * @param db the house's: a client does not read the books.
 */
export async function disputesOf(db: Db, accountId: string) {
  const rows = await rowsOf<OwnDispute>(
    db,
    sql`select d.transaction_id as "transactionId", d.state, d.opened_at as "openedAt", d.refund_by::text as "refundBy", d.amount, a.currency,
        d.decided_at as "decidedAt", d.borne_at as "borneAt", coalesce(r.event = 'correction', false) as "isProvisional",
        u.occurred_at as "takenBackAt", ut.details ->> 'reason' as reason,
        coalesce(w.phase in ('returned', 'bank-refused'), false) as "isTransferBack", w.returned_on::text as "backOn"
      from transaction_disputes d join client_accounts a on a.id = d.client_account_id join transactions t on t.id = d.transaction_id
      left join ledger_transactions r on r.id = d.ledger_transaction_id
      left join ledger_transactions u on u.reverses = r.id
      left join transactions ut on ut.ledger_transaction_id = u.id and ut.client_account_id = a.id
      left join withdrawal_requests w on w.ledger_transaction_id = t.ledger_transaction_id and w.client_account_id = a.id
      where d.client_account_id = ${accountId}::uuid order by d.opened_at desc, d.id desc ${limitedTo(OWN_DISPUTES)}`,
  );
  return rows.map((row) => {
    const { transactionId, state, refundBy, currency, isProvisional, isTransferBack } = row;
    const isTakenBack = row.takenBackAt !== null;
    const outcome = disputeOutcome({ state, isProvisional, isTakenBack, isTransferBack });
    return {
      transactionId,
      outcome,
      openedAt: new Date(row.openedAt).toISOString(),
      refundBy,
      amountMinor: readMinor(row.amount),
      currency,
      on: dayOfOutcome(outcome, row),
      reason: outcome === 'taken-back' ? row.reason : null,
    };
  });
}

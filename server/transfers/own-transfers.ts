import { sql } from 'drizzle-orm';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { TransferPhase } from '#domain/withdrawals/phases.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/** A transfer of a client's, as what our bank says of it is worked with. */
export interface OwnTransfer {
  readonly id: string;
  readonly phase: TransferPhase;
  /** Minor units, above zero. */
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly iban: string;
  readonly bankName: string;
  readonly recipientName: string | null;
  readonly account: { readonly id: string; readonly userId: string; readonly ledgerAccountId: string };
  /** The event with which it left the account; null before. */
  readonly sentBy: LedgerEvent | null;
  /** The day of our bank's debit of it, YYYY-MM-DD; null while none settled it. */
  readonly settledOn: string | null;
}

/** The end-to-end id that a transfer has in a file (PAY-26): its own id without hyphens. */
export const endToEndIdOf = (id: string) => id.replaceAll('-', '');

/** Locks transfers until the transaction ends, in order of id (docs/lock-order.md), and answers them as they are then. */
export async function lockTransfers(tx: Db, ids: readonly string[]): Promise<OwnTransfer[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<
    Omit<OwnTransfer, 'amountMinor' | 'account'> & {
      amount: string | number;
      account_id: string;
      user_id: string;
      ledger_account_id: string;
    }
  >(
    tx,
    sql`select w.id, w.phase, w.amount, w.currency, w.client_iban as iban, w.client_bank_name as "bankName",
        w.recipient_name as "recipientName", a.id as account_id, a.user_id, a.ledger_account_id, t.event as "sentBy",
        w.settled_on::text as "settledOn"
      from withdrawal_requests w join client_accounts a on a.id = w.client_account_id
      left join ledger_transactions t on t.id = w.ledger_transaction_id
      where w.id = any (${listed(ids, 'uuid')}) order by w.id for update of w`,
  );
  return rows.map(({ amount, account_id, user_id, ledger_account_id, ...row }) => ({
    ...row,
    amountMinor: readMinor(amount),
    account: { id: account_id, userId: user_id, ledgerAccountId: ledger_account_id },
  }));
}

/** Where a transfer goes, and what is known of it then. */
export interface TransferMove {
  readonly id: string;
  readonly phase: TransferPhase;
  readonly sentAt?: string;
  /** YYYY-MM-DD. */
  readonly settledOn?: string;
  readonly returnedOn?: string;
  readonly bankReason?: string | null;
  readonly reasonCode?: WithdrawalReason;
  readonly ledgerTransactionId?: string;
  /** Who moved it, where that changes what its client knows; absent for a step beneath the same status. */
  readonly decision?: { readonly by: string; readonly at: string };
}

/** Writes moves of transfers that are locked, in one statement. The database refuses what is no step. */
export async function writeMoves(tx: Db, moves: readonly TransferMove[]): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ decision, ...move }) => ({ ...move, by: decision?.by, at: decision?.at }));
  await tx.execute(sql`update withdrawal_requests w set phase = m.phase, sent_at = coalesce(m."sentAt", w.sent_at),
      settled_on = coalesce(m."settledOn", w.settled_on), returned_on = coalesce(m."returnedOn", w.returned_on),
      bank_reason = coalesce(m."bankReason", w.bank_reason), reason_code = coalesce(m."reasonCode", w.reason_code),
      ledger_transaction_id = coalesce(m."ledgerTransactionId", w.ledger_transaction_id),
      processed_by = coalesce(m.by, w.processed_by), processed_at = coalesce(m.at, w.processed_at)
    from json_to_recordset(${JSON.stringify(rows)}::json) as m(id uuid, phase text, "sentAt" timestamptz, "settledOn" date,
      "returnedOn" date, "bankReason" text, "reasonCode" text, "ledgerTransactionId" uuid, by uuid, at timestamptz)
    where w.id = m.id`);
}

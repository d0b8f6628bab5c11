import { sql } from 'drizzle-orm';
import type { LinePhase } from '#domain/statements/states.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';

/** A line of a statement, as what becomes of it is decided. Amounts are minor units, below zero for a debit. */
export interface BankLine {
  readonly id: string;
  readonly statementId: string;
  readonly position: number;
  readonly entryKey: string;
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly status: string;
  readonly isReversal: boolean;
  readonly bookingDay: string | null;
  readonly valueDay: string | null;
  readonly bankRef: string | null;
  readonly code: string | null;
  readonly isProprietaryCode: boolean;
  readonly batchCount: number | null;
  readonly paymentId: string | null;
  readonly messageId: string | null;
  readonly endToEndId: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly ownIban: string | null;
  readonly remittance: string | null;
  readonly structuredReference: string | null;
  readonly additionalText: string | null;
  readonly isReturn: boolean;
  readonly returnReason: string | null;
  readonly chargesMinor: number;
  readonly anomaly: string | null;
  readonly phase: LinePhase;
  readonly reason: string | null;
  readonly openMinor: number;
}

/** A line as the database answers it. */
export type LineRow = Omit<BankLine, 'amountMinor' | 'chargesMinor' | 'openMinor'> & {
  readonly amount: string | number;
  readonly charges: string | number;
  readonly open: string | number;
};

/** What a line is read by; `l` is `bank_lines`. */
export const LINE_COLUMNS = sql`l.id, l.statement_id as "statementId", l.position, l.entry_key as "entryKey", l.account, l.currency, l.amount,
  l.status, l.is_reversal as "isReversal", l.booking_day::text as "bookingDay", l.value_day::text as "valueDay", l.bank_ref as "bankRef",
  l.code, l.is_proprietary_code as "isProprietaryCode", l.batch_count as "batchCount", l.payment_id as "paymentId", l.message_id as "messageId", l.end_to_end_id as "endToEndId",
  l.counterparty_name as "counterpartyName", l.counterparty_iban as "counterpartyIban", l.own_iban as "ownIban", l.remittance,
  l.structured_reference as "structuredReference", l.additional_text as "additionalText", l.is_return as "isReturn", l.return_reason as "returnReason", l.charges, l.anomaly, l.phase, l.reason,
  l.open_amount as open`;

/** A row as it is worked with. */
export function lineOf<Row extends LineRow>({ amount, charges, open, ...row }: Row) {
  return {
    ...row,
    amountMinor: readMinor(amount),
    chargesMinor: readMinor(charges),
    openMinor: readMinor(open),
  };
}

/** The next lines of a statement that nothing was made of yet, in its order. */
export async function newLinesAfter(
  tx: Db,
  {
    statementId,
    after,
    limit,
  }: { readonly statementId: string; readonly after: number; readonly limit: number },
): Promise<BankLine[]> {
  const rows = await rowsOf<LineRow>(
    tx,
    sql`select ${LINE_COLUMNS} from bank_lines l
      where l.statement_id = ${statementId}::uuid and l.position > ${after} and l.phase = 'new'
      order by l.position limit ${limit}`,
  );
  return rows.map(lineOf);
}

/** What became of a line. */
export interface LineOutcome {
  readonly id: string;
  readonly phase: LinePhase;
  readonly reason?: string | null;
  /** What still waits, with the sign of the line. */
  readonly openMinor?: number;
  readonly clientAccountId?: string | null;
  readonly loanId?: string | null;
  /** The transfer, or the file of transfers, that it settles or gives back. */
  readonly withdrawalId?: string | null;
  readonly batchId?: string | null;
  /** The direct debit, or the file of them, that it settles or takes back (PAY-70, PAY-72). */
  readonly directDebitId?: string | null;
  readonly directDebitBatchId?: string | null;
  readonly ledgerTransactionId?: string | null;
}

/** Writes what became of lines, in one statement. */
export async function writeOutcomes(tx: Db, outcomes: readonly LineOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.execute(sql`update bank_lines l set phase = o.phase, reason = o.reason, open_amount = coalesce(o."openMinor", 0),
      client_account_id = o."clientAccountId", loan_id = o."loanId",
      withdrawal_id = o."withdrawalId", batch_id = o."batchId",
      direct_debit_id = o."directDebitId", direct_debit_batch_id = o."directDebitBatchId", ledger_transaction_id = coalesce(o."ledgerTransactionId", l.ledger_transaction_id)
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o(id uuid, phase text, reason text, "openMinor" bigint,
      "clientAccountId" uuid, "loanId" uuid, "withdrawalId" uuid, "batchId" uuid, "directDebitId" uuid,
      "directDebitBatchId" uuid, "ledgerTransactionId" uuid)
    where l.id = o.id`);
}

/** Locks a line until the transaction ends, so that two persons cannot both give it away; null when there is none. */
export async function lockLine(tx: Db, id: string): Promise<BankLine | null> {
  const [row] = await rowsOf<LineRow>(
    tx,
    sql`select ${LINE_COLUMNS} from bank_lines l where l.id = ${id}::uuid for update`,
  );
  return row ? lineOf(row) : null;
}

/** A line as it stands; null when there is none. */
export async function lineById(db: Db, id: string): Promise<BankLine | null> {
  const [row] = await rowsOf<LineRow>(
    db,
    sql`select ${LINE_COLUMNS} from bank_lines l where l.id = ${id}::uuid`,
  );
  return row ? lineOf(row) : null;
}

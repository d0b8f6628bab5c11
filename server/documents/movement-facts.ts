import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { movementWithFacts } from '#contract/overview.ts';
import type { LedgerDocument } from '#domain/ledger/document.ts';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import type { TransactionRow } from '../accounts/queries.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { rowsOfTable } from '../db/rows-of-table.ts';
import { transactions, withdrawalRequests } from '../db/schema/index.ts';
import { endToEndIdOf } from '../transfers/own-transfers.ts';
import type { WithdrawalRow } from '../withdrawals/queries.ts';

/** What is known of a movement beside its line. */
export interface MovementFacts
  extends Omit<z.infer<typeof movementWithFacts>, 'movement' | 'transfer' | 'endToEndId'> {
  readonly transfer: WithdrawalRow | null;
  readonly endToEndId: string | null;
}

/** Movements of a client's own transfer: it left, or came back. */
const OF_TRANSFERS: readonly LedgerEvent[] = [
  'withdrawal-execution',
  'transfer-sent',
  'internal-transfer',
  'transfer-refused-by-bank',
  'transfer-returned',
];
/** Movements of what our bank's statement says somebody paid. */
const OF_RECEIPTS: readonly LedgerEvent[] = ['receipt-matched', 'suspense-allocation'];

/** A movement of an account, read as the caller; null for that of another account. */
export async function movementOf(db: Db, accountId: string, id: string): Promise<TransactionRow | null> {
  const [row] = await rowsOfTable(
    db,
    transactions,
    sql`where id = ${id}::uuid and client_account_id = ${accountId}::uuid`,
  );
  return row ?? null;
}

/** The movement with which a transfer left an account; null before it leaves, and for a transfer of another account. */
export async function movementOfTransfer(
  db: Db,
  accountId: string,
  transferId: string,
): Promise<TransactionRow | null> {
  const [row] = await rowsOfTable(
    db,
    transactions,
    sql`where client_account_id = ${accountId}::uuid and ledger_transaction_id =
      (select w.ledger_transaction_id from withdrawal_requests w where w.id = ${transferId}::uuid and w.client_account_id = ${accountId}::uuid)`,
  );
  return row ?? null;
}

interface BankLineFacts {
  readonly name: string | null;
  readonly remittance: string | null;
  readonly endToEndId: string | null;
}

/** The line of our bank that a posting rests on; null for a posting that rests on something else. */
async function lineOf(db: Db, document: LedgerDocument | null): Promise<BankLineFacts | null> {
  if (document?.kind !== 'bank-line') return null;
  const [line] = await rowsOf<BankLineFacts>(
    db,
    sql`select counterparty_name as name, remittance, end_to_end_id as "endToEndId" from bank_lines where id = ${document.lineId}::uuid`,
  );
  return line ?? null;
}

/** The id of a transfer from its end-to-end id, which is the same without hyphens (PAY-26); null for another's. */
function transferIdOf(endToEndId: string | null): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(
    endToEndId ?? '',
  );
  return parts?.slice(1).join('-').toLowerCase() ?? null;
}

/** What a posting rests on, and the loan of the client that it is of. */
interface PostingFacts {
  readonly causeId: string;
  readonly document: LedgerDocument | null;
  readonly loanId: string | null;
  readonly loanPurpose: string | null;
}

/** The posting behind a movement; what a loan causes carries the loan's id. */
async function postingOf(db: Db, movement: TransactionRow): Promise<PostingFacts | null> {
  const [posting] = await rowsOf<PostingFacts>(
    db,
    sql`select t.cause_id as "causeId", t.document, r.id as "loanId", r.purpose as "loanPurpose"
      from ledger_transactions t
      left join loan_requests r on r.id = t.cause_id and r.client_account_id = ${movement.clientAccountId}::uuid
      where t.id = ${movement.ledgerTransactionId}::uuid`,
  );
  return posting ?? null;
}

/**
 * What is known of a movement beside its line: the loan or the transfer it belongs to, or who paid and what they wrote. Books and statements
 * are the house's to read, so that the caller has shown before that the movement is its own.
 * @param db in the scope of the house.
 */
export async function movementFacts(db: Db, movement: TransactionRow): Promise<MovementFacts> {
  const { event, clientAccountId, details } = movement;
  const posting = await postingOf(db, movement);
  const line = posting ? await lineOf(db, posting.document) : null;
  const transferId = line ? transferIdOf(line.endToEndId) : posting?.causeId;
  const [transfer = null] =
    transferId && OF_TRANSFERS.includes(event)
      ? await rowsOfTable(
          db,
          withdrawalRequests,
          sql`where id = ${transferId}::uuid and client_account_id = ${clientAccountId}::uuid`,
        )
      : [];
  if (transfer)
    return {
      counterpart: {
        name: transfer.recipientName,
        iban: transfer.clientIban,
        bankName: transfer.clientBankName,
      },
      message: transfer.remittance,
      endToEndId: event === 'internal-transfer' ? null : endToEndIdOf(transfer.id),
      loan: null,
      transfer,
    };
  const isReceipt = OF_RECEIPTS.includes(event);
  const payer = isReceipt ? (line?.name ?? details?.payer) : details?.name;
  const isFromSomebody = isReceipt || event === 'internal-transfer';
  return {
    counterpart: isFromSomebody ? { name: payer ? String(payer) : null, iban: null, bankName: null } : null,
    message: isReceipt ? (line?.remittance ?? null) : null,
    endToEndId: isReceipt ? (line?.endToEndId ?? null) : null,
    loan: posting?.loanId ? { id: posting.loanId, purpose: posting.loanPurpose ?? '' } : null,
    transfer: null,
  };
}

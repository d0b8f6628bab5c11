import { sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { LinePhase } from '#domain/statements/states.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { bankLineParts } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import type { BankLine } from './line-queries.ts';

/** An account that a part of a line goes to. */
export interface PaidAccount {
  readonly id: string;
  readonly userId: string;
  readonly ledgerAccountId: string;
  readonly currency: CurrencyCode;
  /** Whether its assets are frozen (PAY-62). */
  readonly isBlocked: boolean;
}

/** Accounts by their id. */
export async function accountsById(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaidAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<PaidAccount>(
    db,
    sql`select id, user_id as "userId", ledger_account_id as "ledgerAccountId", currency, ${hasLegalBlock(sql`id`)} as "isBlocked"
      from client_accounts
      where id = any (${listed(ids, 'uuid')})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes what a person made of a part of a line. @returns its id. */
export async function insertPart(
  work: Work,
  line: BankLine,
  part: Pick<
    typeof bankLineParts.$inferInsert,
    'kind' | 'clientAccountId' | 'amount' | 'reasonCode' | 'orderId' | 'note' | 'ledgerTransactionId'
  >,
): Promise<string> {
  const id = work.newId();
  await work.tx.insert(bankLineParts).values({
    id,
    lineId: line.id,
    madeBy: work.actorId,
    approvedBy: work.approvedBy,
    madeAt: work.now,
    ...part,
  });
  return id;
}

/**
 * What is left of a line, and where it stands.
 * @param openMinor with the sign of the line. @param wholeTo the client who got all of it: its payer is one who paid them before (PAY-28).
 */
export async function leaveOpen(
  tx: Db,
  id: string,
  openMinor: number,
  phase: LinePhase,
  wholeTo: string | null = null,
): Promise<void> {
  await tx.execute(
    sql`update bank_lines set open_amount = ${openMinor}, phase = ${phase}, client_account_id = ${wholeTo}::uuid where id = ${id}::uuid`,
  );
}

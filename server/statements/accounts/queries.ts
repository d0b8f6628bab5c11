import { and, asc, eq, sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { bankAccounts, clientAccounts } from '../../db/schema/index.ts';
import { type AskedApproval, approvalsOn, awaitedSince } from '../../tasks/approval-since.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** With what the statements of an account begin. */
export interface Adoption {
  /** The bank's balance, minor units. */
  readonly openingMinor: number;
  /** The day of that balance. */
  readonly day: string;
}

/** An account of the house as the staff see it. */
export type ReviewedBankAccount = Awaited<ReturnType<typeof reviewedAccounts>>[number];

/** The house's accounts at banks, each with whether the approval of others is awaited for it at a moment. @param id one of them alone. */
export async function reviewedAccounts(db: Db, now: Date, id?: string) {
  const accounts = await db
    .select()
    .from(bankAccounts)
    .where(id === undefined ? undefined : eq(bankAccounts.id, id))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
  const waiting = await rowsOf<{ id: string; approvals: AskedApproval[] }>(
    db,
    sql`select b.id, ${approvalsOn(sql`b.id`)} from bank_accounts b`,
  );
  const sinceOf = new Map(
    waiting.map((row) => [row.id, awaitedSince(row.approvals, now, 'bankAccounts.adopt')]),
  );
  return accounts.map((account) => ({ account, approvalSince: sinceOf.get(account.id) ?? null }));
}

/** An account of the house as it stands; undefined when there is none. */
export async function bankAccountById(db: Db, id: string): Promise<BankAccountRow | undefined> {
  const [row] = await db.select().from(bankAccounts).where(eq(bankAccounts.id, id));
  return row;
}

/** Locks an account of the house; undefined when there is none. */
export async function lockBankAccount(tx: Db, id: string): Promise<BankAccountRow | undefined> {
  const [row] = await tx.select().from(bankAccounts).where(eq(bankAccounts.id, id)).for('update');
  return row;
}

/** Says whether a client's account has an IBAN. */
export async function isIbanOfClient(tx: Db, iban: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.iban, iban))
    .limit(1);
  return rows.length > 0;
}

/** Adds an account; false when the house has it already. */
export async function insertBankAccount(
  tx: Db,
  row: Pick<BankAccountRow, 'id' | 'iban' | 'bankName' | 'createdBy' | 'createdAt'> & {
    readonly currency: CurrencyCode;
  },
): Promise<boolean> {
  const added = await tx
    .insert(bankAccounts)
    .values(row)
    .onConflictDoNothing({ target: bankAccounts.iban })
    .returning({ id: bankAccounts.id });
  return added.length > 0;
}

/** From now on the account is kept by its statements. */
export async function markAdopted(tx: Db, id: string, { openingMinor, day }: Adoption): Promise<void> {
  await tx
    .update(bankAccounts)
    .set({ source: 'statements', adoptedBalance: openingMinor, adoptedOn: day })
    .where(eq(bankAccounts.id, id));
}

/** Whether another account of the currency is kept by its statements. */
export async function hasKeptAccount(tx: Db, currency: string): Promise<boolean> {
  const rows = await tx
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.currency, currency), eq(bankAccounts.source, 'statements')))
    .limit(1);
  return rows.length > 0;
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Db } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import { bankAccounts, clientAccounts, ledgerAccounts, proposedActs } from '../../db/schema/index.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** What an adoption will do, as it is proposed. */
export interface Adoption {
  /** The bank's balance, minor units. */
  readonly openingMinor: number;
  /** The day of that balance. */
  readonly day: string;
}

/** An account of the house with the adoption that waits for a second person. */
export type ReviewedBankAccount = Awaited<ReturnType<typeof reviewedAccounts>>[number];

/** What the books hold at banks in the currency of an account, minor units, below zero for money that we have. */
const settlement = sql<string>`(select coalesce(sum(l.balance), 0) from ${ledgerAccounts} l
  where l.chart_code = 'settlement' and l.holder_kind = 'house' and l.currency = ${bankAccounts.currency})`;

const hasOthers = sql<boolean>`exists (select 1 from bank_accounts o
  where o.currency = ${bankAccounts.currency} and o.source = 'statements' and o.id <> ${bankAccounts.id})`;

/** The house's accounts at banks, each with the adoption that is proposed. @param id one of them alone. */
export async function reviewedAccounts(db: Db, id?: string) {
  return db
    .select({
      account: bankAccounts,
      adoption: sql<Adoption | null>`${proposedActs.input}`,
      proposedBy: nameOfPerson(proposedActs.proposedBy),
      proposedAt: proposedActs.proposedAt,
      settlement,
      hasOthers,
    })
    .from(bankAccounts)
    .leftJoin(
      proposedActs,
      and(
        eq(proposedActs.subjectId, bankAccounts.id),
        eq(proposedActs.operation, 'bankAccounts.adopt'),
        isNull(proposedActs.approvedAt),
      ),
    )
    .where(id === undefined ? undefined : eq(bankAccounts.id, id))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
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

/**
 * Lets the job of every minute decide again the statements that came before their account was ours (PAY-23).
 */
export async function readAgainUnknown(
  tx: Db,
  { iban, currency }: Pick<BankAccountRow, 'iban' | 'currency'>,
): Promise<void> {
  await tx.execute(sql`update bank_statements set state = 'received', code = null, decided_at = null
    where state = 'refused' and code = 'statement.unknown-account' and account = ${iban} and currency = ${currency}`);
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

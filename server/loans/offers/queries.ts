import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { PaperKind } from '#domain/loans/contract-papers.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import {
  clientAccounts,
  durableMediumConsents,
  loanContracts,
  loanOffers,
  loanPapers,
  loans,
  profiles,
  users,
  withdrawalDeclarations,
} from '../../db/schema/index.ts';

export type OfferRow = typeof loanOffers.$inferSelect;
export type ContractRow = typeof loanContracts.$inferSelect;
export type PaperRow = typeof loanPapers.$inferSelect;
/** A paper without its content. */
export type PaperFacts = Pick<
  PaperRow,
  'id' | 'kind' | 'templateVersion' | 'approvedBy' | 'sha256' | 'openedAt' | 'madeAt'
>;

/** The client of a contract, as its papers name them. */
export interface Borrower {
  readonly userId: string;
  readonly accountId: string;
  readonly ledgerAccountId: string;
  readonly currency: CurrencyCode;
  readonly email: string;
  readonly displayName: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly dateOfBirth: string | null;
  /** The IBAN of the account; null before one is given to it. */
  readonly iban: string | null;
}

export async function borrowerOf(db: Db, accountId: string): Promise<Borrower> {
  const [row] = await db
    .select({
      userId: clientAccounts.userId,
      accountId: clientAccounts.id,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
      email: users.email,
      displayName: profiles.displayName,
      address: profiles.address,
      postalCode: profiles.postalCode,
      city: profiles.city,
      country: profiles.country,
      dateOfBirth: profiles.dateOfBirth,
      iban: clientAccounts.iban,
    })
    .from(clientAccounts)
    .innerJoin(users, eq(users.id, clientAccounts.userId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(eq(clientAccounts.id, accountId));
  if (!row) throw new Error('the account of a loan has no client');
  return { ...row, currency: row.currency as CurrencyCode };
}

export async function insertOffer(tx: Db, row: typeof loanOffers.$inferInsert): Promise<void> {
  await tx.insert(loanOffers).values(row);
}

export async function offerOf(db: Db, loanId: string): Promise<OfferRow | null> {
  const [row] = await db.select().from(loanOffers).where(eq(loanOffers.id, loanId));
  return row ?? null;
}

export async function insertContract(tx: Db, row: typeof loanContracts.$inferInsert): Promise<void> {
  await tx.insert(loanContracts).values(row);
}

export async function contractOf(db: Db, loanId: string): Promise<ContractRow | null> {
  const [row] = await db.select().from(loanContracts).where(eq(loanContracts.id, loanId));
  return row ?? null;
}

export async function updateContract(
  tx: Db,
  loanId: string,
  change: Partial<typeof loanContracts.$inferInsert>,
): Promise<void> {
  await tx.update(loanContracts).set(change).where(eq(loanContracts.id, loanId));
}

export async function insertPaper(tx: Db, row: typeof loanPapers.$inferInsert): Promise<void> {
  await tx.insert(loanPapers).values(row);
}

const PAPER_FACTS = {
  id: loanPapers.id,
  kind: loanPapers.kind,
  templateVersion: loanPapers.templateVersion,
  approvedBy: loanPapers.approvedBy,
  sha256: loanPapers.sha256,
  openedAt: loanPapers.openedAt,
  madeAt: loanPapers.madeAt,
};

/** The papers of a loan without their content, oldest first. */
export function papersOf(db: Db, loanId: string): Promise<PaperFacts[]> {
  return db
    .select(PAPER_FACTS)
    .from(loanPapers)
    .where(eq(loanPapers.loanRequestId, loanId))
    .orderBy(asc(loanPapers.madeAt), asc(loanPapers.id));
}

export async function paperOf(
  db: Db,
  loanId: string,
  which: { readonly id: string } | { readonly kind: PaperKind },
) {
  const [row] = await db
    .select()
    .from(loanPapers)
    .where(
      and(
        eq(loanPapers.loanRequestId, loanId),
        'id' in which ? eq(loanPapers.id, which.id) : eq(loanPapers.kind, which.kind),
      ),
    );
  return row ?? null;
}

/** Notes that the client opened a paper, the first time only. */
export async function markOpened(tx: Db, paperId: string, now: Date): Promise<void> {
  await tx
    .update(loanPapers)
    .set({ openedAt: now })
    .where(and(eq(loanPapers.id, paperId), isNull(loanPapers.openedAt)));
}

/** When the client last said that they can receive documents as PDF (LC-29); null when never. */
export async function lastConsentOf(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ givenAt: durableMediumConsents.givenAt })
    .from(durableMediumConsents)
    .where(eq(durableMediumConsents.userId, userId))
    .orderBy(desc(durableMediumConsents.givenAt))
    .limit(1);
  return row?.givenAt ?? null;
}

export async function insertConsent(tx: Db, row: typeof durableMediumConsents.$inferInsert): Promise<void> {
  await tx.insert(durableMediumConsents).values(row);
}

/** The loan that a public declaration is about: by the reference of its contract and its client's address; null when none is. */
export async function loanOfDeclaration(
  db: Db,
  { reference, email }: { readonly reference: string; readonly email: string },
): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select c.id from loan_contracts c join loan_requests r on r.id = c.id
      join client_accounts a on a.id = r.client_account_id join users u on u.id = a.user_id
      where c.reference = upper(${reference}) and lower(u.email) = lower(${email})`,
  );
  return row?.id ?? null;
}

export async function insertDeclaration(
  tx: Db,
  row: typeof withdrawalDeclarations.$inferInsert,
): Promise<void> {
  await tx.insert(withdrawalDeclarations).values(row);
}

/** Declarations that no contract answers to and nobody has closed, oldest first. */
export function openDeclarations(db: Db) {
  return db
    .select()
    .from(withdrawalDeclarations)
    .where(isNull(withdrawalDeclarations.closedAt))
    .orderBy(asc(withdrawalDeclarations.declaredAt))
    .limit(100);
}

/** A declaration that nobody has closed; locked until it is. */
export async function declarationOf(tx: Db, id: string) {
  const [row] = await tx
    .select()
    .from(withdrawalDeclarations)
    .where(and(eq(withdrawalDeclarations.id, id), isNull(withdrawalDeclarations.closedAt)))
    .for('update');
  return row ?? null;
}

/** The loan whose contract has a reference; null when none has. */
export async function loanOfReference(db: Db, reference: string): Promise<string | null> {
  const [row] = await db
    .select({ id: loanContracts.id })
    .from(loanContracts)
    .where(eq(loanContracts.reference, reference.trim().toUpperCase()));
  return row?.id ?? null;
}

export async function closeDeclaration(
  tx: Db,
  id: string,
  change: { closedAt: Date; closedBy: string },
): Promise<boolean> {
  const rows = await tx
    .update(withdrawalDeclarations)
    .set(change)
    .where(and(eq(withdrawalDeclarations.id, id), isNull(withdrawalDeclarations.closedAt)))
    .returning({ id: withdrawalDeclarations.id });
  return rows.length > 0;
}

/**
 * Offers that are still open and whose last day, before it is moved to a working day, is over: those that end, in the order in which they do.
 * @param day YYYY-MM-DD.
 */
export async function offersPastLastDay(db: Db, day: string, limit: number): Promise<OfferRow[]> {
  const lastDay = sql`(${loanOffers.sentAt} at time zone 'Europe/Paris')::date + ${loanOffers.validDays}`;
  const rows = await db
    .select({ offer: loanOffers })
    .from(loanOffers)
    .where(
      sql`${lastDay} < ${day}::date
        and exists (select 1 from loan_requests r where r.id = ${loanOffers.id} and r.phase = 'offered')`,
    )
    .orderBy(lastDay, asc(loanOffers.id))
    .limit(limit);
  return rows.map(({ offer }) => offer);
}

/** The next loan of a phase whose contract has a day on or before another one, the first to be paid out first. */
export async function nextContract(
  db: Db,
  { phase, where }: { readonly phase: string; readonly where: ReturnType<typeof sql> },
): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select c.id from loan_contracts c join loan_requests r on r.id = c.id
      where r.phase = ${phase} and ${where} order by c.payout_day, c.id limit 1`,
  );
  return row?.id ?? null;
}

/** What a loan owes of interest that its books hold as receivable, in minor units. */
export async function interestReceivableOf(db: Db, loanId: string): Promise<number> {
  const [row] = await rowsOf<{ balance: string | number }>(
    db,
    sql`select balance from ledger_accounts
      where holder_kind = 'loan' and holder_id = ${loanId}::uuid and chart_code = 'interest-receivable'`,
  );
  // A receivable is a debit, below zero in the books.
  return row ? -readMinor(row.balance) || 0 : 0;
}

export async function grantedLoanOf(db: Db, loanId: string) {
  const [row] = await db.select().from(loans).where(eq(loans.id, loanId));
  return row ?? null;
}

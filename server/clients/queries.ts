import { and, asc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AccountType } from '#domain/accounts/account.ts';
import { displayName } from '#domain/clients/profile.ts';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import {
  clientAccounts,
  clientNotes,
  fees,
  idempotencyKeys,
  ledgerAccounts,
  loanRequests,
  newsletterSubscriptions,
  notifications,
  outbox,
  profiles,
  sessions,
  signUpDetails,
  transactions,
  userRoles,
  users,
  withdrawalBatches,
  withdrawalBatchLines,
  withdrawalRequests,
} from '../db/schema/index.ts';
import { ibanBegins, lettersAndDigitsOf, wordsOf } from '../db/search.ts';

export type SignUpDetailsRow = typeof signUpDetails.$inferSelect;

export async function signUpDetailsOf(db: Db, userId: string): Promise<SignUpDetailsRow | null> {
  const [row] = await db.select().from(signUpDetails).where(eq(signUpDetails.userId, userId));
  return row ?? null;
}

export async function saveSignUpDetails(db: Db, row: typeof signUpDetails.$inferInsert): Promise<void> {
  const { userId: _, createdAt: __, ...changes } = row;
  await db
    .insert(signUpDetails)
    .values(row)
    .onConflictDoUpdate({ target: signUpDetails.userId, set: changes });
}

/** Forgets the sign-ups under somebody else's address that were begun before a moment. */
export async function forgetClaims(tx: Db, before: Date): Promise<void> {
  const claims = tx
    .select({ userId: signUpDetails.userId })
    .from(signUpDetails)
    .where(and(isNotNull(signUpDetails.claimedEmail), lt(signUpDetails.createdAt, before)));
  await tx.delete(users).where(inArray(users.id, claims));
}

export async function deleteSignUpDetails(tx: Db, userId: string): Promise<void> {
  await tx.delete(signUpDetails).where(eq(signUpDetails.userId, userId));
}

export async function insertProfile(tx: Db, row: typeof profiles.$inferInsert): Promise<void> {
  await tx.insert(profiles).values(row);
}

export async function insertAccount(tx: Db, row: typeof clientAccounts.$inferInsert): Promise<void> {
  await tx.insert(clientAccounts).values(row);
}

/** Locks the person's own row, so that two sign-ups of the same person run one after the other. */
export async function lockUser(tx: Db, userId: string) {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return row ?? null;
}

export async function accountOfUser(db: Db, userId: string) {
  const [row] = await db.select().from(clientAccounts).where(eq(clientAccounts.userId, userId));
  return row ?? null;
}

export async function grantRole(tx: Db, userId: string, role: string): Promise<void> {
  await tx.insert(userRoles).values({ userId, role }).onConflictDoNothing();
}

export type ProfileRow = typeof profiles.$inferSelect;

/** A person's profile with the address they sign in with. */
export async function profileOfUser(db: Db, userId: string) {
  const [row] = await db
    .select({ profile: profiles, email: users.email })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId));
  return row ?? null;
}

/** Changes a profile, and with it the name that the sign-in carries. */
export async function updateProfile(
  tx: Db,
  userId: string,
  change: Partial<typeof profiles.$inferInsert> & { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  await tx.update(profiles).set(change).where(eq(profiles.userId, userId));
  await tx
    .update(users)
    .set({ name: displayName(change), updatedAt: change.updatedAt })
    .where(eq(users.id, userId));
}

/** A name as it is ordered, the same in every locale of the database (migration 0003). */
const plain = (column: typeof profiles.firstName | typeof profiles.lastName) =>
  sql<string>`(plain_text(${column}) collate "C")`;

const WHOLE_CLIENT = wholeRows({ account: clientAccounts, profile: profiles });

/** Clients with their balance and address. */
async function clientRows(db: Db, tail: SQL) {
  const rows = await rowsOf<
    Readonly<Record<string, unknown>> & {
      balance: string | number;
      email: string;
      has_open_loan: boolean;
      plain_last_name: string;
      plain_first_name: string;
    }
  >(
    db,
    sql`select ${WHOLE_CLIENT.columns}, ${ledgerAccounts.balance} as balance, ${users.email} as email,
        exists (
          select 1 from loan_requests o
          where o.client_account_id = ${clientAccounts.id} and o.status <> 'rejected' and o.paid_out_at is null
        ) as has_open_loan,
        ${plain(profiles.lastName)} as plain_last_name, ${plain(profiles.firstName)} as plain_first_name
      from client_accounts
      join ledger_accounts on ${ledgerAccounts.id} = ${clientAccounts.ledgerAccountId}
      join profiles on ${profiles.userId} = ${clientAccounts.userId}
      join users on ${users.id} = ${clientAccounts.userId}
      ${tail}`,
  );
  return rows.map((row) => ({
    ...WHOLE_CLIENT.read(row),
    balanceMinor: Number(row.balance),
    email: row.email,
    /** A request that is not refused and not paid out: what `mayCreateFee` calls open. */
    hasOpenLoan: row.has_open_loan,
    plainLastName: row.plain_last_name,
    plainFirstName: row.plain_first_name,
  }));
}

export type ClientRow = Awaited<ReturnType<typeof clientRows>>[number];

export async function clientById(db: Db, accountId: string): Promise<ClientRow | null> {
  const [row] = await clientRows(db, sql`where ${clientAccounts.id} = ${accountId}::uuid`);
  return row ?? null;
}

export type ClientSort = 'newest' | 'oldest' | 'name';

/** Where a page of clients ended, by the keys of its order. */
export type ClientPosition =
  | { readonly sort: 'newest' | 'oldest'; readonly at: Date; readonly id: string }
  | { readonly sort: 'name'; readonly lastName: string; readonly firstName: string; readonly id: string };

export interface ClientFilter {
  readonly q?: string;
  readonly accountType?: AccountType;
  readonly activated?: 'yes' | 'no';
  readonly sort: ClientSort;
  readonly after: ClientPosition | null;
  readonly limit: number;
}

const ORDER: Readonly<Record<ClientSort, SQL>> = {
  newest: sql`${clientAccounts.createdAt} desc, ${clientAccounts.id} desc`,
  oldest: sql`${clientAccounts.createdAt}, ${clientAccounts.id}`,
  name: sql`${plain(profiles.lastName)}, ${plain(profiles.firstName)}, ${profiles.userId}`,
};

function beyond(position: ClientPosition) {
  if (position.sort === 'name')
    return sql`(${plain(profiles.lastName)}, ${plain(profiles.firstName)}, ${profiles.userId})
      > (${position.lastName}, ${position.firstName}, ${position.id}::uuid)`;
  const key = sql`(${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
  return position.sort === 'newest'
    ? sql`(${clientAccounts.createdAt}, ${clientAccounts.id}) < ${key}`
    : sql`(${clientAccounts.createdAt}, ${clientAccounts.id}) > ${key}`;
}

/** Up to this many clients found, their ids are read first; beyond, the list is walked in its order and filtered. */
const FEW = 2_000;

/** A search as the database reads it. */
interface SearchTerms {
  readonly words: SQL;
  /** The beginning of an IBAN, as it is printed without spaces. */
  readonly ibanStart: string;
  /** The whole number of a movement or receipt. */
  readonly reference: string;
}

/** The terms of a search; null for one without a letter or digit, which finds nobody. */
function termsOf(q: string): SearchTerms | null {
  const lettersAndDigits = lettersAndDigitsOf(q);
  if (lettersAndDigits === '') return null;
  return {
    words: wordsOf(q),
    ibanStart: lettersAndDigits,
    reference: q.trim().toUpperCase(),
  };
}

/**
 * The accounts that a search finds, or null when they are more than a few. Each part of the union is answered by an index of its own
 * (migration 0003) and stops early, so that a search for one letter costs no more than one for a name.
 */
async function fewFound(db: Db, { words, ibanStart, reference }: SearchTerms): Promise<string[] | null> {
  const rows = await rowsOf<{ id: string }>(
    db,
    // Materialized, so that the limit does not make the planner read the table instead of the index of its words; lateral and limited, so
    // that it looks each account up instead of reading them all for the many that it expects.
    sql`with named as materialized (
        select p.user_id from profiles p where to_tsvector('simple', plain_text(p.display_name)) @@ ${words}
      ), addressed as materialized (
        select u.id from users u where to_tsvector('simple', plain_text(u.email)) @@ ${words}
      )
      select a.id from (select user_id from named limit ${FEW + 1}) n
      cross join lateral (select id from client_accounts where user_id = n.user_id limit 1) a
      union
      select a.id from (select id from addressed limit ${FEW + 1}) u
      cross join lateral (select id from client_accounts where user_id = u.id limit 1) a
      union
      (select a.id from client_accounts a where ${ibanBegins(sql`a.iban`, ibanStart)} limit ${FEW + 1})
      union
      select t.client_account_id from transactions t where t.reference_number = ${reference}
      union
      select f.client_account_id from fees f where f.receipt_number = ${reference}`,
  );
  return rows.length > FEW ? null : rows.map((row) => row.id);
}

/** The same search as a condition on a row. A reference finds one client and is never among the many. */
function matches({ words, ibanStart }: SearchTerms): SQL {
  return sql`(to_tsvector('simple', plain_text(${profiles.displayName})) @@ ${words}
    or to_tsvector('simple', plain_text(${users.email})) @@ ${words}
    or ${ibanBegins(sql`${clientAccounts.iban}`, ibanStart)})`;
}

/** The condition of a search, by ids when it finds few; null when it can find nobody. */
async function searchCondition(db: Db, q: string): Promise<SQL | null> {
  const terms = termsOf(q);
  if (!terms) return null;
  const ids = await fewFound(db, terms);
  if (ids === null) return matches(terms);
  return ids.length === 0 ? null : inArray(clientAccounts.id, ids);
}

/** One page of clients, one row more than asked so that the caller knows whether there is a next page. */
export async function clientsBy(db: Db, filter: ClientFilter): Promise<ClientRow[]> {
  const { q, accountType, activated, sort, after, limit } = filter;
  const search = q ? await searchCondition(db, q) : undefined;
  if (search === null) return [];
  const condition = and(
    search,
    accountType ? eq(clientAccounts.accountType, accountType) : undefined,
    activated === 'yes' ? sql`${clientAccounts.isActivated}` : undefined,
    activated === 'no' ? sql`not ${clientAccounts.isActivated}` : undefined,
    after ? beyond(after) : undefined,
  );
  return clientRows(
    db,
    sql`${condition ? sql`where ${condition}` : sql``} order by ${ORDER[sort]} limit ${limit + 1}`,
  );
}

export async function insertNote(tx: Db, note: typeof clientNotes.$inferInsert): Promise<void> {
  await tx.insert(clientNotes).values(note);
}

/** What a client's removal has to know and hold. */
export async function accountToRemove(tx: Db, accountId: string) {
  const [row] = await tx
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
    })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

/** Locks who may administer, so that two of them who remove each other do not both succeed, and returns their ids. */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, ADMINISTRATOR_ROLE))
    .orderBy(asc(userRoles.userId))
    .for('update');
  return rows.map(({ userId }) => userId);
}

/** A file that the bank holds and that pays a withdrawal of the account not executed yet, or null. */
export async function openBatchOfAccount(tx: Db, accountId: string): Promise<{ messageId: string } | null> {
  const [row] = await tx
    .select({ messageId: withdrawalBatches.messageId })
    .from(withdrawalBatchLines)
    .innerJoin(withdrawalBatches, eq(withdrawalBatches.id, withdrawalBatchLines.batchId))
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalBatchLines.withdrawalId))
    .where(
      and(
        eq(withdrawalRequests.clientAccountId, accountId),
        eq(withdrawalRequests.status, 'approved'),
        eq(withdrawalBatches.status, 'exported'),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Locks the client's requests and fees, as a decision on one of them does first, and returns their ids. */
export async function lockRequests(tx: Db, accountId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const table of [withdrawalRequests, loanRequests, fees]) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.clientAccountId, accountId))
      .orderBy(asc(table.id))
      .for('update');
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

/** Locks the account against everything that refers to it, until it is gone. False when it already is. */
export async function lockAccountForRemoval(tx: Db, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId))
    .for('update');
  return rows.length > 0;
}

/**
 * Deletes a client's rows in the order of the specification (signed-in areas, section 7), then the sign-in with its sessions and
 * whatever else speaks of the person: notifications, mails, and recorded answers, theirs or an administrator's about them.
 */
export async function deleteClientRows(
  tx: Db,
  account: { id: string; userId: string },
  requestIds: readonly string[],
): Promise<void> {
  const { id, userId } = account;
  await tx.delete(transactions).where(eq(transactions.clientAccountId, id));
  await tx.delete(fees).where(eq(fees.clientAccountId, id));
  await tx.delete(loanRequests).where(eq(loanRequests.clientAccountId, id));
  // A SEPA file names its payees: it is kept no longer than all of them are.
  await tx
    .update(withdrawalBatches)
    .set({ file: null })
    .where(
      inArray(
        withdrawalBatches.id,
        tx
          .select({ id: withdrawalBatchLines.batchId })
          .from(withdrawalBatchLines)
          .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalBatchLines.withdrawalId))
          .where(eq(withdrawalRequests.clientAccountId, id)),
      ),
    );
  await tx.delete(withdrawalRequests).where(eq(withdrawalRequests.clientAccountId, id));
  await tx.delete(clientAccounts).where(eq(clientAccounts.id, id));
  await tx.delete(profiles).where(eq(profiles.userId, userId));
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actorId, userId));
  await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.subjectId, [id, ...requestIds]));
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(outbox).where(eq(outbox.userId, userId));
  // The newsletter knows addresses and no accounts: what went to this person's address goes with them.
  const ownAddress = tx
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId));
  await tx.delete(newsletterSubscriptions).where(inArray(newsletterSubscriptions.email, ownAddress));
  await tx.delete(outbox).where(inArray(outbox.recipient, ownAddress));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(users).where(eq(users.id, userId));
  // The audit trail keeps its lines; what they said of this person goes, which its triggers allow once the person is gone.
  await tx.execute(sql`select audit_forget(array[${id}, ${userId}]::uuid[])`);
}

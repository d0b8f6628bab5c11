import { eq, type SQL, sql } from 'drizzle-orm';
import { displayName } from '#domain/clients/profile.ts';
import { phoneKeys } from '#domain/search/phone-key.ts';
import { latinName } from '#domain/search/words.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { countUpTo, isNamed, limitedTo, personOrder, where } from '../db/page-of-list.ts';
import { type LoansInTimeColumns, loansInTime, loansInTimeColumns } from '../db/payment-ban.ts';
import { readMinor } from '../db/read-minor.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import {
  clientAccounts,
  clientNotes,
  profiles,
  signUpDetails,
  userRoles,
  users,
} from '../db/schema/index.ts';
import { type Asked, anyOf, askedBy, fittings } from '../db/search.ts';
import { type AskedApproval, approvalsOn } from '../tasks/approval-since.ts';
import { FOLLOWED_BY, type FollowedBy, followerOf } from '../tasks/assigned-to.ts';

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

export async function deleteSignUpDetails(tx: Db, userId: string): Promise<void> {
  await tx.delete(signUpDetails).where(eq(signUpDetails.userId, userId));
}

/** What a profile is found by beside its words: the keys of the number, and the name in Latin letters where it is written otherwise. */
const searchKeysOf = (
  person: { readonly firstName: string; readonly lastName: string; readonly phone?: string | null },
  countryCode: string,
) => ({
  phoneKeys: [...phoneKeys(person.phone, countryCode)],
  latinName: latinName(displayName(person)),
});

export async function insertProfile(tx: Db, row: typeof profiles.$inferInsert): Promise<void> {
  await tx.insert(profiles).values({ ...row, ...searchKeysOf(row, row.country) });
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

/** How many people may manage access now (STAFF-20). */
export async function countAccessManagers(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from access_managers()`,
  );
  return row?.count ?? 0;
}

/** The addresses of everybody who has a role, but for one person. */
export function staffAddresses(tx: Db, exceptId: string): Promise<{ id: string; email: string }[]> {
  return rowsOf(
    tx,
    sql`select u.id, u.email from users u where u.id <> ${exceptId}::uuid
      and exists (select 1 from user_roles h where h.user_id = u.id) order by u.id`,
  );
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

/** Changes a profile, what it is found by, and the name that the sign-in carries. */
export async function updateProfile(
  tx: Db,
  userId: string,
  change: Partial<typeof profiles.$inferInsert> & { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  const [before] = await tx
    .select({ country: profiles.country, phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  const keys = before && searchKeysOf({ phone: before.phone, ...change }, change.country ?? before.country);
  await tx
    .update(profiles)
    .set({ ...change, ...keys })
    .where(eq(profiles.userId, userId));
  await tx
    .update(users)
    .set({ name: displayName(change), updatedAt: change.updatedAt })
    .where(eq(users.id, userId));
}

const WHOLE_CLIENT = wholeRows({ account: clientAccounts, profile: profiles });

/** The keys of each order. `a` is the account; `name_order` is kept beside it (migration 0016). */
const ORDER = {
  newest: sql`a.created_at desc, a.id desc`,
  oldest: sql`a.created_at, a.id`,
  name: sql`a.name_order, a.id`,
  deadline: sql`coalesce(a.due_at, 'infinity'::timestamptz), a.created_at, a.id`,
  assignee: sql`a.follower nulls last, a.created_at, a.id`,
};

export type ClientSort = keyof typeof ORDER;

/** What pages of clients are found, filtered and ordered by: nothing is joined before the page is known. */
const KEYS = sql`a.id, a.created_at, a.due_at, a.name_order, a.account_type, a.currency, a.is_activated`;

/** The open assignments of clients' files. */
const OPEN_ASSIGNMENTS = sql`from assignments f where f.subject_kind = 'client' and f.ended_at is null`;

/** Who follows a client, as the order by people has it; null when nobody does. */
const FOLLOWER = sql`(select ${sql.raw(personOrder('u'))} from users u
  where u.id = (select f.assignee_id ${OPEN_ASSIGNMENTS} and f.subject_id = a.id))`;

/** The keys of a row that is found beside the walk of an order. */
const keysOf = (sort: ClientSort): SQL =>
  sort === 'assignee' ? sql`${KEYS}, ${FOLLOWER} as follower` : KEYS;

/**
 * Clients with their balance and address.
 * @param accounts a query of their `KEYS`, of one page at most.
 */
async function clientRows(db: Db, accounts: SQL, order: SQL) {
  const rows = await rowsOf<
    LoansInTimeColumns & {
      balance: string | number;
      email: string;
      name_order: string;
      followed_by: FollowedBy | null;
      approvals: AskedApproval[];
    }
  >(
    db,
    sql`select ${WHOLE_CLIENT.columns}, l.balance, u.email, a.name_order, ${loansInTimeColumns(sql`a.id`)}, ${FOLLOWED_BY},
        ${approvalsOn(sql`a.id`)}
      from (${accounts}) a
      join client_accounts on client_accounts.id = a.id
      join ledger_accounts l on l.id = client_accounts.ledger_account_id
      join profiles on profiles.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      ${followerOf('client', sql`a.id`)}
      order by ${order}`,
  );
  return rows.map((row) => ({
    ...WHOLE_CLIENT.read(row),
    balanceMinor: readMinor(row.balance),
    email: row.email,
    loans: loansInTime(row),
    nameOrder: row.name_order,
    followedBy: row.followed_by,
    approvals: row.approvals,
  }));
}

export type ClientRow = Awaited<ReturnType<typeof clientRows>>[number];

export async function clientById(db: Db, accountId: string): Promise<ClientRow | null> {
  const account = sql`select ${KEYS} from client_accounts a where a.id = ${accountId}::uuid`;
  const [row] = await clientRows(db, account, ORDER.newest);
  return row ?? null;
}

/** Clients that a search found, the newest first. */
export const clientsNamed = (db: Db, ids: readonly string[]): Promise<ClientRow[]> =>
  clientRows(db, sql`select ${KEYS} from client_accounts a where ${isNamed(ids)}`, ORDER.newest);

/** Where a page of clients ended, by the keys of its order. */
export type ClientPosition =
  | { readonly sort: 'newest' | 'oldest'; readonly at: Date; readonly id: string }
  | { readonly sort: 'deadline'; readonly due: Date | null; readonly at: Date; readonly id: string }
  /** `of`: who followed the last client of the page. */
  | { readonly sort: 'assignee'; readonly of: string | null; readonly at: Date; readonly id: string }
  | { readonly sort: 'name'; readonly nameOrder: string; readonly id: string };

export interface ClientFilter {
  readonly q?: string;
  /** Whether the reader may search by account numbers (STAFF-5). */
  readonly readsIban?: boolean;
  /** Those that its filters ask for (`clientConditions`). */
  readonly filters?: SQL | undefined;
  readonly sort: ClientSort;
  readonly after: ClientPosition | null;
  readonly limit: number;
}

function beyond(position: ClientPosition): SQL {
  if (position.sort === 'name')
    return sql`(a.name_order, a.id) > (${position.nameOrder}, ${position.id}::uuid)`;
  if (position.sort === 'deadline')
    return sql`(coalesce(a.due_at, 'infinity'::timestamptz), a.created_at, a.id)
      > (${position.due?.toISOString() ?? 'infinity'}::timestamptz, ${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
  const key = sql`(${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
  if (position.sort === 'assignee') {
    const isAfter = sql`(a.created_at, a.id) > ${key}`;
    if (position.of === null) return sql`(a.follower is null and ${isAfter})`;
    const person = sql`(select ${sql.raw(personOrder('u'))} from users u where u.id = ${position.of}::uuid)`;
    return sql`(a.follower > ${person} or (a.follower = ${person} and ${isAfter}) or a.follower is null)`;
  }
  return position.sort === 'newest' ? sql`(a.created_at, a.id) < ${key}` : sql`(a.created_at, a.id) > ${key}`;
}

/**
 * The first clients after the end of a page that meet conditions, whole, in the order of those who follow them. What somebody follows is bounded by what
 * the staff can follow, and is sorted; the others are walked from the oldest on.
 */
function walkByFollower(conditions: SQL | undefined, after: ClientPosition | null, rows: number): SQL {
  const position = after?.sort === 'assignee' ? after : null;
  const isPastFollowed = position !== null && position.of === null;
  const free = sql`not exists (select ${OPEN_ASSIGNMENTS} and f.subject_id = a.id)`;
  const rest =
    position && sql`(a.created_at, a.id) > (${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;
  // As an array, so that the clients are looked up by their ids whatever the planner expects of how many there are.
  const followed = sql`select * from (select a.*, ${FOLLOWER} as follower from client_accounts a
      ${where(sql`a.id = any (array(select f.subject_id ${OPEN_ASSIGNMENTS}))`, conditions, isPastFollowed ? sql`false` : undefined)}) a
    ${where(position ? beyond(position) : undefined)} order by ${ORDER.assignee} ${limitedTo(rows)}`;
  const others = sql`select a.*, null::text as follower from client_accounts a
    ${where(free, conditions, isPastFollowed && rest ? rest : undefined)} order by a.created_at, a.id ${limitedTo(rows)}`;
  return sql`select * from ((${followed}) union all (${others})) a order by ${ORDER.assignee} ${limitedTo(rows)}`;
}

const CLIENT_COLUMNS = { words: sql`a.words`, iban: sql`a.iban` };

/** What a search finds a client by: each reading of what was typed, or the whole number of a movement or receipt. */
function conditionsOfSearch(asked: Asked): SQL[] {
  const { reference } = asked;
  return [
    ...fittings(asked, CLIENT_COLUMNS),
    ...(reference === null
      ? []
      : [
          sql`a.id in (
            select client_account_id from transactions where reference_number = ${reference}
            union select client_account_id from fees where receipt_number = ${reference})`,
        ]),
  ];
}

/** Clients that a search looks at in the list's own order before it asks the index: what many bear fills a page of them. */
const WALKED = 500;

/**
 * The page of a search, in every reading of what was typed (Q-20), or by the whole number of a movement or receipt. What many match is found
 * by walking the list until the page is full, what few match by the indexes of words and numbers: at any size and for any word one of the two
 * is short, and which of them answers is settled by what the walk finds, not by what the planner expects: what the indexes find is put down before
 * it is ordered, or a planner that expects many walks the whole list for them.
 */
function searched(asked: Asked, filters: SQL | undefined, { sort, after, limit }: ClientFilter): SQL {
  const { words, iban } = asked;
  // Computed once: a query that is read anew for each row would take longer than the comparison.
  const query = {
    ...asked,
    words: sql`(select q from asked)`,
    iban: iban && { ...iban, query: sql`(select pieces from asked)` },
  };
  const byLexemes = fittings(query, CLIENT_COLUMNS);
  const found = conditionsOfSearch(query);
  // Each by its own index, and no client twice.
  const lookedUp = found.map((condition, at) => {
    const before = found.slice(0, at);
    return sql`select ${keysOf(sort)} from client_accounts a ${where(condition, before.length > 0 ? sql`${anyOf(before)} is not true` : undefined)}`;
  });
  const position = after ? beyond(after) : undefined;
  const tail = sql`order by ${ORDER[sort]} ${limitedTo(limit + 1)}`;
  return sql`
    with asked as materialized (select ${words} as q, ${iban?.query ?? sql`null::tsquery`} as pieces),
    walked as materialized (
      select ${sort === 'assignee' ? sql`${KEYS}, a.follower` : KEYS}
      from (${
        sort === 'assignee'
          ? walkByFollower(undefined, after, WALKED)
          : sql`select * from client_accounts a ${where(position)} order by ${ORDER[sort]} ${limitedTo(WALKED)}`
      }) a
      ${where(anyOf(byLexemes), filters)} ${tail}
    ),
    found as materialized (
      select * from (${sql.join(lookedUp, sql` union all `)}) a where (select count(*) from walked) <= ${limit}
    )
    select * from walked where (select count(*) from walked) > ${limit}
    union all
    (select * from found a ${where(position, filters)} ${tail})`;
}

/** One page of clients, one row more than asked so that the caller knows whether there is a next page. */
export async function clientsBy(db: Db, filter: ClientFilter): Promise<ClientRow[]> {
  const { q, filters, sort, after, limit } = filter;
  const asked = q ? askedBy(q, filter.readsIban ?? false) : undefined;
  // A search without a letter or digit matches no client.
  if (asked === null) return [];
  const accounts = asked
    ? searched(asked, filters, filter)
    : sort === 'assignee'
      ? walkByFollower(filters, after, limit + 1)
      : sql`select ${KEYS} from client_accounts a ${where(filters, after ? beyond(after) : undefined)}
          order by ${ORDER[sort]} ${limitedTo(limit + 1)}`;
  return clientRows(db, accounts, ORDER[sort]);
}

/** How many clients the list has on all pages together, counted up to one more than `most` (Q-8). */
export async function countClients(
  db: Db,
  { q, readsIban = false, filters }: Pick<ClientFilter, 'q' | 'readsIban' | 'filters'>,
  most?: number,
): Promise<number> {
  const asked = q ? askedBy(q, readsIban) : undefined;
  if (asked === null) return 0;
  const found = asked && anyOf(conditionsOfSearch(asked));
  return countUpTo(db, sql`from client_accounts a ${where(found, filters)}`, most);
}

export async function insertNote(tx: Db, note: typeof clientNotes.$inferInsert): Promise<void> {
  await tx.insert(clientNotes).values(note);
}

/** The receipt by which a client's identity was checked; null before there is one. Its day is that on which the bank booked it. */
export async function identityReceiptOf(
  db: Db,
  accountId: string,
): Promise<{ day: string | null; payer: string; iban: string } | null> {
  const [row] = await rowsOf<{ day: string | null; payer: string; iban: string }>(
    db,
    sql`select l.booking_day::text as day, l.counterparty_name as payer, l.counterparty_iban as iban
      from identity_receipts i join bank_lines l on l.id = i.line_id where i.client_account_id = ${accountId}::uuid`,
  );
  return row ?? null;
}

import { and, type SQL, sql } from 'drizzle-orm';
import type { RequestSort } from '#domain/desk/request-list.ts';
import { type Db, listed, rowsOf } from './database.ts';

/** Ends of statements that read a page of a list. */

/** The conditions that there are, with their keyword; nothing when there is none. */
export function where(...conditions: (SQL | undefined)[]): SQL {
  const all = and(...conditions);
  return all ? sql`where ${all}` : sql``;
}

/**
 * At most so many rows. Written out, not bound: seeing a limit that a kept plan cannot know, PostgreSQL planned each page anew, which took
 * several times as long as reading it.
 */
export const limitedTo = (rows: number): SQL => sql.raw(`limit ${Math.trunc(rows)}`);

/** The newest rows of a table, which has its moment and its id under these names. */
export const newestFirst = (rows: number): SQL => sql`order by created_at desc, id desc ${limitedTo(rows)}`;

/** Tables of clients' requests that have these orders, with the kind under which somebody follows a row of each. */
const KIND_OF_TABLE = { loan_requests: 'loan', withdrawal_requests: 'withdrawal', fees: 'fee' } as const;
export type RequestTable = keyof typeof KIND_OF_TABLE;

/** The orders that go by columns of the table. */
type ColumnSort = Exclude<RequestSort, 'assignee'>;

/** The keys of each order of a list of requests, and its direction. What has no deadline comes last. */
const ORDERS: Readonly<
  Record<ColumnSort, { readonly keys: readonly string[]; readonly isDescending: boolean }>
> = {
  deadline: { keys: [`coalesce(due_at, 'infinity'::timestamptz)`, 'created_at', 'id'], isDescending: false },
  newest: { keys: ['created_at', 'id'], isDescending: true },
  oldest: { keys: ['created_at', 'id'], isDescending: false },
  largest: { keys: ['amount_eur', 'id'], isDescending: true },
  smallest: { keys: ['amount_eur', 'id'], isDescending: false },
  name: { keys: ['client_order', 'id'], isDescending: false },
};

/** Fees are in euro: their amount is the one that lists are ordered by. */
const keysOf = (sort: ColumnSort, table: RequestTable): readonly string[] =>
  ORDERS[sort].keys.map((key) => (table === 'fees' ? key.replace('amount_eur', 'amount') : key));

const orderOf = (sort: ColumnSort, keys: readonly string[]): SQL =>
  sql.raw(`order by ${keys.map((key) => (ORDERS[sort].isDescending ? `${key} desc` : key)).join(', ')}`);

/** What people who follow requests are ordered by: two of one name are told apart. */
export const personOrder = (person: string): string => `plain_text(${person}.name) || E'\\t' || ${person}.id`;

/** The open assignments of a kind of request. */
const openAssignments = (table: RequestTable): string =>
  `from assignments f where f.subject_kind = '${KIND_OF_TABLE[table]}' and f.ended_at is null`;

/** What a row is ordered by in the order of those who follow: null when nobody follows it. */
const followerKey = (table: RequestTable): string =>
  `(select ${personOrder('u')} from users u where u.id = (select f.assignee_id ${openAssignments(table)} and f.subject_id = ${table}.id))`;

/** The order of a list of requests for what is joined to its page: `order by`, with the name of the page. */
export const inOrder = (sort: RequestSort, table: RequestTable): SQL =>
  sort === 'assignee'
    ? sql.raw(`order by ${followerKey(table)} nulls last, ${table}.created_at, ${table}.id`)
    : orderOf(
        sort,
        keysOf(sort, table).map((key) =>
          key.replace(/\b(due_at|created_at|client_order|amount_eur|amount|id)\b/, `${table}.$1`),
        ),
      );

/** Where a page of a list of requests ended: its order, and the keys of its last row. */
export interface RequestPosition {
  readonly sort: RequestSort;
  readonly id: string;
  readonly at: Date;
  /** Null without a deadline. */
  readonly due: Date | null;
  readonly amountEurMinor: number;
  /** The client's account in the order by name, who follows in the order by assignee; null when nobody does, and in other orders. */
  readonly of: string | null;
}

/** What comes after the end of a page of a list of requests in an order by columns. */
function beyond(end: RequestPosition | null, sort: ColumnSort, table: RequestTable): SQL | undefined {
  if (!end) return undefined;
  const { id, at, due, amountEurMinor, of } = end;
  const { isDescending } = ORDERS[sort];
  const created = sql`${at.toISOString()}::timestamptz`;
  const values: Readonly<Record<ColumnSort, SQL>> = {
    deadline: sql`${due?.toISOString() ?? 'infinity'}::timestamptz, ${created}`,
    newest: created,
    oldest: created,
    largest: sql`${amountEurMinor}::bigint`,
    smallest: sql`${amountEurMinor}::bigint`,
    name: sql`(select c.name_order from client_accounts c where c.id = ${of}::uuid)`,
  };
  return sql`(${sql.raw(keysOf(sort, table).join(', '))}) ${sql.raw(isDescending ? '<' : '>')} (${values[sort]}, ${id}::uuid)`;
}

/**
 * A page in the order of those who follow. What somebody follows is bounded by what the staff can follow, and is sorted; the rest is walked from the
 * oldest on. Each part gives a page at most, so that the list costs the same at any size.
 */
function pageByFollower(
  table: RequestTable,
  conditions: readonly (SQL | undefined)[],
  end: RequestPosition | null,
  rows: number,
): SQL {
  const from = sql.raw(table);
  const last = end && sql`${end.at.toISOString()}::timestamptz, ${end.id}::uuid`;
  const person =
    end?.of == null
      ? undefined
      : sql`(select ${sql.raw(personOrder('u'))} from users u where u.id = ${end.of}::uuid)`;
  // As arrays, so that the rows are looked up by their ids whatever the planner expects of how many there are.
  const isFollowed = sql.raw(`${table}.id = any (array(select f.subject_id ${openAssignments(table)}))`);
  const isFree = sql.raw(`not exists (select ${openAssignments(table)} and f.subject_id = ${table}.id)`);
  const isPastFollowed = end !== null && end.of === null;
  const followed = sql`select id, created_at, follower from (
      select id, created_at, ${sql.raw(followerKey(table))} as follower from ${from}
        ${where(...conditions, isFollowed, isPastFollowed ? sql`false` : undefined)}) of_people
    ${where(person && sql`(follower, created_at, id) > (${person}, ${last})`)} order by follower, created_at, id ${limitedTo(rows)}`;
  const free = sql`select id, created_at, null::text as follower from ${from}
    ${where(...conditions, isFree, isPastFollowed ? sql`(created_at, id) > (${last})` : undefined)} order by created_at, id ${limitedTo(rows)}`;
  return sql`where id = any (array(select id from ((${followed}) union all (${free})) parts
    order by follower nulls last, created_at, id ${limitedTo(rows)}))`;
}

/** The rows of a table that meet conditions, from the end of a page on, so many of them: `where`, `order by` and `limit`. */
export function rowsInOrder(
  table: RequestTable,
  conditions: readonly (SQL | undefined)[],
  {
    sort,
    after,
    rows,
  }: { readonly sort: RequestSort; readonly after: RequestPosition | null; readonly rows: number },
): SQL {
  if (sort === 'assignee') return pageByFollower(table, conditions, after, rows);
  return sql`${where(...conditions, beyond(after, sort, table))} ${orderOf(sort, keysOf(sort, table))} ${limitedTo(rows)}`;
}

/** What comes after the end of a page that has the newest first. */
export const olderThan = (end: { readonly at: Date; readonly id: string } | null): SQL | undefined =>
  end ? sql`(created_at, id) < (${end.at.toISOString()}::timestamptz, ${end.id}::uuid)` : undefined;

/**
 * A value of the code's own, a status for example. Written out, not bound, so that a kept plan knows how many rows have it and which partial
 * index answers.
 * @throws Error for anything but a word of small letters: what people typed is always bound.
 */
export function writtenOut(word: string): SQL {
  if (!/^[a-z_]+$/.test(word)) throw new Error(`« ${word} » is no word of the code's own`);
  return sql.raw(`'${word}'`);
}

/**
 * A value that people ask a list for, which the planner does not look at: with an amount that most rows have, it found every kept plan too dear and planned
 * each page anew, which took longer than reading it.
 */
export const unseen = (value: SQL): SQL => sql`(select ${value})`;

/** Rows that were found before, by their ids. */
export const isNamed = (ids: readonly string[]): SQL => sql`id = any (${listed(ids, 'uuid')})`;

/** What a page of a list of requests is asked for. */
export interface RequestPage {
  readonly status?: string | undefined;
  readonly accountIds?: readonly string[];
  /** Which a search finds (`rowsFound`). */
  readonly found?: SQL | undefined;
  /** Those that its filters ask for (`conditionsOf`). */
  readonly conditions?: readonly (SQL | undefined)[];
  readonly sort?: RequestSort | undefined;
  readonly after: RequestPosition | null;
  readonly limit: number;
}

/** The conditions of a list of requests, without where its page begins: the list and its count share them (Q-8). */
const conditionsOfPage = ({
  status,
  accountIds,
  found,
  conditions = [],
}: Omit<RequestPage, 'after' | 'limit'>): readonly (SQL | undefined)[] => [
  status ? sql`status = ${writtenOut(status)}` : undefined,
  accountIds ? sql`client_account_id = any (${listed(accountIds, 'uuid')})` : undefined,
  found,
  ...conditions,
];

/** Clients' requests of a table after the end of a page: one more than its limit, so that the caller knows of a next page. */
export function pageOfRequests(table: RequestTable, page: RequestPage): SQL {
  const { sort = 'newest', after, limit } = page;
  return rowsInOrder(table, conditionsOfPage(page), { sort, after, rows: limit + 1 });
}

/** Most rows that are counted one by one; of more the screen says « plus de » (Q-8). */
export const MAX_COUNTED = 10_000;

/** How many rows a list has without its pages, counted up to one more than the most (Q-8). `rows`: its `from` and `where`. */
export async function countUpTo(db: Db, rows: SQL, most: number = MAX_COUNTED): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select 1 ${rows} ${limitedTo(most + 1)}) counted`,
  );
  return row?.count ?? 0;
}

/** The same of a table of clients' requests. */
export const countRequests = (
  db: Db,
  table: 'loan_requests' | 'withdrawal_requests',
  list: Pick<RequestPage, 'status' | 'conditions'>,
  most?: number,
): Promise<number> => countUpTo(db, sql`from ${sql.raw(table)} ${where(...conditionsOfPage(list))}`, most);

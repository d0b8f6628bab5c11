import { and, type SQL, sql } from 'drizzle-orm';
import { listed } from './database.ts';

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

/** By time, from one end or the other. */
export type TimeOrder = 'newest' | 'oldest';

const keysInOrder = (order: TimeOrder, table: SQL): SQL =>
  order === 'newest' ? sql`${table}created_at desc, ${table}id desc` : sql`${table}created_at, ${table}id`;

/** The order of a list by time, for what is joined to its page: `order by`, with the name of the page. */
export const inTimeOrder = (order: TimeOrder, table: string): SQL =>
  sql`order by ${keysInOrder(order, sql.raw(`${table}.`))}`;

/** The same for the page itself, of so many rows. */
export const firstInOrder = (order: TimeOrder, rows: number): SQL =>
  sql`order by ${keysInOrder(order, sql``)} ${limitedTo(rows)}`;

/** What comes after the end of a page in that order. */
export const beyond = (
  order: TimeOrder,
  end: { readonly at: Date; readonly id: string } | null,
): SQL | undefined =>
  end && order === 'oldest'
    ? sql`(created_at, id) > (${end.at.toISOString()}::timestamptz, ${end.id}::uuid)`
    : olderThan(end);

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

/** Clients' requests of a status, of some accounts, after the end of a page: one more than its limit, so that the caller knows of a next page. */
export function pageOfRequests({
  status,
  accountIds,
  ofClients,
  order = 'newest',
  after,
  limit,
}: {
  readonly status?: string;
  readonly accountIds?: readonly string[];
  /** Whose, by a condition on `client_account_id` (`clientsFound`). */
  readonly ofClients?: SQL | undefined;
  readonly order?: TimeOrder;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}): SQL {
  const conditions = where(
    status ? sql`status = ${writtenOut(status)}` : undefined,
    accountIds ? sql`client_account_id = any (${listed(accountIds, 'uuid')})` : undefined,
    ofClients,
    beyond(order, after),
  );
  return sql`${conditions} ${firstInOrder(order, limit + 1)}`;
}

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

/** What comes after the end of a page in that order. */
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
  after,
  limit,
}: {
  readonly status?: string;
  readonly accountIds?: readonly string[];
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}): SQL {
  const conditions = where(
    status ? sql`status = ${writtenOut(status)}` : undefined,
    accountIds ? sql`client_account_id = any (${listed(accountIds, 'uuid')})` : undefined,
    olderThan(after),
  );
  return sql`${conditions} ${newestFirst(limit + 1)}`;
}

import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditOperation, AuditOutcome } from '#domain/audit/operation.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { auditEntries, auditParts, clientAccounts, profiles } from '../db/schema/index.ts';
import { anyOf, askedBy, fittings, wordsAsked } from '../db/search.ts';

/** Position in the trail: the end of a page. */
export interface AuditPosition {
  readonly at: Date;
  readonly number: number;
}

export interface AuditFilter {
  readonly operations?: readonly AuditOperation[];
  readonly outcome?: AuditOutcome;
  readonly clientId?: string;
  readonly actorId?: string;
  /** First and last day, YYYY-MM-DD in UTC, both included. */
  readonly from?: string;
  readonly to?: string;
  /** Result of a search; absent without one. */
  readonly found?: Found;
}

/** The people and the line that a search matches. */
export interface Found {
  readonly accountIds: readonly string[];
  readonly userIds: readonly string[];
  readonly number: number | null;
}

/** Limit of matching people; above it the search has to be more precise. */
const MAX_FOUND = 500;

/**
 * Resolves a search: a client in every reading of what was typed (Q-20) or by the reference of a movement or receipt; an
 * administrator by name or e-mail; a line by its number.
 * @param reader whether they may search by account numbers, and by names and addresses of colleagues (STAFF-5).
 * @returns null when too many people match.
 */
export async function peopleFoundBy(
  db: Db,
  q: string,
  { readsIban, readsNames }: { readonly readsIban: boolean; readonly readsNames: boolean },
): Promise<Found | null> {
  const asked = askedBy(q, readsIban);
  const number = /^[#nN°º\s.]*(\d{1,15})$/u.exec(q.trim())?.[1];
  const nobody: Found = { accountIds: [], userIds: [], number: number ? Number(number) : null };
  // « #12 » and « n° 12 » name a line; a bare 12 may also begin an address or IBAN.
  const words = wordsAsked(q);
  if (!asked || !words || (number && !/^\d/.test(q.trim()))) return nobody;
  const reference = q.trim().toUpperCase();
  const mayBeMeant = readsNames
    ? sql`true`
    : sql`not exists (select from user_roles h where h.user_id = u.id)`;
  const rows = await rowsOf<{ user_id: string; account_id: string | null }>(
    db,
    sql`select found.user_id, a.id as account_id from (
        select c.user_id from client_accounts c where ${anyOf(fittings(asked, { words: sql`c.words`, iban: sql`c.iban` }))}
        union
        select u.id from users u where to_tsvector('simple', plain_text(u.email)) @@ ${words} and ${mayBeMeant}
        union
        select u.id from user_roles r join users u on u.id = r.user_id
          where to_tsvector('simple', plain_text(u.name)) @@ ${words} and ${mayBeMeant}
        union
        select c.user_id from transactions t join client_accounts c on c.id = t.client_account_id
          where t.reference_number = ${reference}
        union
        select c.user_id from fees f join client_accounts c on c.id = f.client_account_id
          where f.receipt_number = ${reference}
        limit ${MAX_FOUND + 1}
      ) found left join client_accounts a on a.user_id = found.user_id`,
  );
  if (rows.length > MAX_FOUND) return null;
  return {
    ...nobody,
    accountIds: rows.flatMap((row) => (row.account_id === null ? [] : [row.account_id])),
    userIds: rows.map((row) => row.user_id),
  };
}

function isFound({ accountIds, userIds, number }: Found): SQL | undefined {
  return or(
    accountIds.length > 0 ? inArray(auditEntries.clientAccountId, [...accountIds]) : undefined,
    userIds.length > 0 ? inArray(auditEntries.actorId, [...userIds]) : undefined,
    number === null ? undefined : eq(auditEntries.number, number),
    sql`false`,
  );
}

const originParts = alias(auditParts, 'origin_parts');
const contentParts = alias(auditParts, 'content_parts');

/** The actor; null after deletion. */
export const actorName = nameOfPerson(auditEntries.actorId);

export type AuditRow = Awaited<ReturnType<typeof auditEntriesBy>>[number];

/** Lines of the trail, the last first. */
export function auditEntriesBy(
  db: Db,
  filter: AuditFilter & { readonly after: AuditPosition | null; readonly limit: number },
) {
  const { operations, outcome, clientId, actorId, from, to, found, after, limit } = filter;
  return db
    .select({
      entry: auditEntries,
      origin: originParts.value,
      content: contentParts.value,
      actorName,
      clientName: profiles.displayName,
    })
    .from(auditEntries)
    .leftJoin(originParts, and(eq(originParts.number, auditEntries.number), eq(originParts.part, 'origin')))
    .leftJoin(
      contentParts,
      and(eq(contentParts.number, auditEntries.number), eq(contentParts.part, 'content')),
    )
    .leftJoin(clientAccounts, eq(clientAccounts.id, auditEntries.clientAccountId))
    .leftJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(
      and(
        operations ? inArray(auditEntries.operation, [...operations]) : undefined,
        outcome ? eq(auditEntries.outcome, outcome) : undefined,
        clientId ? eq(auditEntries.clientAccountId, clientId) : undefined,
        actorId ? eq(auditEntries.actorId, actorId) : undefined,
        from ? sql`${auditEntries.at} >= ${`${from}T00:00:00Z`}::timestamptz` : undefined,
        to ? sql`${auditEntries.at} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
        found ? isFound(found) : undefined,
        after
          ? sql`(${auditEntries.at}, ${auditEntries.number}) < (${after.at.toISOString()}::timestamptz, ${after.number})`
          : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.number))
    .limit(limit);
}

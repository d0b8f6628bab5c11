import * as z from 'zod/mini';
import { AUDIT_AREAS, type AuditArea, type AuditOutcome } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { type AuditFilter, type AuditRow, auditEntriesBy, peopleFoundBy } from './queries.ts';

/** Parameters of the list, as the contract parses them. */
export interface AuditSearch {
  readonly q?: string;
  readonly area?: AuditArea;
  readonly outcome?: AuditOutcome;
  readonly clientId?: string;
  readonly actorId?: string;
  readonly from?: string;
  readonly to?: string;
  /** Whether the reader may search by account numbers, and by names of colleagues (STAFF-5). */
  readonly readsIban: boolean;
  readonly readsNames: boolean;
}

const keys = z.tuple([momentKey, z.int().check(z.gte(1))]);

/** @throws Refusal `request.invalid` for a search that matches too many people. */
async function filterOf(
  db: Db,
  { q, area, readsIban, readsNames, ...rest }: AuditSearch,
): Promise<AuditFilter> {
  const found = q?.trim() ? await peopleFoundBy(db, q, { readsIban, readsNames }) : undefined;
  if (found === null)
    throw new Refusal('request.invalid', {}, [{ field: 'q', message: 'validation.searchTooBroad' }]);
  return { ...rest, ...(area ? { operations: AUDIT_AREAS[area] } : {}), ...(found ? { found } : {}) };
}

/**
 * One page of the trail, newest first.
 * @throws Refusal `request.invalid` for a cursor of another list or a search that matches too many people.
 */
export async function listAuditEntries(
  db: Db,
  search: AuditSearch & { readonly cursor?: string; readonly limit: number },
) {
  const { cursor, limit, ...asked } = search;
  const position = decodeKeys(cursor, keys);
  const rows = await auditEntriesBy(db, {
    ...(await filterOf(db, asked)),
    after: position && { at: new Date(position[0]), number: position[1] },
    limit: limit + 1,
  });
  return pageBy(rows, limit, ({ entry }) => [entry.at.getTime(), entry.number]);
}

/** Maximum lines of a file: about what a spreadsheet opens without complaint. */
export const MAX_EXPORTED = 50_000;
const EXPORT_STEP = 2_000;

/**
 * All lines that a search finds, newest first, read in steps.
 * @throws Refusal `audit.export-too-large` above the limit of a file.
 */
export async function allAuditEntries(
  db: Db,
  search: AuditSearch,
  max: number = MAX_EXPORTED,
): Promise<AuditRow[]> {
  const filter = await filterOf(db, search);
  const rows: AuditRow[] = [];
  for (;;) {
    const last = rows.at(-1)?.entry;
    const step = await auditEntriesBy(db, {
      ...filter,
      after: last ? { at: last.at, number: last.number } : null,
      limit: EXPORT_STEP,
    });
    rows.push(...step);
    if (rows.length > max) throw new Refusal('audit.export-too-large', { max });
    if (step.length < EXPORT_STEP) return rows;
  }
}

import * as z from 'zod/mini';
import { Refusal } from '#domain/errors.ts';
import { isStorable } from './storable-text.ts';

/** Rows of a page when the caller does not say. */
export const DEFAULT_PAGE = 25;

type Keys = readonly (string | number | null)[];

/** Encodes the sort keys of a page's last row as an opaque word. */
export function encodeKeys(keys: Keys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Decodes the keys.
 * @throws Refusal `request.invalid` for a cursor that this server did not make for this list.
 */
export function decodeKeys<T extends Keys>(text: string | undefined, schema: z.ZodMiniType<T>): T | null {
  if (!text) return null;
  const keys = parsed(text);
  const result = schema.safeParse(keys);
  if (result.success && isStorable(keys)) return result.data;
  throw new Refusal('request.invalid', {}, [{ field: 'cursor', message: 'validation.invalid' }]);
}

/** Splits a list that was read with one extra row into a page and the cursor of the next page. */
export function pageBy<Row>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => Keys,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? encodeKeys(keysOf(last)) : null };
}

/** Position in a list ordered by time: the moment and id of a page's last row. */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

/** A moment as a key: milliseconds that PostgreSQL and JavaScript can both hold. */
export const momentKey = z.int().check(z.gte(0), z.lte(8_000_000_000_000));
const timeKeys = z.tuple([momentKey, z.uuid()]);

/** @throws Refusal `request.invalid` for a cursor that this server did not make. */
export function decodeCursor(text: string | undefined): Cursor | null {
  const keys = decodeKeys(text, timeKeys);
  return keys && { at: new Date(keys[0]), id: keys[1] };
}

/** `pageBy` for a list in order of time. The millisecond is the finest moment the product writes, so the cursor loses nothing. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { page: Row[]; nextCursor: string | null } {
  return pageBy(rows, limit, (row) => {
    const { at, id } = cursorOf(row);
    return [at.getTime(), id];
  });
}

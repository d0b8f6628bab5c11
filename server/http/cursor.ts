import { Refusal } from '#domain/errors.ts';

/** Where a keyset page ended: the moment and id of its last row. Opaque to callers. */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at.getTime()}.${cursor.id}`).toString('base64url');
}

/** @throws Refusal `request.invalid` for a cursor that this server did not make. */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  const [time, id] = Buffer.from(text, 'base64url').toString('utf8').split('.');
  const at = new Date(Number(time));
  if (!time || !id || Number.isNaN(at.getTime()) || !UUID.test(id))
    throw new Refusal('request.invalid', {}, [{ field: 'cursor', message: 'validation.invalid' }]);
  return { at, id };
}

/**
 * Cuts a list that was read with one row too many into a page and the cursor of the next. The millisecond is the finest moment the
 * product writes, so the cursor loses nothing.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}

/** Rows of a page when the caller does not say. */
export const DEFAULT_PAGE = 25;

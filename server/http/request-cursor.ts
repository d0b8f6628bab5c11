import * as z from 'zod/mini';
import type { RequestSort } from '#domain/desk/request-list.ts';
import type { RequestPosition } from '../db/page-of-list.ts';
import { decodeKeys, momentKey, pageBy } from './cursor.ts';

/**
 * The order, the moment of arrival, the deadline, the value in euro cents and the id of a page's last row, and whose it is in an order by people.
 */
export const keysOfRequest = (sort: RequestSort) =>
  [
    z.literal(sort),
    momentKey,
    z.nullable(momentKey),
    z.int().check(z.gte(0)),
    z.uuid(),
    z.nullable(z.uuid()),
  ] as const;

type RequestKeys = [
  RequestSort,
  at: number,
  due: number | null,
  amountEurMinor: number,
  id: string,
  of: string | null,
];

/** The position that the keys of a cursor name. */
export const positionOfKeys = ([sort, at, due, amountEurMinor, id, of]: RequestKeys): RequestPosition => ({
  sort,
  at: new Date(at),
  due: due === null ? null : new Date(due),
  amountEurMinor,
  id,
  of,
});

/**
 * Where a page of a list of requests goes on.
 * @throws Refusal `request.invalid` for a cursor that this server did not make, or made for another order.
 */
export function requestPosition(cursor: string | undefined, sort: RequestSort): RequestPosition | null {
  const found = decodeKeys(cursor, z.tuple(keysOfRequest(sort)));
  return found && positionOfKeys(found);
}

/** What of a row a page may end at. */
export interface PlacedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly clientAccountId: string;
}

/**
 * Where a row stands in an order.
 * @param followedBy who follows it; null when nobody does.
 */
export function positionOfRow(
  sort: RequestSort,
  { id, createdAt, dueAt, clientAccountId }: PlacedRow,
  amountEurMinor: number,
  followedBy: { readonly id: string } | null,
): RequestPosition {
  const of = sort === 'name' ? clientAccountId : sort === 'assignee' ? (followedBy?.id ?? null) : null;
  return { sort, id, at: createdAt, due: dueAt, amountEurMinor, of };
}

/** A position as the keys of a cursor. */
export const keysOfPosition = ({ sort, at, due, amountEurMinor, id, of }: RequestPosition) => [
  sort,
  at.getTime(),
  due?.getTime() ?? null,
  amountEurMinor,
  id,
  of,
];

/** A page of a list of requests that was read with one extra row, and the cursor of the next page. */
export function pageOfSorted<Row extends { readonly followedBy: { readonly id: string } | null }>(
  rows: readonly Row[],
  limit: number,
  sort: RequestSort,
  requestOf: (row: Row) => PlacedRow & { readonly amountEur: number },
): { page: Row[]; nextCursor: string | null } {
  return pageBy(rows, limit, (row) => {
    const request = requestOf(row);
    return keysOfPosition(positionOfRow(sort, request, request.amountEur, row.followedBy));
  });
}

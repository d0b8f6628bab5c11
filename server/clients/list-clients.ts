import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import {
  type ClientFilter,
  type ClientPosition,
  type ClientRow,
  type ClientSort,
  clientsBy,
} from './queries.ts';

const timeKeys = (sort: 'newest' | 'oldest') => z.tuple([z.literal(sort), momentKey, z.uuid()]);
const nameKeys = z.tuple([z.literal('name'), z.string(), z.uuid()]);

/** @throws Refusal `request.invalid` for a cursor of another order. */
function positionOf(cursor: string | undefined, sort: ClientSort): ClientPosition | null {
  if (sort === 'name') {
    const keys = decodeKeys(cursor, nameKeys);
    return keys && { sort, nameOrder: keys[1], id: keys[2] };
  }
  const keys = decodeKeys(cursor, timeKeys(sort));
  return keys && { sort, at: new Date(keys[1]), id: keys[2] };
}

/** One page of clients with the cursor of the next, in the chosen order, the newest first unless asked otherwise. */
export async function listClients(
  db: Db,
  filter: Omit<ClientFilter, 'sort' | 'after'> & { readonly sort?: ClientSort; readonly cursor?: string },
): Promise<{ page: ClientRow[]; nextCursor: string | null }> {
  const { cursor, sort = 'newest', ...rest } = filter;
  const rows = await clientsBy(db, { ...rest, sort, after: positionOf(cursor, sort) });
  return pageBy(rows, rest.limit, ({ account, nameOrder }) =>
    sort === 'name' ? [sort, nameOrder, account.id] : [sort, account.createdAt.getTime(), account.id],
  );
}

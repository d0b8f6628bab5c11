import * as z from 'zod/mini';
import type { ClientListFilter } from '#domain/desk/request-list.ts';
import type { Db } from '../db/database.ts';
import type { ListReader } from '../db/request-filter.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { clientConditions } from './client-conditions.ts';
import { type ClientPosition, type ClientRow, type ClientSort, clientsBy } from './queries.ts';

const timeKeys = (sort: 'newest' | 'oldest') => z.tuple([z.literal(sort), momentKey, z.uuid()]);
const deadlineKeys = z.tuple([z.literal('deadline'), z.nullable(momentKey), momentKey, z.uuid()]);
const nameKeys = z.tuple([z.literal('name'), z.string(), z.uuid()]);

const assigneeKeys = z.tuple([z.literal('assignee'), z.nullable(z.uuid()), momentKey, z.uuid()]);

/** @throws Refusal `request.invalid` for a cursor of another order. */
function positionOf(cursor: string | undefined, sort: ClientSort): ClientPosition | null {
  if (sort === 'name') {
    const keys = decodeKeys(cursor, nameKeys);
    return keys && { sort, nameOrder: keys[1], id: keys[2] };
  }
  if (sort === 'deadline') {
    const keys = decodeKeys(cursor, deadlineKeys);
    return (
      keys && { sort, due: keys[1] === null ? null : new Date(keys[1]), at: new Date(keys[2]), id: keys[3] }
    );
  }
  if (sort === 'assignee') {
    const keys = decodeKeys(cursor, assigneeKeys);
    return keys && { sort, of: keys[1], at: new Date(keys[2]), id: keys[3] };
  }
  const keys = decodeKeys(cursor, timeKeys(sort));
  return keys && { sort, at: new Date(keys[1]), id: keys[2] };
}

/** What the list of clients is asked for. */
export interface ClientsAsked extends ClientListFilter {
  readonly q?: string | undefined;
  readonly sort?: ClientSort | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of clients with the cursor of the next, in the chosen order, the newest first unless asked otherwise. */
export async function listClients(
  db: Db,
  asked: ClientsAsked,
  reader: ListReader & { readonly readsIban: boolean },
): Promise<{ page: ClientRow[]; nextCursor: string | null }> {
  const { q, cursor, limit, sort = 'newest', ...filter } = asked;
  const rows = await clientsBy(db, {
    ...(q === undefined ? {} : { q }),
    readsIban: reader.readsIban,
    filters: await clientConditions(db, filter, reader),
    sort,
    after: positionOf(cursor, sort),
    limit,
  });
  return pageBy(rows, limit, ({ account: { id, createdAt, dueAt }, nameOrder, followedBy }) => {
    if (sort === 'name') return [sort, nameOrder, id];
    if (sort === 'deadline') return [sort, dueAt?.getTime() ?? null, createdAt.getTime(), id];
    if (sort === 'assignee') return [sort, followedBy?.id ?? null, createdAt.getTime(), id];
    return [sort, createdAt.getTime(), id];
  });
}

import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import type { ExportedList } from '#domain/desk/export.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import { savedViews } from '../../db/schema/index.ts';

export type ViewRow = typeof savedViews.$inferSelect;

/** A person's views of a list in their order, then those that others share, with their owner's name. */
export async function viewsOf(
  db: Db,
  personId: string,
  list: ExportedList,
): Promise<(ViewRow & { readonly ownerName: string | null })[]> {
  const rows = await db
    .select({ view: savedViews, ownerName: sql<string | null>`${nameOfPerson(sql`${savedViews.ownerId}`)}` })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), or(eq(savedViews.ownerId, personId), savedViews.isShared)))
    .orderBy(sql`${savedViews.ownerId} <> ${personId}::uuid`, asc(savedViews.position), asc(savedViews.id));
  return rows.map(({ view, ownerName }) => ({ ...view, ownerName }));
}

/** Locks a person's own view until the transaction ends; null for anybody else's. */
export async function lockView(tx: Db, id: string, ownerId: string): Promise<ViewRow | null> {
  const [row] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.ownerId, ownerId)))
    .for('update');
  return row ?? null;
}

/** Lets one transaction at a time change the views of a person: their number and order are read before they are written. */
export async function lockViewsOf(tx: Db, ownerId: string): Promise<void> {
  await rowsOf(tx, sql`select 1 from users where id = ${ownerId}::uuid for no key update`);
}

/** How many views of a list a person has, and the place of the last; 0 without one. */
export async function countViews(
  tx: Db,
  ownerId: string,
  list: ExportedList,
): Promise<{ readonly count: number; readonly last: number }> {
  const [row] = await rowsOf<{ count: number; last: number }>(
    tx,
    sql`select count(*)::int as count, coalesce(max(position), 0) as last from saved_views
      where owner_id = ${ownerId}::uuid and list = ${list}`,
  );
  return row ?? { count: 0, last: 0 };
}

export async function insertView(tx: Db, row: typeof savedViews.$inferInsert): Promise<void> {
  await tx.insert(savedViews).values(row);
}

export async function updateView(
  tx: Db,
  id: string,
  change: Partial<Pick<ViewRow, 'name' | 'query' | 'isStarred' | 'isShared'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(savedViews).set(change).where(eq(savedViews.id, id));
}

/** Puts a view at a place among its owner's own of the list, from 1; the others keep their order. */
export async function moveView(tx: Db, { id, ownerId, list }: ViewRow, position: number): Promise<void> {
  const others = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(eq(savedViews.ownerId, ownerId), eq(savedViews.list, list), ne(savedViews.id, id)))
    .orderBy(asc(savedViews.position), asc(savedViews.id));
  const order = others.map((other) => other.id);
  order.splice(position - 1, 0, id);
  for (const [index, each] of order.entries())
    await tx
      .update(savedViews)
      .set({ position: index + 1 })
      .where(eq(savedViews.id, each));
}

export async function deleteView(tx: Db, id: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.id, id));
}

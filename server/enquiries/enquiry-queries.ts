import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { EnquiryState } from '#domain/enquiries/enquiry.ts';
import type { Db } from '../db/database.ts';
import { enquiries, profiles } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type EnquiryRow = typeof enquiries.$inferSelect;

/** Writes a message, or nothing when its key was used before. */
export async function insertEnquiry(tx: Db, row: typeof enquiries.$inferInsert): Promise<EnquiryRow | null> {
  const [inserted] = await tx
    .insert(enquiries)
    .values(row)
    .onConflictDoNothing({ target: enquiries.submissionKey })
    .returning();
  return inserted ?? null;
}

export async function enquiryOfKey(tx: Db, submissionKey: string): Promise<EnquiryRow | null> {
  const [row] = await tx.select().from(enquiries).where(eq(enquiries.submissionKey, submissionKey));
  return row ?? null;
}

export async function lockEnquiry(tx: Db, id: string): Promise<EnquiryRow | null> {
  const [row] = await tx.select().from(enquiries).where(eq(enquiries.id, id)).for('update');
  return row ?? null;
}

export async function markAnswered(tx: Db, id: string, by: string, at: Date): Promise<void> {
  await tx
    .update(enquiries)
    .set({ state: 'answered', answeredBy: by, answeredAt: at })
    .where(eq(enquiries.id, id));
}

export async function deleteEnquiry(tx: Db, id: string): Promise<void> {
  await tx.delete(enquiries).where(eq(enquiries.id, id));
}

const read = (db: Db) =>
  db
    .select({ enquiry: enquiries, answeredBy: profiles.displayName })
    .from(enquiries)
    .leftJoin(profiles, eq(profiles.userId, enquiries.answeredBy));

export type EnquiryForReview = Awaited<ReturnType<typeof enquiriesForReview>>[number];

export async function enquiryForReview(db: Db, id: string): Promise<EnquiryForReview | null> {
  const [row] = await read(db).where(eq(enquiries.id, id));
  return row ?? null;
}

/** The words of a search as a pattern in which % and _ mean themselves. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** One page of messages, newest first, one row more than asked so that the caller knows whether there is a next page. */
export function enquiriesForReview(
  db: Db,
  filter: { state?: EnquiryState; q?: string; after: Cursor | null; limit: number },
) {
  const { state, q, after, limit } = filter;
  const conditions: (SQL | undefined)[] = [
    state ? eq(enquiries.state, state) : undefined,
    q
      ? or(
          ...[enquiries.name, enquiries.email, enquiries.subject, enquiries.reference].map((column) =>
            ilike(column, containing(q)),
          ),
        )
      : undefined,
    after
      ? sql`(${enquiries.createdAt}, ${enquiries.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
      : undefined,
  ];
  return read(db)
    .where(and(...conditions))
    .orderBy(sql`${enquiries.createdAt} desc, ${enquiries.id} desc`)
    .limit(limit + 1);
}

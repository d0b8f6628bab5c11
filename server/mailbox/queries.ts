import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { outbox, profiles, signUpDetails, users } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

/** One page of the mails written to an address, newest first, with one row more than asked. */
export function mailsTo(
  db: Db,
  recipient: string,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({
      mail: outbox,
      language: users.language,
      firstName: sql<string | null>`coalesce(${profiles.firstName}, ${signUpDetails.firstName})`,
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.userId))
    .leftJoin(profiles, eq(profiles.userId, outbox.userId))
    .leftJoin(signUpDetails, eq(signUpDetails.userId, outbox.userId))
    .where(
      and(
        sql`lower(${outbox.recipient}) = ${recipient.toLowerCase()}`,
        after
          ? sql`(${outbox.createdAt}, ${outbox.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit + 1);
}

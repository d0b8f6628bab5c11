import { and, eq, gt, like, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { verifications } from '../db/schema/index.ts';

/** The links mailed to people, a pending change of address, and single-use grants: rows of `verifications` that end by themselves. */

const RESET = 'password-reset:';

/** A row that ends by itself. */
async function keep(
  tx: Db,
  row: { id: string; identifier: string; value: string; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...kept } = row;
  await tx.insert(verifications).values({ ...kept, createdAt: now, updatedAt: now });
}

/** A link mailed to a person, by the hash of its token. */
interface MailedLink {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly now: Date;
}

const keepLink = (tx: Db, kind: string, { tokenHash, userId, ...link }: MailedLink) =>
  keep(tx, { ...link, identifier: kind + tokenHash, value: userId });

/** Stores a link to choose a new password. */
export const keepResetLink = (tx: Db, link: MailedLink) => keepLink(tx, RESET, link);

/** The person a link is for; null when it is unknown, used or expired. */
export const resetLinkOwner = (db: Db, tokenHash: string, now: Date) => linkOwner(db, RESET + tokenHash, now);

async function linkOwner(db: Db, identifier: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)));
  return row?.userId ?? null;
}

/** Deletes a link; false when another transaction did meanwhile. */
export async function takeResetLink(tx: Db, tokenHash: string, userId: string): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, RESET + tokenHash), eq(verifications.value, userId)))
    .returning({ id: verifications.id });
  return taken.length > 0;
}

const STOP = 'email-change-stop:';

/**
 * Stores a link that cancels a change of address: each request has its own, and each cancels the pending change.
 */
export const keepStopLink = (tx: Db, link: MailedLink) => keepLink(tx, STOP, link);

/** The person whose change a link cancels; null when it is unknown, used or expired. */
export const stopLinkOwner = (db: Db, tokenHash: string, now: Date) => linkOwner(db, STOP + tokenHash, now);

/** Deletes a cancellation link; false when it is gone. */
export async function takeStopLink(tx: Db, tokenHash: string): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, STOP + tokenHash))
    .returning({ id: verifications.id });
  return taken.length > 0;
}

/** Deletes every link mailed for a person: to a new password, to a new address, and to cancel a change. */
export async function forgetLinks(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(
      or(
        eq(verifications.identifier, pendingName(userId)),
        and(
          eq(verifications.value, userId),
          or(like(verifications.identifier, `${RESET}%`), like(verifications.identifier, `${STOP}%`)),
        ),
      ),
    );
}

/** The row of a person's pending change of address: at most one, the last requested. */
const pendingName = (userId: string) => `email-change:${userId}`;

/** Deletes the pending change: the next request replaces it even if it is refused. */
export async function forgetPendingEmail(tx: Db, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.identifier, pendingName(userId)));
}

export async function keepPendingEmail(
  tx: Db,
  userId: string,
  pending: { id: string; value: string; expiresAt: Date; now: Date },
): Promise<void> {
  await keep(tx, { ...pending, identifier: pendingName(userId) });
}

/**
 * Deletes and returns the pending change, so that one of two concurrent confirmations finds it.
 * @param proof prefix of its value.
 */
export async function takePendingEmail(
  tx: Db,
  userId: string,
  proof: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, pendingName(userId)),
        sql`starts_with(${verifications.value}, ${proof})`,
        gt(verifications.expiresAt, now),
      ),
    )
    .returning({ value: verifications.value });
  return row?.value ?? null;
}

const TICKET = 'ticket:';

/** Stores a single-use grant: a confirmation, or the challenge of a passkey. */
export async function keepTicket(
  db: Db,
  of: {
    readonly id: string;
    readonly tokenHash: string;
    readonly boundTo: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  const { tokenHash, boundTo, ...ticket } = of;
  await keep(db, { ...ticket, identifier: TICKET + tokenHash, value: boundTo });
}

/** Deletes the grant; false when it is unknown, used, expired, or for something else. */
export async function takeTicket(
  db: Db,
  of: { readonly tokenHash: string; readonly boundTo: string; readonly now: Date },
): Promise<boolean> {
  const taken = await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, TICKET + of.tokenHash),
        eq(verifications.value, of.boundTo),
        gt(verifications.expiresAt, of.now),
      ),
    )
    .returning({ id: verifications.id });
  return taken.length > 0;
}

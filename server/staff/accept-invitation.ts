import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { requireGoodPassword } from '../auth/passwords/password-rules.ts';
import { insertCredential, proveEmailOf, secondFactorsOf } from '../auth/queries.ts';
import { endAccess } from '../auth/sessions/end-access.ts';
import { tokenHashOf } from '../auth/sessions/session-cookie.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { RequestContext } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { inTransaction } from '../work/work.ts';

/** The person whom a link invites; null when it is unknown, used or expired. */
async function invitedBy(db: Db, token: string, now: Date) {
  const [row] = await rowsOf<{ id: string; name: string; email: string }>(
    db,
    sql`select u.id, u.name, u.email from staff_members m join users u on u.id = m.user_id
      where m.invitation_hash = ${tokenHashOf(token)} and m.status = 'invited'
        and m.invitation_ends_at > ${now.toISOString()}::timestamptz`,
  );
  return row ?? null;
}

/** Whom a link invites. @throws Refusal `staff.invitation-expired`, the same for an unknown, a used and an expired one; `request.too-many`. */
export async function showInvitation(context: RequestContext, token: string) {
  const { attempts, database, surroundings } = context.bank;
  await attempts.countInvitation(context.address);
  const person = await invitedBy(database.db, token, surroundings.now());
  if (!person) throw new Refusal('staff.invitation-expired');
  return { name: person.name, email: person.email };
}

/**
 * The first sign-in of an invited person: they choose a password, and the link is used up. In a live institution they are active once they have
 * a second factor (STAFF-15).
 * @throws Refusal `staff.invitation-expired`; `auth.weak-password` with the field, after which the link still works; `request.too-many`.
 */
export async function acceptInvitation(
  context: RequestContext,
  input: { readonly token: string; readonly password: string },
): Promise<void> {
  const { attempts, auth, database, surroundings, institution } = context.bank;
  await attempts.countInvitation(context.address);
  const person = await invitedBy(database.db, input.token, surroundings.now());
  if (!person) throw new Refusal('staff.invitation-expired');
  await requireGoodPassword('password', input.password, {
    email: person.email,
    lastName: person.name,
    brandName: institution.brandName,
  });
  const passwordHash = await auth.passwords.hash(input.password, 'at the door');
  const actor = { kind: 'staff', personId: person.id } as const;
  await inTransaction(
    database.db,
    surroundings,
    actor,
    async (work) => {
      // In a live institution with the second factor, which who comes back by a new link may have already.
      const isActive = sql`(${institution.mode !== 'live'} or cardinality(${secondFactorsOf(sql`staff_members.user_id`)}) > 0)`;
      // Of two concurrent acceptances the second finds the link used.
      const taken = await rowsOf(
        work.tx,
        sql`update staff_members set invitation_hash = null, status = case when ${isActive} then 'active' else 'invited' end,
            joined_at = case when ${isActive} then ${work.now.toISOString()}::timestamptz end
          where user_id = ${person.id}::uuid and invitation_hash = ${tokenHashOf(input.token)} returning 1`,
      );
      if (taken.length === 0) throw new Refusal('staff.invitation-expired');
      // Who began before, and comes back by a new link, has the new password alone, and no session of the one before.
      await endAccess(work.tx, person.id);
      await work.tx.execute(sql`delete from credentials where user_id = ${person.id}::uuid`);
      await insertCredential(work.tx, {
        id: work.newId(),
        userId: person.id,
        passwordHash,
        now: work.now,
      });
      await proveEmailOf(work.tx, person.id, work.now);
      audit(work, {
        operation: 'staffInvitations.accept',
        clientAccountId: null,
        subjectId: person.id,
        before: null,
        after: null,
      });
      await announce(work, { staff: true }, ['staff']);
    },
    context.address,
  );
}

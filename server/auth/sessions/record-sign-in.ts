import { sql } from 'drizzle-orm';
import type { AuditOperation } from '#domain/audit/operation.ts';
import type { Refusal } from '#domain/errors.ts';
import { audit } from '../../audit/audit.ts';
import { recordRefusal } from '../../audit/refusals.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { signIns } from '../../db/schema/index.ts';
import type { RequestContext } from '../../http/context.ts';
import { tell } from '../../signals.ts';
import { inTransaction, type Work } from '../../work/work.ts';
import { isStaffSql } from '../queries.ts';

/** The two sign-in pages, as the audit trail names them. */
export type Entrance = Extract<AuditOperation, 'session.signIn' | 'session.signInAsAdministrator'>;

const MAX_USER_AGENT = 300;

const deviceOf = (context: RequestContext) => ({
  address: context.address,
  userAgent: context.headers.get('user-agent')?.slice(0, MAX_USER_AGENT) || null,
});

/** Records a sign-in in the transaction in which `begin` begins the session; the staff's also enters the audit trail, from either page. */
export async function recordSignIn<T>(
  context: RequestContext,
  entrance: Entrance,
  { userId, isStaff }: { readonly userId: string; readonly isStaff: boolean },
  begin: (work: Work) => Promise<T>,
): Promise<T> {
  const { database, surroundings } = context.bank;
  const begun = await inTransaction(
    database.db,
    surroundings,
    { kind: isStaff ? 'staff' : 'client', personId: userId },
    async (work) => {
      await work.tx
        .insert(signIns)
        .values({ id: work.newId(), userId, succeeded: true, ...deviceOf(context), createdAt: work.now });
      if (isStaff)
        audit(work, {
          operation: entrance,
          clientAccountId: null,
          subjectId: null,
          before: null,
          after: null,
        });
      return begin(work);
    },
    context.address,
  );
  tell('guichet:sign-in', { entrance, outcome: 'succeeded' });
  return begun;
}

async function personBehind(db: Db, email: string) {
  const rows = await rowsOf<{ id: string; is_staff: boolean }>(
    db,
    sql`select u.id, ${isStaffSql(sql`u.id`)} as is_staff
      from users u where u.email = ${email}`,
  );
  return rows[0] ?? null;
}

/**
 * Records a refused sign-in, if the address is in use. It enters the audit trail when it aimed at the back office: by its page, or with the
 * address of a member of the staff. The typed values are not kept: people mistake one field for the other.
 */
export async function recordRefusedSignIn(
  context: RequestContext,
  entrance: Entrance,
  email: string,
  refusal: Refusal,
): Promise<void> {
  const { database, surroundings } = context.bank;
  tell('guichet:sign-in', { entrance, outcome: refusal.code });
  const person = await personBehind(database.db, email);
  // While blocked, further attempts are not recorded: they could fill the table.
  if (person && refusal.code !== 'auth.too-many-attempts')
    await database.db.insert(signIns).values({
      id: surroundings.newId(),
      userId: person.id,
      succeeded: false,
      ...deviceOf(context),
      createdAt: surroundings.now(),
    });
  if (entrance === 'session.signInAsAdministrator' || person?.is_staff)
    await recordRefusal(database.db, surroundings, {
      operation: entrance,
      refusalCode: refusal.code,
      actorId: person?.id ?? null,
      // A typed address does not prove who typed it.
      isStaff: false,
      origin: context.address,
      input: null,
    });
}

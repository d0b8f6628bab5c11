import { sql } from 'drizzle-orm';
import { ADMINISTRATOR_ROLE, type Caller } from '#domain/permissions.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { Auth } from './engine.ts';

/** The signed-in person of a request, as every handler may know them. */
export interface SignedIn extends Caller {
  readonly sessionId: string;
  readonly email: string;
  readonly firstName: string | null;
  /** The client's account, when sign-up is complete. */
  readonly accountId: string | null;
  readonly isAdministrator: boolean;
  readonly expiresAt: Date;
}

interface PersonRow {
  readonly roles: string[] | null;
  readonly account_id: string | null;
  readonly first_name: string | null;
}

async function personOf(db: Db, userId: string): Promise<PersonRow> {
  const rows = await rowsOf<PersonRow>(
    db,
    sql`select
      (select array_agg(r.role) from user_roles r where r.user_id = ${userId}::uuid) as roles,
      (select a.id from client_accounts a where a.user_id = ${userId}::uuid) as account_id,
      coalesce(
        (select p.first_name from profiles p where p.user_id = ${userId}::uuid),
        (select d.first_name from sign_up_details d where d.user_id = ${userId}::uuid)
      ) as first_name`,
  );
  return rows[0] ?? { roles: null, account_id: null, first_name: null };
}

/**
 * Who sends the request, from its session cookie; `null` when nobody is signed in. Roles and account are read afresh each time, so
 * that a right withdrawn is withdrawn at the next request. `setCookies` carries a renewed session cookie to the answer.
 */
export async function callerOf(
  auth: Auth,
  db: Db,
  headers: Headers,
): Promise<{ caller: SignedIn | null; setCookies: string[] }> {
  if (!headers.has('cookie')) return { caller: null, setCookies: [] };
  const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true });
  if (!response) return { caller: null, setCookies: [] };
  const person = await personOf(db, response.user.id);
  const roles = person.roles ?? [];
  return {
    caller: {
      userId: response.user.id,
      sessionId: response.session.id,
      email: response.user.email,
      firstName: person.first_name,
      roles,
      hasAccount: person.account_id !== null,
      accountId: person.account_id,
      isAdministrator: roles.includes(ADMINISTRATOR_ROLE),
      expiresAt: new Date(response.session.expiresAt),
    },
    setCookies: answer.getSetCookie(),
  };
}

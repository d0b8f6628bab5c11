import { sql } from 'drizzle-orm';
import {
  assignedOnlyOf,
  needsSecondFactor,
  permissionsOf,
  type Role,
  type SignInPolicy,
} from '#domain/permissions.ts';
import { absoluteEndOf, sessionEndOf, sessionLimitsOf } from '#domain/sessions/limits.ts';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import { type Limits, limitsOf } from '#domain/staff/limits.ts';
import type { MemberStatus } from '#domain/staff/status.ts';
import type { Auth } from '../../bank/auth.ts';
import type { SignedIn } from '../../bank/guard.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { secondFactorsOf } from '../queries.ts';
import { tokenHashOf } from './session-cookie.ts';

/** A role that the caller holds, with its name on the screens. */
interface HeldRole extends Role {
  readonly label: string;
  readonly limits: Limits;
}

interface CallerRow {
  readonly token_hash: string;
  readonly expires_at: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly begun_at: string;
  readonly used_at: string;
  readonly email: string;
  readonly roles: HeldRole[] | null;
  readonly member_status: MemberStatus | null;
  readonly account_id: string | null;
  readonly linked_accounts: string[] | null;
  readonly own_limits: Limits | null;
  readonly first_name: string | null;
  readonly second_factors: SecondFactor[];
}

/** Calls within this time count as one activity, to avoid a write to the session at each call. */
const ACTIVITY_MS = 15_000;

/**
 * Whether a call counts as activity. Background reads of a screen (`X-Unattended`) and reconnecting streams do not: a page left open must
 * not keep its session alive.
 */
function isAttended(headers: Headers): boolean {
  return !headers.has('x-unattended') && headers.get('accept') !== 'text/event-stream';
}

/**
 * Whether somebody of the staff may not act now: who is suspended or gone, and who was invited and is not active yet (STAFF-15). In a live institution
 * an invited person enters to set up their second factor; with one they are active, or their invitation was sent again or is over.
 */
const isShutOut = (
  { member_status: status, second_factors: factors }: Pick<CallerRow, 'member_status' | 'second_factors'>,
  mode: SignInPolicy['mode'],
): boolean =>
  status === 'invited' ? mode === 'demo' || factors.length > 0 : status !== null && status !== 'active';

/** Token hashes waiting for the next lookup. */
type Asked = Map<string, PromiseWithResolvers<CallerRow | undefined>>;

/** Present while the database is being asked. */
const asked = new WeakMap<Db, Asked>();

/**
 * Looks up the session of a token with its person. Requests that arrive during a query share the next one: each result was read after its
 * request arrived, and nothing is cached.
 */
function rowOfSession(db: Db, tokenHash: string): Promise<CallerRow | undefined> {
  let waiting = asked.get(db);
  if (!waiting) {
    waiting = new Map();
    asked.set(db, waiting);
    // Requests of one turn of the event loop share a query.
    setImmediate(askInTurn, db);
  }
  const known = waiting.get(tokenHash);
  if (known) return known.promise;
  const answer = Promise.withResolvers<CallerRow | undefined>();
  waiting.set(tokenHash, answer);
  return answer.promise;
}

async function askInTurn(db: Db): Promise<void> {
  for (let waiting = asked.get(db); waiting && waiting.size > 0; waiting = asked.get(db)) {
    asked.set(db, new Map());
    await answerAsked(db, waiting);
  }
  asked.delete(db);
}

/**
 * Each session's person is looked up by an index, with « limit 1 » (decision 0018): the planner expects some ten sessions of a list of tokens, and would read all
 * users and profiles of a bank of a few thousand clients at each call.
 */
async function answerAsked(db: Db, waiting: Asked): Promise<void> {
  try {
    const rows = await rowsOf<CallerRow>(
      db,
      sql`select s.token_hash, s.id as session_id, s.user_id, s.created_at as begun_at, s.updated_at as used_at, s.expires_at,
        coalesce(d.claimed_email, u.email) as email,
        (select json_agg(json_build_object('code', r.code, 'label', r.label, 'holdsAll', r.holds_all, 'permissions', r.permissions,
            'assignedOnly', r.assigned_only, 'limits', r.limits)
            order by r.code)
          from user_roles held join roles r on r.code = held.role where held.user_id = s.user_id) as roles,
        (select m.status from staff_members m where m.user_id = s.user_id) as member_status,
        (select m.limits from staff_members m where m.user_id = s.user_id) as own_limits,
        a.id as account_id,
        (select json_agg(l.client_account_id) from declared_links l where l.user_id = s.user_id) as linked_accounts,
        coalesce(p.first_name, d.first_name) as first_name,
        ${secondFactorsOf(sql`s.user_id`)} as second_factors
        from sessions s
        cross join lateral (select email from users where id = s.user_id limit 1) u
        left join lateral (select id from client_accounts where user_id = s.user_id limit 1) a on true
        left join lateral (select first_name from profiles where user_id = s.user_id limit 1) p on true
        left join lateral (select claimed_email, first_name from sign_up_details where user_id = s.user_id limit 1) d on true
        where s.token_hash = any (${listed([...waiting.keys()], 'text')})`,
    );
    const rowOf = new Map(rows.map((row) => [row.token_hash, row]));
    for (const [tokenHash, { resolve }] of waiting) resolve(rowOf.get(tokenHash));
  } catch (error) {
    for (const { reject } of waiting.values()) reject(error);
  }
}

/** Sessions whose activity is being written: concurrent calls are the same activity, and would wait for its row. */
const noting = new Map<string, Promise<unknown>>();

async function noteActivity(db: Db, sessionId: string, now: Date, end: Date): Promise<void> {
  let noted = noting.get(sessionId);
  if (!noted) {
    noted = Promise.resolve(
      db.execute(
        sql`update sessions set updated_at = ${now.toISOString()}::timestamptz, expires_at = ${end.toISOString()}::timestamptz
          where id = ${sessionId}::uuid`,
      ),
    ).finally(() => noting.delete(sessionId));
    noting.set(sessionId, noted);
  }
  await noted;
}

/**
 * The caller, from the session cookie; `null` without a session. Roles and account are read each time, so that a withdrawn right ends with
 * the next request.
 */
export async function callerOf(
  {
    auth,
    db,
    now,
    institution,
  }: { readonly auth: Auth; readonly db: Db; readonly now: Date; readonly institution: SignInPolicy },
  headers: Headers,
): Promise<SignedIn | null> {
  const token = auth.cookie.tokenOf(headers);
  if (!token) return null;
  const row = await rowOfSession(db, tokenHashOf(token));
  if (!row || new Date(row.expires_at) <= now) return null;
  const roles = row.roles ?? [];
  const isStaff = roles.length > 0;
  const hasAccount = row.account_id !== null;
  const limits = sessionLimitsOf(institution.mode, { isStaff });
  const begunAt = new Date(row.begun_at);
  let usedAt = new Date(row.used_at);
  // A role given meanwhile may have shortened the session.
  if (sessionEndOf(limits, begunAt, usedAt) <= now) return null;
  if (isAttended(headers) && now.getTime() - usedAt.getTime() >= ACTIVITY_MS) {
    usedAt = now;
    await noteActivity(db, row.session_id, now, sessionEndOf(limits, begunAt, now));
  }
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    email: row.email,
    firstName: row.first_name,
    isStaff,
    roles: roles.map(({ code, label }) => ({ code, label })),
    permissions: permissionsOf(roles),
    isSuspended: isShutOut(row, institution.mode),
    hasAccount,
    accountId: row.account_id,
    ownFiles: [...(row.account_id === null ? [] : [row.account_id]), ...(row.linked_accounts ?? [])],
    assignedOnly: assignedOnlyOf(roles),
    limits: isStaff ? limitsOf(roles, row.own_limits ?? []) : [],
    secondFactors: row.second_factors,
    mustSetUpSecondFactor:
      row.second_factors.length === 0 && needsSecondFactor(institution, { isStaff, hasAccount }),
    begunAt,
    expiresAt: sessionEndOf(limits, begunAt, usedAt),
    endsAt: absoluteEndOf(limits, begunAt),
  };
}

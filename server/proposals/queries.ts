import { and, eq, type SQL, sql } from 'drizzle-orm';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import type { GovernedOperation, Slot } from '#domain/proposals/policy.ts';
import { LAST_REMINDER_HOURS, type ProposalStatus } from '#domain/proposals/proposal.ts';
import { type Approver, filledCount } from '#domain/proposals/slots.ts';
import { readingsOf } from '#domain/search/readings.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { proposals, proposalVotes, type SeenFacts } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type ProposalRow = typeof proposals.$inferSelect;

/** Locks a proposal until the transaction ends; null for an id that names none. */
export async function lockProposal(tx: Db, id: string): Promise<ProposalRow | null> {
  const [row] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update');
  return row ?? null;
}

/** @returns the number that people read. */
export async function insertProposal(tx: Db, row: typeof proposals.$inferInsert): Promise<number> {
  const [written] = await tx.insert(proposals).values(row).returning({ number: proposals.number });
  if (!written) throw new Error('the proposal was not written');
  return written.number;
}

export async function updateProposal(
  tx: Db,
  id: string,
  change: Partial<
    Pick<ProposalRow, 'status' | 'endedAt' | 'slots' | 'comparedEur' | 'refusalCode' | 'isBeyondLimit'>
  >,
): Promise<void> {
  await tx.update(proposals).set(change).where(eq(proposals.id, id));
}

export async function insertVote(tx: Db, row: typeof proposalVotes.$inferInsert): Promise<void> {
  await tx.insert(proposalVotes).values(row);
}

/** Whether a proposal of the operation waits for the same subject (FOUR-10). */
export async function hasOpenProposal(tx: Db, operation: string, subjectId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        eq(proposals.operation, operation),
        eq(proposals.subjectId, subjectId),
        eq(proposals.status, 'awaiting'),
      ),
    );
  return rows.length > 0;
}

/** A member of the staff who can act. */
export interface ActiveMember extends Approver {
  /** Whether a role of theirs permits to approve: without it they fill no slot (FOUR-19). */
  readonly mayApprove: boolean;
}

/** The active members of the staff with the codes of their roles. */
export function activeStaff(tx: Db): Promise<ActiveMember[]> {
  return rowsOf<{ id: string; roles: string[]; mayApprove: boolean }>(
    tx,
    sql`select held.user_id as id, array_agg(held.role order by held.role) as roles,
        bool_or(r.holds_all or 'proposals.approve' = any (r.permissions)) as "mayApprove"
      from user_roles held join roles r on r.code = held.role left join staff_members m on m.user_id = held.user_id
      where coalesce(m.status, 'active') = 'active' group by held.user_id`,
  );
}

/** The active members of the staff who may approve. */
export async function approvers(tx: Db): Promise<ActiveMember[]> {
  return (await activeStaff(tx)).filter(({ mayApprove }) => mayApprove);
}

/** The active people who may do each of these operations (FOUR-23). */
export async function holdersOf(
  tx: Db,
  operations: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await rowsOf<{ operation: string; ids: string[] }>(
    tx,
    sql`select operation, array_agg(distinct held.user_id) as ids from unnest(${listed(operations, 'text')}) operation
      join roles r on r.holds_all or operation = any (r.permissions) join user_roles held on held.role = r.code
      left join staff_members m on m.user_id = held.user_id
      where coalesce(m.status, 'active') = 'active' group by operation`,
  );
  return new Map(rows.map(({ operation, ids }) => [operation, ids]));
}

/** The roles by which a person counts now: none while they are suspended, or hold no role that permits to approve. */
const rolesNow = (userId: SQL) =>
  sql`select h.role from user_roles h left join staff_members m on m.user_id = h.user_id
    where h.user_id = ${userId} and coalesce(m.status, 'active') = 'active'
      and exists (select 1 from user_roles o join roles r on r.code = o.role
        where o.user_id = h.user_id and (r.holds_all or 'proposals.approve' = any (r.permissions)))
    order by h.role`;

/** The people whose own file it is (STAFF-40): the client, and members of the staff who are tied to them. Nobody without a client. */
export async function peopleOfFile(tx: Db, clientAccountId: string | null): Promise<ReadonlySet<string>> {
  return new Set(clientAccountId === null ? [] : await peopleOfAccounts(tx, [clientAccountId]));
}

/** Whether a person is active and holds a permission now (FOUR-15). */
export async function mayStill(tx: Db, userId: string, permission: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from user_roles held join roles r on r.code = held.role left join staff_members m on m.user_id = held.user_id
      where held.user_id = ${userId}::uuid and coalesce(m.status, 'active') = 'active'
        and (r.holds_all or ${permission} = any (r.permissions)) limit 1`,
  );
  return rows.length > 0;
}

/** The codes of the roles that a person holds now, who can act; none for anybody else. */
export async function rolesOf(tx: Db, userId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ role: string }>(tx, rolesNow(sql`${userId}::uuid`));
  return rows.map(({ role }) => role);
}

/** Those who approved a proposal, with the codes of the roles they hold now. The approval of a person who was suspended or left fills no slot. */
export function approvalsOf(tx: Db, proposalId: string): Promise<Approver[]> {
  return rowsOf<{ id: string; roles: string[] }>(
    tx,
    sql`select v.user_id as id, array(${rolesNow(sql`v.user_id`)}) as roles
      from proposal_votes v where v.proposal_id = ${proposalId}::uuid and v.decision = 'approve' order by v.at, v.user_id`,
  );
}

/** The labels of roles by code. */
export async function labelsOfRoles(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ code: string; label: string }>(
    db,
    sql`select code, label from roles where code = any (${listed(codes, 'text')})`,
  );
  return new Map(rows.map(({ code, label }) => [code, label]));
}

/** Slots in words: the labels of one slot joined by « ou », the slots by a comma. */
export async function labelsOfSlots(db: Db, slots: readonly Slot[]): Promise<string> {
  const labels = await labelsOfRoles(db, slots.flat());
  return slots.map((slot) => slot.map((role) => labels.get(role) ?? role).join(' ou ')).join(', ');
}

/** A proposal as it is shown. */
export interface ShownProposal {
  readonly proposal: ProposalRow & { readonly status: ProposalStatus; readonly seen: SeenFacts };
  readonly makerName: string | null;
  readonly clientName: string | null;
  /** Of the account of that client. */
  readonly clientCurrency: string | null;
  readonly votes: readonly {
    readonly userId: string;
    readonly name: string | null;
    readonly roles: readonly string[];
    readonly decision: 'approve' | 'refuse' | 'ratify' | 'contest';
    readonly reason: string | null;
    readonly at: string;
  }[];
}

/** Which proposals a list shows. */
export type ProposalFilter =
  | { readonly kind: 'of-maker'; readonly makerId: string }
  | { readonly kind: 'all' }
  /** Those that a person may review: not their own (FOUR-24). */
  | { readonly kind: 'emergencies'; readonly userId: string }
  | { readonly kind: 'one'; readonly id: string }
  /** Awaiting others than the person, who has not voted and whose roles fit one of the slots. */
  | ({ readonly kind: 'for' } & VoterNow & { readonly except: readonly string[] });

/** A person who could vote now. */
export interface VoterNow {
  readonly userId: string;
  /** The codes of their roles. */
  readonly roles: readonly string[];
  readonly now: Date;
}

function predicateOf(filter: ProposalFilter) {
  switch (filter.kind) {
    case 'of-maker':
      return sql`p.maker_id = ${filter.makerId}::uuid`;
    case 'all':
      return sql`true`;
    case 'emergencies':
      return sql`p.status = 'emergency' and p.maker_id <> ${filter.userId}::uuid`;
    case 'one':
      return sql`p.id = ${filter.id}::uuid`;
    case 'for': {
      const fitsAny = filter.roles.includes(ADMINISTRATOR_ROLE)
        ? sql`true`
        : sql`exists (select 1 from jsonb_array_elements(p.slots) slot where slot ?| ${listed(filter.roles, 'text')})`;
      return sql`p.status = 'awaiting' and p.maker_id <> ${filter.userId}::uuid and not p.not_by ? ${filter.userId} and p.expires_at > ${filter.now.toISOString()}::timestamptz
        and not exists (select 1 from proposal_votes v where v.proposal_id = p.id and v.user_id = ${filter.userId}::uuid)
        and not exists (select 1 from client_accounts a where a.id = p.client_account_id and a.user_id = ${filter.userId}::uuid)
        and not exists (select 1 from declared_links l where l.client_account_id = p.client_account_id and l.user_id = ${filter.userId}::uuid)
        and ${fitsAny}
        ${filter.except.length > 0 ? sql`and p.id <> all (${listed(filter.except, 'uuid')})` : sql``}`;
    }
  }
}

/** What a person can vote on now: what waits for their roles and whose open slots no other filled (FOUR-12), by the rule of the matching. */
export async function waitingFor(db: Db, voter: VoterNow): Promise<ProposalFilter> {
  const fitting = { ...voter, kind: 'for', except: [] } as const;
  const voted = await rowsOf<{ id: string; slots: Slot[]; approvals: Approver[] | null }>(
    db,
    sql`select p.id, p.slots, (select json_agg(json_build_object('id', v.user_id, 'roles', to_json(array(${rolesNow(sql`v.user_id`)}))))
        from proposal_votes v where v.proposal_id = p.id and v.decision = 'approve'
          and not exists (select 1 from declared_links l where l.client_account_id = p.client_account_id and l.user_id = v.user_id)) as approvals
      from proposals p where ${predicateOf(fitting)} and exists (select from proposal_votes v where v.proposal_id = p.id)`,
  );
  const own = { id: voter.userId, roles: voter.roles };
  const except = voted
    .filter(
      ({ slots, approvals }) =>
        filledCount(slots, [...(approvals ?? []), own]) === filledCount(slots, approvals ?? []),
    )
    .map(({ id }) => id);
  return { ...fitting, except };
}

/** The lists that are queues: the oldest end first (Q-1). An emergency ends as it is made, and its review is due in the same order. */
export const isQueued = ({ kind }: ProposalFilter) => kind === 'for' || kind === 'emergencies';

/** Proposals of a list. Those that wait for somebody come by their end, the others newest first. */
export async function shownProposals(
  db: Db,
  filter: ProposalFilter,
  page: { readonly after: Cursor | null; readonly limit: number } = { after: null, limit: 1 },
): Promise<readonly ShownProposal[]> {
  const isQueue = isQueued(filter);
  const key = isQueue ? sql`p.expires_at` : sql`p.made_at`;
  const after = page.after
    ? sql`and (${key}, p.id) ${isQueue ? sql`>` : sql`<`} (${page.after.at.toISOString()}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const direction = isQueue ? sql`asc` : sql`desc`;
  const rows = await rowsOf<{
    id: string;
    maker_name: string | null;
    client_name: string | null;
    client_currency: string | null;
    votes: ShownProposal['votes'] | null;
  }>(
    db,
    sql`select p.id, (select name from users where id = p.maker_id) as maker_name,
        (select f.display_name from client_accounts a join profiles f on f.user_id = a.user_id where a.id = p.client_account_id) as client_name,
        (select currency from client_accounts where id = p.client_account_id) as client_currency,
        (select json_agg(json_build_object('userId', v.user_id, 'name', u.name, 'decision', v.decision, 'reason', v.reason, 'at', v.at,
            'roles', to_json(array(${rolesNow(sql`v.user_id`)}))) order by v.at, v.user_id)
          from proposal_votes v left join users u on u.id = v.user_id where v.proposal_id = p.id) as votes
      from proposals p where ${predicateOf(filter)} ${after}
      order by ${key} ${direction}, p.id ${direction} limit ${page.limit + 1}`,
  );
  if (rows.length === 0) return [];
  const found = await db
    .select()
    .from(proposals)
    .where(
      sql`${proposals.id} = any (${listed(
        rows.map(({ id }) => id),
        'uuid',
      )})`,
    );
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const proposal = byId.get(row.id) as ShownProposal['proposal'] | undefined;
    return proposal
      ? [
          {
            proposal,
            makerName: row.maker_name,
            clientName: row.client_name,
            clientCurrency: row.client_currency,
            votes: row.votes ?? [],
          },
        ]
      : [];
  });
}

/** The proposal that a text names: « P-12 » in any case, « n° 12 »; null for another text. */
export async function proposalNumbered(db: Db, text: string) {
  const { reference, number } = readingsOf(text);
  const named = number ?? Number(/^P-(\d{1,9})$/.exec(reference ?? '')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(named)) return null;
  const [row] = await db
    .select({ id: proposals.id, operation: proposals.operation, status: proposals.status })
    .from(proposals)
    .where(eq(proposals.number, named));
  return row
    ? {
        id: row.id,
        reference: `P-${named}`,
        operation: row.operation as GovernedOperation,
        status: row.status as ProposalStatus,
      }
    : null;
}

/** What waits for the vote of a person, as a queue of the desk: until when (`due`), and from when it is late (`red`). */
export const proposalsFor = async (db: Db, reader: VoterNow): Promise<SQL> =>
  sql`select p.expires_at as due, p.expires_at as red from proposals p where ${predicateOf(await waitingFor(db, reader))}`;

/** The emergencies that a person may review, as a queue of the desk: by the end of the next working day (FOUR-24). */
export const emergenciesFor = ({ userId }: { readonly userId: string }): SQL => {
  const due = sql`(((p.emergency->>'reviewBy')::date + 1)::timestamp at time zone 'Europe/Paris')`;
  return sql`select ${due} as due, ${due} as red from proposals p where ${predicateOf({ kind: 'emergencies', userId })}`;
};

/** How many rows a list has. */
export async function countProposals(db: Db, filter: ProposalFilter): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from proposals p where ${predicateOf(filter)}`,
  );
  return row?.count ?? 0;
}

/** How many emergencies a person has declared since a moment, whatever became of them (FOUR-24). */
export async function emergenciesOf(tx: Db, makerId: string, since: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from proposals
      where maker_id = ${makerId}::uuid and emergency is not null and made_at > ${since.toISOString()}::timestamptz`,
  );
  return row?.count ?? 0;
}

/** Ends the proposals whose end has passed (FOUR-18), at most `limit`; those ended. */
export async function expireProposals(tx: Db, now: Date, limit: number) {
  return rowsOf<{ makerId: string; number: number }>(
    tx,
    sql`update proposals set status = 'expired', ended_at = ${now.toISOString()}::timestamptz where id in (
        select id from proposals where status = 'awaiting' and expires_at <= ${now.toISOString()}::timestamptz
        order by expires_at limit ${limit} for update skip locked)
      returning maker_id as "makerId", number`,
  );
}

/** Ends what waits for a subject past its end, before the job comes to it (FOUR-18): what it asked for may be proposed again at once. */
export function expireProposalsOn(tx: Db, operation: string, subjectId: string, now: Date) {
  return rowsOf<{ makerId: string; number: number }>(
    tx,
    sql`update proposals set status = 'expired', ended_at = ${now.toISOString()}::timestamptz
      where operation = ${operation} and subject_id = ${subjectId}::uuid and status = 'awaiting' and expires_at <= ${now.toISOString()}::timestamptz
      returning maker_id as "makerId", number`,
  );
}

/**
 * The proposals of which those who can approve are reminded now: once half of the time is over, and two hours before the end (FOUR-21). Each time is
 * noted, so that it comes once; at most `limit`.
 */
export function remindedProposals(tx: Db, now: Date, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isLast = sql`expires_at - make_interval(hours => ${LAST_REMINDER_HOURS}) <= ${at}`;
  return rowsOf<{
    id: string;
    makerId: string;
    number: number;
    clientAccountId: string | null;
    notBy: readonly string[];
    slots: readonly Slot[];
  }>(
    tx,
    sql`update proposals set reminders = case when ${isLast} then 2 else 1 end where id in (
        select id from proposals where status = 'awaiting' and expires_at > ${at}
          and ((reminders = 0 and made_at + (expires_at - made_at) / 2 <= ${at}) or (reminders < 2 and ${isLast}))
        order by expires_at limit ${limit} for update skip locked)
      returning id, maker_id as "makerId", number, client_account_id as "clientAccountId", not_by as "notBy", slots`,
  );
}

/** Makes what waits on a thing stale (FOUR-10), and expired what is past its end already; those ended. */
export function endProposalsOn(tx: Db, subjectId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  return rowsOf<{ makerId: string; number: number; status: 'stale' | 'expired' }>(
    tx,
    sql`update proposals set status = case when expires_at <= ${at} then 'expired' else 'stale' end, ended_at = ${at}
      where id in (select id from proposals where subject_id = ${subjectId}::uuid and status = 'awaiting' order by id for update)
      returning maker_id as "makerId", number, status`,
  );
}

/** Blanks the commands of proposals that ended before a moment (FOUR-20), at most `limit`; how many. */
export async function blankInputs(tx: Db, endedBefore: Date, limit: number): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update proposals set input = null where id in (
        select id from proposals where input is not null and ended_at < ${endedBefore.toISOString()}::timestamptz limit ${limit})
      returning id`,
  );
  return rows.length;
}

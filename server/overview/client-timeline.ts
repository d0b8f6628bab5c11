import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { timelineEntry } from '#contract/overview.ts';
import { TIMELINE_GROUPS, TIMELINE_KINDS, type TimelineGroup } from '#contract/overview.ts';
import type { AuditOperation } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import { eventForStaff, type MovementDetails } from '#domain/ledger/movement-words.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { readMinor } from '../db/read-minor.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { isStillListed } from '../loans/queries.ts';

type Kind = (typeof TIMELINE_KINDS)[number];

/** Where a page ended: the moment, kind and id of its last row. One request stands in the list under several kinds. */
const pageKeys = z.tuple([momentKey, z.enum(TIMELINE_KINDS), z.uuid()]);

interface Row {
  readonly id: string;
  readonly at: string | Date;
  readonly kind: Kind;
  readonly amount: string | number | null;
  readonly currency: string | null;
  readonly text: string | null;
  readonly event: string | null;
  readonly details: MovementDetails | null;
  readonly status: string | null;
  readonly reference: string | null;
  readonly posting: string | null;
  readonly by: string | null;
}

/** One source of the timeline: its rows carry the same columns, so that they can be read together. */
interface Source {
  readonly kind: Kind;
  readonly from: SQL;
  readonly at: SQL;
  readonly amount?: SQL;
  readonly currency?: SQL;
  readonly text?: SQL;
  readonly event?: SQL;
  readonly details?: SQL;
  readonly status?: SQL;
  readonly reference?: SQL;
  readonly posting?: SQL;
  readonly by?: SQL;
}

const NOTHING = sql.raw('null');

const amount = sql`s.amount`;
const currency = sql`s.currency`;

const ofAccount = (accountId: string, table: string) =>
  sql`${sql.raw(table)} s where s.client_account_id = ${accountId}::uuid`;

const ofUser = (userId: string, table: string) => sql`${sql.raw(table)} s where s.user_id = ${userId}::uuid`;

/**
 * The acts of one operation on a client's account. A line of the audit trail is named by its number, and the timeline names everything by an
 * id: here one of version 8 (RFC 9562).
 */
const ofActs = (accountId: string, operation: AuditOperation) =>
  sql`(select ('00000000-0000-8000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id, at, actor_id from audit_entries
      where client_account_id = ${accountId}::uuid and outcome = 'done' and operation = ${operation}) s where true`;

/**
 * The decisions on a client's requests before the last one. A request keeps its last decision only; those before it stand in the audit trail.
 * No request reaches a state twice.
 */
function earlier(
  accountId: string,
  noun: 'loan' | 'withdrawal',
  text: string,
  states: Readonly<Record<string, string>>,
): Omit<Source, 'kind'> {
  const operations = Object.keys(states).map((action) => `${noun}s.decide.${action}`);
  const cases = Object.entries(states).map(
    ([action, state]) => sql`when ${`${noun}s.decide.${action}`} then ${state}`,
  );
  const status = sql`case a.operation ${sql.join(cases, sql` `)} end`;
  const from = sql`(select r.id, a.at, r.amount, r.currency, r.${sql.raw(text)} as text, a.actor_id,
        ${status} as status
      from audit_entries a join ${sql.raw(`${noun}_requests`)} r on r.id = a.subject_id
      where a.client_account_id = ${accountId}::uuid and r.client_account_id = ${accountId}::uuid and a.outcome = 'done'
        and a.operation in (${sql.join(
          operations.map((operation) => sql`${operation}`),
          sql`, `,
        )})
        and r.status <> ${status}) s where true`;
  return {
    from,
    at: sql`s.at`,
    amount,
    currency,
    text: sql`s.text`,
    status: sql`s.status`,
    by: sql`s.actor_id`,
  };
}

const movementsOf = (accountId: string): readonly Source[] => [
  {
    kind: 'account-opened',
    from: sql`client_accounts s where s.id = ${accountId}::uuid`,
    at: sql`s.created_at`,
    text: sql`s.account_type`,
  },
  {
    kind: 'movement',
    from: ofAccount(accountId, 'transactions'),
    at: sql`s.created_at`,
    amount,
    currency: sql`(select a.currency from client_accounts a where a.id = s.client_account_id)`,
    text: sql`s.description`,
    event: sql`s.event`,
    details: sql`s.details`,
    reference: sql`s.reference_number`,
    posting: sql`s.ledger_transaction_id`,
    by: sql`s.created_by`,
  },
];

/** The requests of one noun with their decisions; `decided` is the prefix of the columns that keep the last one. */
function requestsOf(
  accountId: string,
  noun: 'loan' | 'withdrawal',
  { text, decided, states }: { text: string; decided: string; states: Readonly<Record<string, string>> },
): readonly Source[] {
  const table = `${noun}_requests`;
  const column = (name: string) => sql.raw(`s.${name}`);
  const asked = { amount, currency, text: column(text) };
  return [
    { kind: `${noun}-requested`, from: ofAccount(accountId, table), at: sql`s.created_at`, ...asked },
    {
      kind: `${noun}-decided`,
      from: sql`${ofAccount(accountId, table)} and ${column(`${decided}_at`)} is not null`,
      at: column(`${decided}_at`),
      ...asked,
      status: sql`s.status`,
      by: column(`${decided}_by`),
    },
    { kind: `${noun}-decided`, ...earlier(accountId, noun, text, states) },
  ];
}

/** LC-56: a request that reads like a cancelled one goes from the timeline when a cancelled one does. */
const loansOf = (accountId: string, day: string): readonly Source[] =>
  requestsOf(accountId, 'loan', {
    text: 'purpose',
    decided: 'reviewed',
    states: { process: 'processing' },
  }).map((source) => ({
    ...source,
    from: sql`${source.from} and exists (select from loan_requests where loan_requests.id = s.id and ${isStillListed(day)})`,
  }));

const withdrawalsOf = (accountId: string): readonly Source[] =>
  requestsOf(accountId, 'withdrawal', {
    text: 'client_bank_name',
    decided: 'processed',
    states: { process: 'processing', approve: 'approved' },
  });

const feesOf = (accountId: string): readonly Source[] => [
  {
    kind: 'fee-created',
    from: ofAccount(accountId, 'fees'),
    at: sql`s.created_at`,
    amount,
    currency,
    text: sql`s.description`,
    by: sql`s.created_by`,
  },
  {
    kind: 'fee-declared',
    from: sql`${ofAccount(accountId, 'fees')} and s.declared_at is not null`,
    at: sql`s.declared_at`,
    amount,
    currency,
    text: sql`s.description`,
  },
  {
    kind: 'fee-paid',
    from: sql`${ofAccount(accountId, 'fees')} and s.paid_at is not null`,
    at: sql`s.paid_at`,
    amount,
    currency,
    text: sql`s.description`,
    reference: sql`s.receipt_number`,
    by: sql`s.settled_by`,
  },
];

/** LC-56: the mails of a withdrawal from a contract stand in the contract's own record, with their papers, and in no list. */
const MAILS_OF_WITHDRAWALS = sql.raw(`'loan-withdrawn', 'loan-sum-returned'`);

const contactsAndActsOf = (accountId: string, userId: string): readonly Source[] => [
  {
    kind: 'mail-written',
    from: sql`${ofUser(userId, 'outbox')} and s.template not in (${MAILS_OF_WITHDRAWALS})`,
    at: sql`s.created_at`,
    text: sql`s.template`,
  },
  {
    kind: 'signed-in',
    from: sql`${ofUser(userId, 'sign_ins')} and s.succeeded`,
    at: sql`s.created_at`,
    text: sql`s.user_agent`,
  },
  {
    kind: 'sign-in-failed',
    from: sql`${ofUser(userId, 'sign_ins')} and not s.succeeded`,
    at: sql`s.created_at`,
    text: sql`s.user_agent`,
  },
  {
    kind: 'note',
    from: ofAccount(accountId, 'client_notes'),
    at: sql`s.created_at`,
    text: sql`s.text`,
    by: sql`s.author_id`,
  },
  // A proposal that expired stays in the file of its client, because its maker wanted it done (FOUR-18).
  {
    kind: 'approval-expired',
    from: sql`${ofAccount(accountId, 'proposals')} and s.status = 'expired'`,
    at: sql`s.ended_at`,
    text: sql`s.operation`,
    reference: sql`'P-' || s.number`,
    by: sql`s.maker_id`,
  },
  {
    kind: 'account-activated',
    from: ofActs(accountId, 'accounts.activate'),
    at: sql`s.at`,
    by: sql`s.actor_id`,
  },
  {
    kind: 'sessions-ended',
    from: ofActs(accountId, 'clients.endSessions'),
    at: sql`s.at`,
    by: sql`s.actor_id`,
  },
  {
    kind: 'iban-assigned',
    from: ofActs(accountId, 'accounts.assignIban'),
    at: sql`s.at`,
    by: sql`s.actor_id`,
  },
];

/** The sources of one client. Each reads an index of its own table from the newest row on. */
const sourcesOf = (accountId: string, userId: string, day: string): readonly Source[] => [
  ...movementsOf(accountId),
  ...loansOf(accountId, day),
  ...withdrawalsOf(accountId),
  ...feesOf(accountId),
  ...contactsAndActsOf(accountId, userId),
];

/**
 * Everything that happened to a client, newest first, page by page. Every source gives at most one page, so the work stays the same
 * however long the client's life is.
 * @param group only what is of one group.
 * @throws Refusal `not-found`; `request.invalid` for a foreign cursor.
 */
export async function clientTimeline(
  db: Db,
  accountId: string,
  {
    group,
    cursor,
    limit,
    day,
    readsNotes,
  }: {
    readonly group?: TimelineGroup;
    readonly cursor?: string;
    readonly limit: number;
    /** The legal day of asking. */
    readonly day: string;
    /** Whether the reader may read notes (STAFF-5): else there are none, since a page with a gap would count them. */
    readonly readsNotes: boolean;
  },
): Promise<{ entries: z.infer<typeof timelineEntry>[]; nextCursor: string | null }> {
  const keys = decodeKeys(cursor, pageKeys);
  const [owner] = await rowsOf<{ user_id: string }>(
    db,
    sql`select user_id from client_accounts where id = ${accountId}::uuid`,
  );
  if (!owner) throw new Refusal('not-found');

  const ofGroup: readonly Kind[] = group ? TIMELINE_GROUPS[group] : TIMELINE_KINDS;
  const kinds = ofGroup.filter((kind) => readsNotes || kind !== 'note');
  if (kinds.length === 0) return { entries: [], nextCursor: null };
  const sources = sourcesOf(accountId, owner.user_id, day).filter(({ kind }) => kinds.includes(kind));
  const branches = sources.map((source) => {
    const beyond = keys
      ? sql`and (${source.at}, ${source.kind}::text collate "C", s.id)
          < (${new Date(keys[0]).toISOString()}::timestamptz, ${keys[1]}::text collate "C", ${keys[2]}::uuid)`
      : sql``;
    return sql`(select s.id, ${source.at} as at, ${source.kind}::text collate "C" as kind,
        ${source.amount ?? NOTHING}::bigint as amount, ${source.currency ?? NOTHING}::text as currency,
        ${source.text ?? NOTHING}::text as text, ${source.event ?? NOTHING}::text as event,
        ${source.details ?? NOTHING}::jsonb as details, ${source.status ?? NOTHING}::text as status,
        ${source.reference ?? NOTHING}::text as reference, ${source.posting ?? NOTHING}::uuid as posting, ${source.by ?? NOTHING}::uuid as by_id
      from ${source.from} ${beyond}
      order by ${source.at} desc, s.id desc limit ${limit + 1})`;
  });
  const rows = await rowsOf<Row>(
    db,
    sql`select e.id, e.at, e.kind, e.amount, e.currency, e.text, e.event, e.details, e.status, e.reference, e.posting,
        case when e.by_id <> ${owner.user_id}::uuid then ${nameOfPerson(sql`e.by_id`)} end as by
      from (${sql.join(branches, sql` union all `)}) e
      order by e.at desc, e.kind desc, e.id desc limit ${limit + 1}`,
  );
  const { page, nextCursor } = pageBy(rows, limit, (row) => [new Date(row.at).getTime(), row.kind, row.id]);
  return {
    entries: page.map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      kind: row.kind,
      amountMinor: row.amount === null ? null : readMinor(row.amount),
      currency: row.currency as CurrencyCode | null,
      text: row.text,
      event: row.event && eventForStaff(row.event),
      details: row.details,
      status: row.status,
      reference: row.reference,
      postingId: row.posting,
      by: row.by,
    })),
    nextCursor,
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { ArrearsBucket } from '#domain/loans/loan-state.ts';
import { LOAN_QUEUES, type LoanQueue } from '#domain/loans/queues.ts';
import { TIME_BAR_ALARM_MONTHS } from '#domain/loans/recovery.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { lacksFicp } from './file/file-queries.ts';
import { sinceOfBucket } from './recovery/recovery-queries.ts';

/**
 * A queue as one query: what waits (`id`), of which loan (`loan_id`), since when (`at`), and until when it has to be done: a last day (`deadline`) or
 * a stored moment (`due_at`), null when nothing says. `day` is the legal day of asking, `now` its moment.
 */
type QueueQuery = (day: string, now: Date) => SQL;

/** The beginning of a stored day in French legal time. */
const startOf = (day: SQL) => sql`(${day}::timestamp at time zone 'Europe/Paris')`;

/** Late loans of a bucket (LC-79). A frozen one is in its own queue. */
const lateOf =
  (bucket: ArrearsBucket): QueueQuery =>
  (day) => {
    const { from, to } = sinceOfBucket(bucket, day);
    return sql`select a.loan_id as id, a.loan_id, ${startOf(sql`a.since`)} as at, null::date as deadline, null::timestamptz as due_at
      from loan_arrears a join loans l on l.id = a.loan_id
      where l.frozen is null and a.since <= ${to}::date ${from ? sql`and a.since >= ${from}::date` : sql``}`;
  };

/**
 * The queues of the staff, each one query on an index of what is open. A part of a loan's life that adds a queue adds its name in
 * `domain/loans/queues.ts` and its query here.
 */
const QUEUES: Readonly<Record<LoanQueue, QueueQuery>> = {
  // Taken in hand or not: as many as « Prêts à étudier » of the dashboard (Q-2).
  'to-review': () =>
    sql`select id, id as loan_id, created_at as at, null::date as deadline, due_at from loan_requests
      where stage = 'request' and phase <> 'transmitted'`,
  'documents-to-verify': () =>
    sql`select d.id, r.id as loan_id, d.created_at as at, null::date as deadline, d.due_at from loan_documents d
      join loan_requests r on r.id = d.loan_request_id
      where d.state = 'received' and r.stage in ('request', 'contract')`,
  // Requests whose sheet is confirmed and that have no consultation which is still valid.
  'ficp-to-consult': (day) =>
    sql`select r.id, r.id as loan_id, r.created_at as at, null::date as deadline, null::timestamptz as due_at from loan_requests r
      where ${lacksFicp(sql`r`, day)}`,
  // LC-6: what a lender has not answered to the end, and the lenders to tell that a client has cancelled.
  'lender-answers': () =>
    sql`select loan_request_id as id, loan_request_id as loan_id, sent_at as at, null::date as deadline, null::timestamptz as due_at
      from loan_transmissions where answer is null or answer = 'accepted'`,
  // Since the acceptance: from the fifth day after it they are late (LC-50).
  'agreements-to-give': () =>
    sql`select c.id, c.id as loan_id, c.accepted_at as at, c.agreement_last_day as deadline, null::timestamptz as due_at from loan_contracts c
      join loan_requests r on r.id = c.id where r.phase = 'accepted' and r.stage = 'contract'`,
  'payouts-of-the-day': (day) =>
    sql`select c.id, c.id as loan_id, c.agreed_at as at, c.payout_day as deadline, null::timestamptz as due_at from loan_contracts c
      join loan_requests r on r.id = c.id
      where r.phase = 'agreed' and r.stage = 'contract' and c.payout_day <= ${day}::date`,
  'arrears-1-30': lateOf('1-30'),
  'arrears-31-60': lateOf('31-60'),
  'arrears-61-90': lateOf('61-90'),
  'arrears-90': lateOf('90+'),
  'measure-requests': () =>
    sql`select id, loan_id, told_at as at, answer_due_on as deadline, null::timestamptz as due_at from loan_difficulties where answered_at is null`,
  'formal-notices': () =>
    sql`select id, loan_id, sent_at as at, last_day as deadline, null::timestamptz as due_at from loan_formal_notices where ended_on is null`,
  // One whose time is over waits no more, whenever the job ends it (FOUR-18).
  'recovery-decisions': (_, now) =>
    sql`select id, subject_id as loan_id, made_at as at, null::date as deadline, expires_at as due_at from proposals
      where status = 'awaiting' and operation like 'loanRecovery.%' and expires_at > ${now.toISOString()}::timestamptz`,
  'ficp-to-declare': (day) =>
    sql`select f.id, f.loan_id, ${startOf(sql`f.declare_from`)} as at, null::date as deadline, null::timestamptz as due_at
      from ficp_declarations f join loans l on l.id = f.loan_id
      where f.declared_on is null and f.regularised_on is null and f.declare_from <= ${day}::date and l.frozen is null`,
  // The deletion is declared on the day of the full payment (LC-83).
  'ficp-to-delete': () =>
    sql`select id, loan_id, ${startOf(sql`regularised_on`)} as at, regularised_on as deadline, null::timestamptz as due_at from ficp_declarations
      where declared_on is not null and regularised_on is not null and deleted_on is null`,
  'time-bar-near': (day) =>
    sql`select l.id, l.id as loan_id, ${startOf(sql`bar.since`)} as at, (bar.since + interval '24 months')::date as deadline,
        null::timestamptz as due_at
      from (select (${day}::date - make_interval(months => ${TIME_BAR_ALARM_MONTHS}))::date as until) near
      cross join lateral (select distinct i.loan_id from loan_instalments i
        where i.due_on <= near.until and i.missed_on is not null and i.settled_on is null) missed
      join loans l on l.id = missed.loan_id and l.ended_on is null
      cross join lateral (select time_bar_since(l.id, ${day}::date) as since) bar
      where bar.since <= near.until`,
  freezes: () =>
    sql`select id, loan_id, set_at as at,
        case when kind = 'overindebtedness' then (from_day + interval '24 months')::date end as deadline, null::timestamptz as due_at
      from loan_freezes f where lifted_on is null
        and exists (select from loan_requests r where r.id = f.loan_id and r.stage = 'loan' and r.phase <> 'written_off')`,
};

/** The end of a stored day in French legal time. */
const endOf = (day: SQL) => sql`((${day} + 1)::timestamp at time zone 'Europe/Paris')`;

/** Until when what waits has to be done: the end of its last day, or the moment that is stored with it. */
const DUE = sql`coalesce(due_at, ${endOf(sql`deadline`)})`;
/** An agreement is late from the fifth day after the acceptance, two days before its last (LC-50). */
const redOf = (queue: LoanQueue) =>
  queue === 'agreements-to-give' ? sql`${startOf(sql`(deadline - 2)`)}` : DUE;

/** What waits in a queue with until when it has to be done (`due`) and from when it is late (`red`), for the figures of the desk. */
export const waitingLoans = (queue: LoanQueue, now: Date): SQL =>
  sql`select ${DUE} as due, ${redOf(queue)} as red from (${QUEUES[queue](legalDay(now), now)}) waiting`;

/** What waits for the staff on loans at a moment: of each queue how many, how many of them late, the next deadline, and since when its oldest. */
export async function loanQueues(db: Db, now: Date) {
  const day = legalDay(now);
  return Promise.all(
    LOAN_QUEUES.map(async (name) => {
      const [row] = await rowsOf<
        Record<'oldest_at' | 'due', string | Date | null> & Record<'count' | 'late', number>
      >(
        db,
        sql`select count(*)::int as count, min(at) as oldest_at, min(${DUE}) as due,
            count(*) filter (where ${redOf(name)} <= ${now.toISOString()}::timestamptz)::int as late
          from (${QUEUES[name](day, now)}) waiting`,
      );
      const instant = (at: string | Date | null | undefined) => (at ? new Date(at).toISOString() : null);
      return {
        name,
        count: row?.count ?? 0,
        late: row?.late ?? 0,
        nextDueAt: instant(row?.due),
        oldestAt: instant(row?.oldest_at),
      };
    }),
  );
}

/** One thing that waits in a queue. */
export interface QueuedLoan {
  readonly id: string;
  readonly loanId: string;
  readonly at: Date;
  readonly deadline: string | null;
  readonly due: Date | null;
  readonly clientName: string;
  readonly purpose: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Where a page of a queue ended. */
export type QueuePosition = Pick<QueuedLoan, 'due' | 'at' | 'id'>;

const FIRST_DUE = sql`coalesce(due, 'infinity'::timestamptz)`;

/** A page of what waits in a queue: the nearest deadline first, then the oldest (Q-1); one row more than asked. */
export async function queuedLoans(
  db: Db,
  {
    queue,
    now,
    after,
    limit,
  }: {
    readonly queue: LoanQueue;
    readonly now: Date;
    readonly after: QueuePosition | null;
    readonly limit: number;
  },
): Promise<QueuedLoan[]> {
  const rows = await rowsOf<{
    id: string;
    loan_id: string;
    at: string | Date;
    deadline: string | null;
    due: string | Date | null;
    display_name: string;
    purpose: string;
    amount: string | number;
    currency: string;
  }>(
    db,
    sql`select w.id, w.loan_id, w.at, w.deadline::text as deadline, w.due, p.display_name, r.purpose, r.amount, r.currency
      from (
        select * from (select *, ${DUE} as due from (${QUEUES[queue](legalDay(now), now)}) waiting) waiting
        ${
          after
            ? sql`where (${FIRST_DUE}, at, id) > (${after.due?.toISOString() ?? 'infinity'}::timestamptz, ${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
            : sql``
        }
        order by ${FIRST_DUE}, at, id limit ${limit + 1}
      ) w
      join loan_requests r on r.id = w.loan_id
      join client_accounts c on c.id = r.client_account_id
      join profiles p on p.user_id = c.user_id
      order by ${FIRST_DUE}, w.at, w.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    loanId: row.loan_id,
    at: new Date(row.at),
    deadline: row.deadline,
    due: row.due ? new Date(row.due) : null,
    clientName: row.display_name,
    purpose: row.purpose,
    amountMinor: readMinor(row.amount),
    currency: row.currency,
  }));
}

import { sql } from 'drizzle-orm';
import type { TaskKind } from '#domain/tasks/task.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';

/** Most files of one person that « Mes dossiers » shows; who follows more has to give some back. */
const SHOWN = 200;

/** What a person follows, with until when each has to be done: null once it is decided, or when nothing says. */
const FOLLOWED = (personId: string) => sql`
  select t.subject_kind as kind, t.subject_id as id, t.client_account_id as account_id, t.at,
    coalesce(l.amount, w.amount, f.amount) as amount, coalesce(l.currency, w.currency, f.currency) as currency,
    coalesce(l.purpose, w.client_bank_name, f.description) as text,
    case t.subject_kind
      when 'loan' then case when l.stage = 'request' then l.due_at end
      when 'withdrawal' then case when w.status in ('pending', 'processing', 'approved') then w.due_at end
      when 'fee' then case when f.status = 'pending_validation' then f.due_at end
      else case when not c.is_activated then c.due_at end
    end as due
  from assignments t
  join client_accounts c on c.id = t.client_account_id
  left join loan_requests l on t.subject_kind = 'loan' and l.id = t.subject_id
  left join withdrawal_requests w on t.subject_kind = 'withdrawal' and w.id = t.subject_id
  left join fees f on t.subject_kind = 'fee' and f.id = t.subject_id
  where t.assignee_id = ${personId}::uuid and t.ended_at is null`;

/** One thing that a person follows. */
export interface MyTask {
  readonly kind: TaskKind;
  readonly id: string;
  readonly accountId: string;
  readonly clientName: string;
  /** The purpose of a loan, the bank of a transfer, the words of a fee; null for a client's file. */
  readonly text: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly since: string;
  readonly dueAt: string | null;
}

/** « Mes dossiers »: what a person follows over all kinds, the nearest deadline first, then what they took first. */
export async function tasksOf(db: Db, personId: string): Promise<MyTask[]> {
  const rows = await rowsOf<{
    kind: TaskKind;
    id: string;
    account_id: string;
    display_name: string;
    text: string | null;
    amount: string | number | null;
    currency: string | null;
    at: string | Date;
    due: string | Date | null;
  }>(
    db,
    sql`select t.*, p.display_name from (${FOLLOWED(personId)}) t
      join client_accounts a on a.id = t.account_id join profiles p on p.user_id = a.user_id
      order by coalesce(t.due, 'infinity'::timestamptz), t.at, t.id ${limitedTo(SHOWN)}`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    accountId: row.account_id,
    clientName: row.display_name,
    text: row.text,
    amountMinor: row.amount === null ? null : readMinor(row.amount),
    currency: row.currency,
    since: new Date(row.at).toISOString(),
    dueAt: row.due ? new Date(row.due).toISOString() : null,
  }));
}

/** How many things a person follows, and how many of them are due by the end of the day or late. */
export async function countTasksOf(
  db: Db,
  personId: string,
  now: Date,
): Promise<{ readonly count: number; readonly due: number }> {
  const endOfDay = startOfDayIn(LEGAL_TIME_ZONE, addDays(legalDay(now), 1));
  const [row] = await rowsOf<{ count: number; due: number }>(
    db,
    sql`select count(*)::int as count, count(*) filter (where due <= ${endOfDay.toISOString()}::timestamptz)::int as due
      from (${FOLLOWED(personId)}) t`,
  );
  return { count: row?.count ?? 0, due: row?.due ?? 0 };
}

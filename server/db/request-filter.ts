import { type SQL, sql } from 'drizzle-orm';
import { contradicts, type RequestFilter } from '#domain/desk/request-list.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { unseen, writtenOut } from './page-of-list.ts';

/** Who reads a list, and when: what « moi », « en retard » and « plus de 3 jours » mean. */
export interface ListReader {
  readonly personId: string;
  readonly now: Date;
}

/** A list that can be filtered: its table, the client's account of a row, and which rows still have something to be done. */
const LISTS = {
  loan: { table: 'loan_requests', account: 'client_account_id', open: `stage = 'request'` },
  withdrawal: {
    table: 'withdrawal_requests',
    account: 'client_account_id',
    open: `status in ('pending', 'processing', 'approved')`,
  },
  fee: { table: 'fees', account: 'client_account_id', open: `status = 'pending_validation'` },
  // The list of clients names the account `a` (server/clients/queries.ts).
  client: { table: 'a', account: 'id', open: 'not a.is_activated' },
} as const;
export type FilteredList = keyof typeof LISTS;

const DAY_MS = 86_400_000;
const startOf = (day: string) => startOfDayIn(LEGAL_TIME_ZONE, day);

/**
 * A condition that the planner takes for one of many rows: of a value that is looked up or computed row by row it expects almost none, and then reads and sorts
 * the whole list where walking it in its order fills a page at once.
 */
export const ofMany = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

/**
 * The conditions of the filters that every list of requests has (Q-6), on the columns of the list's table under its own name. The list, its count
 * and its export use them, so that none says anything else (Q-8).
 */
export function conditionsOf(
  list: FilteredList,
  filter: RequestFilter,
  { personId, now }: ListReader,
): readonly (SQL | undefined)[] {
  if (contradicts(filter)) return [sql`false`];
  const { table, account, open } = LISTS[list];
  const row = sql.raw(table);
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const eur = sql.raw(`${table}.${list === 'fee' ? 'amount' : 'amount_eur'}`);
  const owner = sql.raw(`${table}.${account}`);
  const { assignee, age, deadline, amountFrom, amountTo, from, to } = filter;
  const followed = sql`select t.subject_id from assignments t where t.ended_at is null and t.subject_kind = ${sql.raw(`'${list}'`)}`;
  const person = assignee === 'me' ? personId : assignee;
  const dueBefore = deadline === 'today' ? startOf(addDays(legalDay(now), 1)) : now;
  return [
    assignee === 'none' ? sql`not exists (${followed} and t.subject_id = ${row}.id)` : undefined,
    person && assignee !== 'none'
      ? sql`${row}.id in (${followed} and t.assignee_id = ${person}::uuid)`
      : undefined,
    age ? sql`${row}.created_at < ${at(new Date(now.getTime() - Number(age) * DAY_MS))}` : undefined,
    // In the words of the index by which a queue is ordered.
    deadline
      ? sql`coalesce(${row}.due_at, 'infinity'::timestamptz) <= ${at(dueBefore)} and ${ofMany(sql.raw(open))}`
      : undefined,
    amountFrom === undefined ? undefined : sql`${eur} >= ${unseen(sql`${amountFrom}::bigint`)}`,
    amountTo === undefined ? undefined : sql`${eur} <= ${unseen(sql`${amountTo}::bigint`)}`,
    from ? sql`${row}.created_at >= ${at(startOf(from))}` : undefined,
    to ? sql`${row}.created_at < ${at(startOf(addDays(to, 1)))}` : undefined,
    filter.currency ? ofMany(sql`${row}.currency = ${filter.currency}`) : undefined,
    filter.accountType
      ? ofMany(
          sql`(select c.account_type from client_accounts c where c.id = ${owner}) = ${writtenOut(filter.accountType)}`,
        )
      : undefined,
    filter.country
      ? ofMany(
          sql`(select p.country from client_accounts c join profiles p on p.user_id = c.user_id where c.id = ${owner}) = ${filter.country}`,
        )
      : undefined,
    // Few clients have one: their requests are looked up from them.
    filter.risk
      ? sql`${owner} in (select k.client_account_id from client_alerts k where k.kind = 'warning' and k.lifted_at is null)`
      : undefined,
    filter.approval
      ? sql`exists (select from proposals p where p.${sql.raw(list === 'client' ? 'client_account_id' : 'subject_id')} = ${row}.id and p.status = 'awaiting'
            and p.expires_at > ${at(now)})`
      : undefined,
  ];
}

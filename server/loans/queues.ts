import { type SQL, sql } from 'drizzle-orm';
import { FICP_VALID_DAYS } from '#domain/loans/ficp.ts';
import type { LoanQueue } from '#domain/loans/queues.ts';
import { type Db, rowsOf } from '../db/database.ts';

/** A queue as one query: `count`, and since when the oldest waits. `now` is the moment of asking. */
type QueueQuery = (now: Date) => SQL;

/**
 * The queues of the staff (section 20), each one query on an index of what is open. A part of a loan's life that adds a queue adds its name in
 * `domain/loans/queues.ts` and its query here.
 */
const QUEUES: Readonly<Record<LoanQueue, QueueQuery>> = {
  'to-review': () =>
    sql`select count(*)::int as count, min(created_at) as oldest_at from loan_requests where phase = 'submitted' and stage = 'request'`,
  'documents-to-verify': () =>
    sql`select count(*)::int as count, min(d.created_at) as oldest_at from loan_documents d
      join loan_requests r on r.id = d.loan_request_id
      where d.state = 'received' and r.stage in ('request', 'contract')`,
  // Requests whose sheet is confirmed and that have no consultation which is still valid.
  'ficp-to-consult': (now) =>
    sql`select count(*)::int as count, min(r.created_at) as oldest_at from loan_requests r
      where r.stage = 'request'
        and exists (select from dialogue_sheets s where s.loan_request_id = r.id and s.confirmed_at is not null)
        and not exists (
          select from ficp_consultations c where c.loan_request_id = r.id
            and (c.consulted_at at time zone 'Europe/Paris')::date
              >= (${now.toISOString()}::timestamptz at time zone 'Europe/Paris')::date - ${FICP_VALID_DAYS}::int)`,
  // Since the acceptance: from the fifth day after it they are late (LC-50).
  'agreements-to-give': () =>
    sql`select count(*)::int as count, min(c.accepted_at) as oldest_at from loan_contracts c
      join loan_requests r on r.id = c.id where r.phase = 'accepted' and r.stage = 'contract'`,
  'payouts-of-the-day': (now) =>
    sql`select count(*)::int as count, min(c.agreed_at) as oldest_at from loan_contracts c
      join loan_requests r on r.id = c.id where r.phase = 'agreed' and r.stage = 'contract'
        and c.payout_day <= (${now.toISOString()}::timestamptz at time zone 'Europe/Paris')::date`,
};

/** What waits for the staff on loans at a moment. */
export async function loanQueues(db: Db, now: Date) {
  const names = Object.keys(QUEUES) as LoanQueue[];
  return Promise.all(
    names.map(async (name) => {
      const [row] = await rowsOf<{ count: number; oldest_at: string | Date | null }>(db, QUEUES[name](now));
      return {
        name,
        count: row?.count ?? 0,
        oldestAt: row?.oldest_at ? new Date(row.oldest_at).toISOString() : null,
      };
    }),
  );
}

import { type SQL, sql } from 'drizzle-orm';
import { loanQueueOf, type QueueName } from '#domain/desk/queues.ts';
import type { LoanQueue } from '#domain/loans/queues.ts';
import { LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { lastLateTransit } from '#domain/withdrawals/deadlines.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { limitedTo, MAX_COUNTED } from '../db/page-of-list.ts';
import { waitingLoans } from '../loans/queues.ts';
import { debitsToSend } from '../mandates/debits-to-send.ts';
import { emergenciesFor, proposalsFor } from '../proposals/queries.ts';
import { linesThatWait } from '../statements/lines/waiting-lines.ts';
import { heldTransfers } from '../withdrawals/holds/queries.ts';
import { AWAITS_BANK, IN_NO_FILE, isBack } from '../withdrawals/queries.ts';

/** Who looks at the queues, and when. */
export interface QueueReader {
  readonly userId: string;
  /** The codes of their roles. */
  readonly roles: readonly string[];
  readonly now: Date;
}

/**
 * What waits in a queue as one query: until when it has to be done (`due`, null when nothing says), and from when it counts as late (`red`). It has
 * the same conditions as the list that the queue opens.
 */
type QueueQuery = (reader: QueueReader, db: Db) => SQL | Promise<SQL>;

/** The queues that are no queue on loans, which bring their own queries. */
const QUEUES: Readonly<Record<Exclude<QueueName, LoanQueue>, QueueQuery>> = {
  'to-approve': (reader, db) => proposalsFor(db, reader),
  'withdrawals-to-decide': () =>
    sql`select due_at as due, due_at as red from withdrawal_requests where status in ('pending', 'processing')`,
  'withdrawals-to-execute': () =>
    sql`select due_at as due, due_at as red from withdrawal_requests where status = 'approved' and ${IN_NO_FILE}`,
  'holds-to-decide': () => heldTransfers(),
  'receipts-to-allocate': ({ now }, db) => linesThatWait(db, 'to-allocate', now),
  'debits-to-justify': ({ now }, db) => linesThatWait(db, 'to-justify', now),
  // One before them is missing, or their lines are in another: late after a day, since no receipt behind them is booked (PAY-20, PAY-22).
  'statements-to-decide': () =>
    sql`select null::timestamptz as due, received_at + interval '1 day' as red from bank_statements
      where state = 'waiting' and kind = 'statement' and code in ('statement.gap', 'statement.overlaps')`,
  // « Réponses de la banque »: what a file asked of our bank, until its answer or its statement says the end of it.
  'answers-awaited': ({ now }) =>
    sql`select ((leaves_on + 1)::timestamp at time zone ${LEGAL_TIME_ZONE}) as due,
        case when leaves_on <= ${lastLateTransit(legalDay(now))}::date then created_at end as red
      from withdrawal_requests where ${AWAITS_BANK}`,
  // « Retours »: what a bank refused or gave back. Nothing is late: its client has the money and was told.
  'transfers-back': ({ now }) =>
    sql`select null::timestamptz as due, null::timestamptz as red from withdrawal_requests where ${isBack(legalDay(now))}`,
  // Money that goes back to its senders and stands in no file (PAY-31): late after a day, also when no transfer waits beside it.
  'returns-to-send': () =>
    sql`select null::timestamptz as due, created_at + interval '1 day' as red from return_orders where phase = 'ordered'`,
  // Our bank is asked for the money back, and what a client asked to know of a payee is told.
  'recalls-to-send': () =>
    sql`select null::timestamptz as due, null::timestamptz as red from transfer_recalls
      where (kind = 'sent' and bank_asked_on is null and answer is null) or (information_asked_at is not null and information_at is null)`,
  // The refund is due at the end of its day (PAY-55).
  'disputes-to-answer': () =>
    sql`select due, due as red from (select ((refund_by + 1)::timestamp at time zone ${LEGAL_TIME_ZONE}) as due
      from transaction_disputes where state = 'open') open`,
  'loans-to-review': () =>
    sql`select due_at as due, due_at as red from loan_requests where stage = 'request' and phase <> 'transmitted'`,
  'accounts-to-activate': () =>
    sql`select due_at as due, due_at as red from client_accounts where not is_activated`,
  'fees-to-settle': () =>
    sql`select due_at as due, due_at as red from fees where status = 'pending_validation'`,
  'emergencies-to-review': (reader) => emergenciesFor(reader),
  'debits-to-send': ({ now }, db) => debitsToSend(db, now),
  // A client who asked their bank for a refund is called the same day (PAY-71, MD06).
  'mandates-to-call': () =>
    sql`select suspended_at as due, suspended_at + interval '1 day' as red from mandates where is_to_call`,
};

function queryOf(queue: QueueName, reader: QueueReader, db: Db): SQL | Promise<SQL> {
  const onLoans = loanQueueOf(queue);
  if (onLoans) return waitingLoans(onLoans, reader.now);
  return QUEUES[queue as Exclude<QueueName, LoanQueue>](reader, db);
}

/** A queue in figures. */
export interface QueueFigures {
  readonly name: QueueName;
  /** Counted up to one more than the most. */
  readonly count: number;
  /** Those whose deadline is over. */
  readonly late: number;
  /** The next deadline, passed or not; null when nothing waits, or nothing says until when. */
  readonly nextDueAt: string | null;
}

/** How many wait in each of the queues, how many of them are late, and what is due next. At most 10 001 rows of each are counted. */
export async function queueFigures(
  db: Db,
  names: readonly QueueName[],
  reader: QueueReader,
): Promise<QueueFigures[]> {
  const now = sql`${reader.now.toISOString()}::timestamptz`;
  return Promise.all(
    names.map(async (name) => {
      const query = await queryOf(name, reader, db);
      const [row] = await rowsOf<{ count: number; late: number; next_due: string | Date | null }>(
        db,
        sql`select count(*)::int as count, count(*) filter (where red <= ${now})::int as late, min(due) as next_due
          from (select due, red from (${query}) waiting
            order by coalesce(due, 'infinity'::timestamptz) ${limitedTo(MAX_COUNTED + 1)}) counted`,
      );
      return {
        name,
        count: row?.count ?? 0,
        late: row?.late ?? 0,
        nextDueAt: row?.next_due ? new Date(row.next_due).toISOString() : null,
      };
    }),
  );
}

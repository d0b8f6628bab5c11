import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';
import { bankLines, bankStatements } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import { bookDetails } from '../lines/book-statement.ts';
import { placeStatement, type StatementRow } from './statement-queries.ts';

/** How long details that came first wait for their entry (PAY-25). Days. */
const WAIT_DAYS = 10;

/** An entry of a notification: its details, and the line of a statement whose place they take. */
interface NotifiedEntry {
  readonly entryKey: string;
  readonly collectiveLineId: string | null;
  /** Whether the entry is posted with its details already, so that these tell nothing new. */
  readonly isKnown: boolean;
}

/**
 * A line `l` that takes the details of an entry `e` (PAY-25): one that waits for them, one whose own contradict it, one that came without any, and one
 * that waits whole and names no account and no reference, where the details name one.
 */
const TAKES_DETAILS = sql`l.parent_line_id is null and l.phase in ('new', 'suspense') and (l.anomaly in ('details-missing', 'details-differ')
  or l.anomaly is null and l.own_iban is null and l.structured_reference is null and (
    l.end_to_end_id is null and l.counterparty_name is null and l.counterparty_iban is null
    or e.names_somebody and l.open_amount = l.amount and l.reason in ('nothing-found', 'proposed')))`;

/** Whether a line `l` and an entry `e` bear the same reference of the bank. */
const SAME_REFERENCE = sql`l.account = e.account and l.bank_ref = e.bank_ref`;
/** Whether they are the same entry although the bank gave it no reference: everything that is known of it is the same (PAY-20). */
const SAME_ENTRY = sql`e.bank_ref is null and l.entry_key = e.entry_key`;

/**
 * The entries of a notification that are not attached, each with the line whose place they take: by the bank's reference, else by account, day, amount
 * and `Btch/MsgId`, or by what names both (PAY-25). A line that left suspense as a whole takes no details any more.
 */
function openEntries(tx: Db, notificationId: string): Promise<NotifiedEntry[]> {
  return rowsOf<NotifiedEntry>(
    tx,
    sql`with entries as (
        select entry_key, min(account) as account, min(currency) as currency, min(bank_ref) as bank_ref,
          min(message_id) as message_id, min(booking_day) as booking_day, sum(amount)::bigint as amount,
          bool_or(anomaly is not null) as is_odd, bool_or(own_iban is not null or structured_reference is not null) as names_somebody
        from bank_lines where statement_id = ${notificationId}::uuid and status = 'BOOK' and phase = 'new' and parent_line_id is null
        group by entry_key)
      select e.entry_key as "entryKey",
        (select l.id from bank_lines l join bank_statements s on s.id = l.statement_id
          where not e.is_odd and s.kind = 'statement' and s.state = 'posted' and l.account = e.account and l.currency = e.currency
            and l.amount = e.amount and ${TAKES_DETAILS}
            and case when e.bank_ref is not null and l.bank_ref is not null then l.bank_ref = e.bank_ref
              else l.message_id = e.message_id and l.booking_day = e.booking_day or ${SAME_ENTRY} end
          order by (l.bank_ref = e.bank_ref) desc nulls last, s.received_at, l.position limit 1) as "collectiveLineId",
        e.is_odd or exists (select from bank_lines l join bank_statements s on s.id = l.statement_id
          where s.kind = 'statement' and s.state = 'posted' and (${SAME_REFERENCE} or ${SAME_ENTRY})
            and (l.anomaly is null or l.phase not in ('new', 'suspense'))) as "isKnown"
      from entries e order by e.entry_key`,
  );
}

/** Puts the details of each entry that is there in its place; what tells nothing new is ignored. */
export async function attachNotification(work: Work, notification: StatementRow): Promise<void> {
  const { tx, now } = work;
  const own = eq(bankLines.statementId, notification.id);
  await tx
    .update(bankLines)
    .set({ phase: 'ignored' })
    .where(and(own, sql`${bankLines.status} <> 'BOOK'`));
  let open = 0;
  for (const { entryKey, collectiveLineId, isKnown } of await openEntries(tx, notification.id)) {
    const ofEntry = and(own, eq(bankLines.entryKey, entryKey));
    if (collectiveLineId) {
      await tx.update(bankLines).set({ parentLineId: collectiveLineId }).where(ofEntry);
      await bookDetails(work, collectiveLineId);
    } else if (isKnown) await tx.update(bankLines).set({ phase: 'ignored' }).where(ofEntry);
    else open += 1;
  }
  const waitsUntil = notification.receivedAt.getTime() + WAIT_DAYS * 86_400_000;
  if (open === 0) await placeStatement(tx, notification.id, { state: 'posted' }, now);
  else if (now.getTime() < waitsUntil) await placeStatement(tx, notification.id, { state: 'received' }, now);
  else await placeStatement(tx, notification.id, { state: 'refused', code: 'statement.entry-missing' }, now);
}

/** Tries again the notifications of an account whose entries have not come yet. */
export async function attachWaitingNotifications(
  work: Work,
  { account, currency }: Pick<StatementRow, 'account' | 'currency'>,
): Promise<void> {
  const waiting = await work.tx
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.account, account),
        eq(bankStatements.currency, currency),
        eq(bankStatements.kind, 'notification'),
        inArray(bankStatements.state, ['received']),
        sql`${bankStatements.decidedAt} is not null`,
        isNull(bankStatements.mergedInto),
      ),
    )
    .orderBy(bankStatements.receivedAt, bankStatements.id)
    .for('update');
  for (const notification of waiting) await attachNotification(work, notification);
}

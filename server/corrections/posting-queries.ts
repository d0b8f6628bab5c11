import { sql } from 'drizzle-orm';
import type { AccountHolder, AccountReference, ChartCode } from '#domain/ledger/chart-of-accounts.ts';
import type { LedgerDocument } from '#domain/ledger/document.ts';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { readMinor } from '../db/read-minor.ts';

/** An entry of a posting with whose account it is on. Minor units. */
export interface EntryOfPosting {
  readonly code: ChartCode;
  readonly holderKind: AccountHolder;
  /** The ledger account. */
  readonly accountId: string;
  /** The loan of a loan's account. */
  readonly holderId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: number;
  readonly balanceAfterMinor: number;
  /** The client whose account it is, while they exist. */
  readonly client: { readonly accountId: string; readonly userId: string; readonly name: string } | null;
}

/** A posting as the books have it. */
export interface PostingOfBooks {
  readonly id: string;
  readonly event: LedgerEvent;
  readonly causeId: string;
  readonly by: string | null;
  readonly approvedBy: string | null;
  readonly occurredAt: Date;
  readonly bookingDay: string;
  readonly valueDay: string;
  readonly document: LedgerDocument | null;
  readonly reverses: string | null;
  /** The posting that reverses it, or took it back by a correction. */
  readonly reversedBy: string | null;
  readonly entries: readonly EntryOfPosting[];
}

interface HeadRow extends Omit<PostingOfBooks, 'occurredAt' | 'entries'> {
  readonly occurredAt: Date | string;
}

/** A posting of the books, or null. */
export async function postingOfBooks(db: Db, id: string): Promise<PostingOfBooks | null> {
  const [[head], rows] = await Promise.all([
    rowsOf<HeadRow>(
      db,
      sql`select t.id, t.event, t.cause_id as "causeId", ${nameOfPerson(sql`t.author_id`)} as by,
          ${nameOfPerson(sql`t.approved_by`)} as "approvedBy", t.occurred_at as "occurredAt", t.booking_day::text as "bookingDay",
          t.value_day::text as "valueDay", t.document, t.reverses, coalesce(
            (select r.id from ledger_transactions r where r.reverses = t.id),
            (select c.ledger_transaction_id from receipt_corrections c where c.posting_id = t.id)) as "reversedBy"
        from ledger_transactions t where t.id = ${id}::uuid`,
    ),
    rowsOf<
      Omit<EntryOfPosting, 'amountMinor' | 'balanceAfterMinor'> & {
        readonly amount: string | number;
        readonly after: string | number;
      }
    >(
      db,
      sql`select a.chart_code as code, a.holder_kind as "holderKind", a.id as "accountId", a.holder_id as "holderId", e.currency, e.amount,
          e.balance_after as after, case when c.id is not null then
            json_build_object('accountId', c.id, 'userId', c.user_id, 'name', p.display_name) end as client
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        left join client_accounts c on a.holder_kind = 'client' and c.ledger_account_id = a.id
        left join profiles p on p.user_id = c.user_id
        where e.transaction_id = ${id}::uuid order by e.amount, a.id`,
    ),
  ]);
  if (!head) return null;
  return {
    ...head,
    occurredAt: new Date(head.occurredAt),
    entries: rows.map(({ amount, after, ...row }) => ({
      ...row,
      amountMinor: readMinor(amount),
      balanceAfterMinor: readMinor(after),
    })),
  };
}

function referenceOf({ code, holderKind, accountId, holderId, currency }: EntryOfPosting): AccountReference {
  if (holderKind === 'client') return { client: accountId, currency };
  return (
    holderKind === 'loan' ? { loan: holderId, code, currency } : { house: code, currency }
  ) as AccountReference;
}

/** The posting as the rules know it. */
export function asPosting({ event, entries }: PostingOfBooks): Posting {
  return {
    event,
    entries: entries.map((entry) => ({ account: referenceOf(entry), amountMinor: entry.amountMinor })),
  };
}

/** The entries on accounts of clients who exist. */
export function clientEntries({ entries }: PostingOfBooks) {
  return entries.flatMap(({ client, accountId, ...entry }) =>
    client ? [{ ...entry, ledgerAccountId: accountId, ...client }] : [],
  );
}

/** The line of our bank on which a posting rests; null for one that rests on something else. */
export function lineOfPosting({ document }: PostingOfBooks): string | null {
  return document?.kind === 'bank-line' ? document.lineId : null;
}

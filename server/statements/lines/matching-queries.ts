import { sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type AccountToMatch, type OwnTransfer, referenceTexts } from '#domain/statements/matching.ts';
import {
  FIRST_LOAN_NUMBER,
  numbersIn,
  paymentReference,
  plainReferencesIn,
} from '#domain/statements/references.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { readMinor } from '../../db/read-minor.ts';
import { endToEndIdOf } from '../../transfers/own-transfers.ts';
import type { BankLine } from './line-queries.ts';

/** An account that a line may be for, with what a movement of it needs. */
export interface FoundAccount extends AccountToMatch {
  readonly userId: string;
  readonly ledgerAccountId: string;
  /** The loans whose references are known, by reference. */
  readonly loans: Readonly<Record<string, string>>;
}

/** A reference of a line that names an account or a loan of ours. */
interface Named {
  readonly accountId: string;
  readonly reference: string;
  readonly loanId: string | null;
}

/** The accounts and loans that references with check digits name: accounts by their own number, loans by theirs. */
async function namedByNumber(db: Db, numbers: readonly number[]): Promise<Named[]> {
  if (numbers.length === 0) return [];
  const values = numbers.map(String);
  const rows = await rowsOf<{ account_id: string; loan_id: string | null; number: string | number }>(
    db,
    sql`select id as account_id, null::uuid as loan_id, payment_number as number from client_accounts
        where payment_number = any (${listed(values, 'text')}::bigint[])
      union all
      select client_account_id, id, payment_number from loans
        where payment_number >= ${FIRST_LOAN_NUMBER} and payment_number = any (${listed(values, 'text')}::bigint[])`,
  );
  return rows.map(({ account_id, loan_id, number }) => ({
    accountId: account_id,
    reference: paymentReference(Number(number)),
    loanId: loan_id,
  }));
}

/** The accounts that references without check digits name: those of movements that the client saw. */
async function namedByMovement(db: Db, references: readonly string[]): Promise<Named[]> {
  if (references.length === 0) return [];
  const rows = await rowsOf<{ account_id: string; reference: string }>(
    db,
    sql`select client_account_id as account_id, reference_number as reference from transactions
      where reference_number = any (${listed(references, 'text')})`,
  );
  return rows.map(({ account_id, reference }) => ({ accountId: account_id, reference, loanId: null }));
}

/** Accounts by id or IBAN, with the references that lines name them by. */
async function accountsWith(
  db: Db,
  { ibans, named }: { readonly ibans: readonly string[]; readonly named: readonly Named[] },
): Promise<FoundAccount[]> {
  const byAccount = Map.groupBy(named, ({ accountId }) => accountId);
  const rows = await rowsOf<{
    id: string;
    iban: string | null;
    currency: CurrencyCode;
    holder: string;
    user_id: string;
    ledger_account_id: string;
    is_blocked: boolean;
  }>(
    db,
    sql`select a.id, a.iban, a.currency, p.display_name as holder, a.user_id, a.ledger_account_id, ${hasLegalBlock(sql`a.id`)} as is_blocked
      from client_accounts a
      join profiles p on p.user_id = a.user_id
      where a.iban = any (${listed(ibans, 'text')}) or a.id = any (${listed([...byAccount.keys()], 'uuid')})`,
  );
  return rows.map((row) => {
    const own = byAccount.get(row.id) ?? [];
    return {
      id: row.id,
      iban: row.iban,
      currency: row.currency,
      status: 'open',
      isBlocked: row.is_blocked,
      holder: row.holder,
      references: own.map(({ reference }) => reference),
      knownIbans: [],
      dueAmounts: [],
      userId: row.user_id,
      ledgerAccountId: row.ledger_account_id,
      loans: Object.fromEntries(
        own.flatMap(({ reference, loanId }) => (loanId ? [[reference, loanId]] : [])),
      ),
    };
  });
}

/** The accounts that lines name by a virtual IBAN or a reference (PAY-26, rules 1 and 2). */
export async function accountsNamedBy(db: Db, lines: readonly BankLine[]): Promise<FoundAccount[]> {
  const texts = lines.flatMap((line) => [...referenceTexts(line)]);
  const [byNumber, byMovement] = await Promise.all([
    namedByNumber(db, numbersIn(texts)),
    namedByMovement(db, plainReferencesIn(texts)),
  ]);
  const ibans = [...new Set(lines.flatMap(({ ownIban }) => ownIban ?? []))];
  const named = [...byNumber, ...byMovement];
  return ibans.length + named.length === 0 ? [] : accountsWith(db, { ibans, named });
}

const END_TO_END_ID = /^[0-9a-f]{32}$/i;

/** The transfers of ours that lines name by their end-to-end id: their own id without hyphens. */
export async function ownTransfersOf(
  db: Db,
  lines: readonly BankLine[],
): Promise<ReadonlyMap<string, OwnTransfer & { readonly id: string }>> {
  const ids = [...new Set(lines.flatMap(({ endToEndId }) => endToEndId ?? []))].filter((id) =>
    END_TO_END_ID.test(id),
  );
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{
    id: string;
    account_id: string;
    amount: string | number;
    currency: CurrencyCode;
    executed: boolean;
    blocked: boolean;
  }>(
    db,
    // The same statement may debit what it gives back: whether it has left is asked again when the return is posted.
    sql`select id, client_account_id as account_id, amount, currency, phase in ('exported', 'accepted', 'sent', 'settled') as executed,
        ${hasLegalBlock(sql`client_account_id`)} as blocked
      from withdrawal_requests where id = any (${listed(ids, 'uuid')})`,
  );
  return new Map(
    rows.map(({ id, account_id, amount, currency, executed, blocked }) => [
      endToEndIdOf(id),
      {
        id,
        account: account_id,
        amountMinor: readMinor(amount),
        currency,
        isExecuted: executed,
        isBlocked: blocked,
      },
    ]),
  );
}

/** What debits of ours may be of: transfers and returns by end-to-end id, files of them by message id. */
export interface OwnDebits {
  readonly orders: ReadonlyMap<string, { readonly id: string; readonly isReturn: boolean }>;
  readonly batches: ReadonlyMap<string, string>;
}

/** What the debits among lines name of ours. */
export async function ownDebitsOf(db: Db, lines: readonly BankLine[]): Promise<OwnDebits> {
  const debits = lines.filter(({ amountMinor }) => amountMinor < 0);
  const ids = [...new Set(debits.flatMap(({ endToEndId }) => endToEndId ?? []))].filter((id) =>
    END_TO_END_ID.test(id),
  );
  const messageIds = [
    ...new Set(debits.flatMap(({ paymentId, messageId }) => [paymentId, messageId])),
  ].filter((id) => id !== null);
  const orders = ids.length
    ? await rowsOf<{ id: string; is_return: boolean }>(
        db,
        sql`select id, false as is_return from withdrawal_requests where id = any (${listed(ids, 'uuid')})
          union all select id, true from return_orders where id = any (${listed(ids, 'uuid')})`,
      )
    : [];
  const batches = messageIds.length
    ? await rowsOf<{ id: string; message_id: string }>(
        db,
        sql`select id, message_id from withdrawal_batches where message_id = any (${listed(messageIds, 'text')})`,
      )
    : [];
  return {
    orders: new Map(orders.map(({ id, is_return }) => [endToEndIdOf(id), { id, isReturn: is_return }])),
    batches: new Map(batches.map(({ id, message_id }) => [message_id, id])),
  };
}

/** The direct debits of ours that lines name by their end-to-end id, and files of them by message id (PAY-70, PAY-72). */
export interface OwnCollections {
  readonly debits: ReadonlyMap<string, string>;
  readonly batches: ReadonlyMap<string, string>;
}

/** What lines name of our direct debits. */
export async function ownCollectionsOf(db: Db, lines: readonly BankLine[]): Promise<OwnCollections> {
  const ids = [...new Set(lines.flatMap(({ endToEndId }) => endToEndId ?? []))].filter((id) =>
    END_TO_END_ID.test(id),
  );
  const messageIds = [...new Set(lines.flatMap(({ paymentId, messageId }) => [paymentId, messageId]))].filter(
    (id) => id !== null,
  );
  const rows = await rowsOf<{ id: string; message_id: string | null }>(
    db,
    sql`select id, null as message_id from direct_debits where id = any (${listed(ids, 'uuid')})
      union all select id, message_id from direct_debit_batches where message_id = any (${listed(messageIds, 'text')})`,
  );
  return {
    debits: new Map(
      rows.flatMap(({ id, message_id }) => (message_id === null ? [[endToEndIdOf(id), id]] : [])),
    ),
    batches: new Map(rows.flatMap(({ id, message_id }) => (message_id === null ? [] : [[message_id, id]]))),
  };
}

/**
 * Locks the files, transfers and returns that lines of a statement name, and the loans of direct debits, each kind in order of id, before any
 * account (docs/lock-order.md).
 */
export async function lockOwnOrders(tx: Db, statementId: string): Promise<void> {
  const named = sql`select l.payment_id, l.message_id,
      case when l.end_to_end_id ~* '^[0-9a-f]{32}$' then l.end_to_end_id::uuid end as id
    from bank_lines l where l.statement_id = ${statementId}::uuid and l.phase = 'new'`;
  const batches = sql`select b.id from withdrawal_batches b where b.message_id in (
      select payment_id from (${named}) n union select message_id from (${named}) n)`;
  await tx.execute(sql`select 1 from withdrawal_batches where id in (${batches}) order by id for update`);
  await tx.execute(sql`select 1 from withdrawal_requests where id in (
      select id from (${named}) n where id is not null
      union select bl.withdrawal_id from withdrawal_batch_lines bl where bl.batch_id in (${batches}) and not bl.is_released)
    order by id for update`);
  await tx.execute(sql`select 1 from loan_requests where id in (
      select d.loan_id from direct_debits d where d.id in (select id from (${named}) n where id is not null)
      union select d.loan_id from direct_debits d join direct_debit_batches b on b.id = d.batch_id
        where b.message_id in (select payment_id from (${named}) n union select message_id from (${named}) n))
    order by id for update`);
}

/** The house's own IBANs. */
export async function houseIbansOf(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ iban: string }>(db, sql`select iban from bank_accounts`);
  return rows.map(({ iban }) => iban);
}

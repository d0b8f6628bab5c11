import { type SQL, sql } from 'drizzle-orm';
import type { RefusalParams } from '#domain/errors.ts';
import type { ConfirmedOperation } from '#domain/operations.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';

/** Subject of a confirmation in names and figures: person, amount, destination. */
interface Facts {
  readonly who?: string | null;
  readonly amount?: string | number | null;
  readonly currency?: string | null;
  readonly iban?: string | null;
  readonly description?: string | null;
  readonly reference?: string | null;
  readonly count?: number | null;
  readonly lines?: number | null;
  readonly before?: string | null;
}

const CLIENT = sql`p.display_name as who, c.currency from client_accounts c join profiles p on p.user_id = c.user_id`;
const REQUEST = sql`p.display_name as who, r.amount, r.currency`;
const OF_CLIENT = sql`join client_accounts c on c.id = r.client_account_id join profiles p on p.user_id = c.user_id`;

/** The client's side of a posting, or its first entry when no client has one. */
const postingFacts = (id: string) => sql`select p.display_name as who, abs(e.amount) as amount, e.currency
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
  left join client_accounts c on a.holder_kind = 'client' and c.ledger_account_id = a.id left join profiles p on p.user_id = c.user_id
  where t.id::text = ${id} order by (p.user_id is null), e.amount limit 1`;

/** What a proposal would do, by its number: to whom, with what sum and account. The filters of a list are none. */
const proposalFacts = (id: string) => sql`select 'P-' || q.number as reference,
    coalesce(p.display_name, (select u.name from users u where u.id = q.subject_id and q.operation like 'staff.%')) as who,
    coalesce(q.input ->> 'amountMinor', q.input ->> 'receivedMinor', q.seen ->> 'amountMinor', q.seen ->> 'totalMinor', q.seen ->> 'owedMinor')::bigint as amount,
    coalesce(q.input ->> 'currency', q.seen ->> 'currency', c.currency, 'EUR') as currency,
    coalesce(q.input ->> 'iban', q.seen ->> 'iban') as iban
  from proposals q left join client_accounts c on c.id = q.client_account_id left join profiles p on p.user_id = c.user_id
  where q.id::text = ${id} and q.operation <> 'lists.export'`;

const fieldsOf = (input: unknown) =>
  (input && typeof input === 'object' ? input : {}) as Readonly<Record<string, unknown>>;

/** The query for the subject of an operation, by its `id`; null where the call's fields are complete. */
// Longer than 70 lines: it is one table, each operation with the query of its subject.
function statementOf(
  operation: ConfirmedOperation,
  fields: Readonly<Record<string, unknown>>,
  userId: string,
): SQL | null {
  const id = String(fields.id ?? '');
  switch (operation) {
    case 'accounts.credit':
    case 'accounts.assignIban':
      return sql`select p.display_name as who from client_accounts c join profiles p on p.user_id = c.user_id where c.id::text = ${id}`;
    case 'accounts.activate':
      return sql`select ${Number(fields.receivedMinor) || 0}::float8 as amount, ${CLIENT} where c.id::text = ${id}`;
    case 'clients.remove':
      return sql`select l.balance as amount, p.display_name as who, c.currency from client_accounts c
        join profiles p on p.user_id = c.user_id join ledger_accounts l on l.id = c.ledger_account_id where c.id::text = ${id}`;
    case 'loans.accept':
    case 'loanOffers.confirmLateAgreement':
    case 'loanOffers.givePayoutAccount':
    case 'loanOffers.returnSum':
      // Of their own loan only: the facts of another one's are nobody else's.
      return sql`select ${REQUEST} from loan_requests r ${OF_CLIENT} where r.id::text = ${id} and c.user_id = ${userId}::uuid`;
    case 'loanOffers.verifyPayoutAccount':
    case 'loanOffers.decideAgreement.agree':
    case 'loans.decide.approve':
      return sql`select ${REQUEST} from loan_requests r ${OF_CLIENT} where r.id::text = ${id}`;
    case 'loanFile.confirmSheet':
      return sql`select r.purpose as description from loan_requests r where r.id::text = ${id}`;
    case 'loanServicing.pay':
      return sql`select r.purpose as description, r.currency, ${Number(fields.amountMinor) || 0}::float8 as amount
        from loan_requests r where r.id::text = ${id}`;
    case 'loanRecovery.accelerate':
    case 'loanRecovery.provide':
    case 'loanRecovery.writeOff':
    case 'loanRecovery.forfeitInterest':
    case 'loanRecovery.taxCosts':
      return sql`select p.display_name as who, ${Number(fields.amountMinor) || null}::float8 as amount, r.currency,
        ${String(fields.reason ?? '')}::text as description from loan_requests r ${OF_CLIENT} where r.id::text = ${id}`;
    case 'loanRecovery.freeze.freeze':
    case 'loanRecovery.recover':
    case 'loanRepayments.measure.impose':
      return sql`select p.display_name as who from loan_requests r ${OF_CLIENT} where r.id::text = ${id}`;
    case 'withdrawals.decide.complete':
      return sql`select ${REQUEST}, r.client_iban as iban from withdrawal_requests r ${OF_CLIENT} where r.id::text = ${id}`;
    case 'withdrawals.nameRecipient':
      return sql`select r.client_iban as iban, r.amount, r.currency from withdrawal_requests r
        join client_accounts c on c.id = r.client_account_id where r.id::text = ${id} and c.user_id = ${userId}::uuid`;
    case 'standingOrders.resume':
    case 'standingOrders.end':
      return sql`select r.iban, r.amount, r.currency from standing_orders r join client_accounts c on c.id = r.client_account_id
        where r.id::text = ${id} and c.user_id = ${userId}::uuid`;
    // Without its reference: what confirmations call so is a file of the staff's.
    case 'mandates.sign':
      return sql`select s.debtor_name as who, s.iban from mandates m
        join mandate_signatures s on s.mandate_id = m.id and s.signed_at is null
        join client_accounts c on c.id = m.client_account_id where m.id::text = ${id} and c.user_id = ${userId}::uuid`;
    case 'directDebits.export':
      return sql`select sum(amount) as amount, 'EUR' as currency, count(*)::int as count from direct_debits
        where state = 'announced' and collection_on::text = ${String(fields.collectionOn ?? '')}`;
    case 'directDebits.settle':
      return sql`select message_id as reference, total as amount, 'EUR' as currency, debit_count as count
        from direct_debit_batches where id::text = ${id}`;
    case 'directDebits.recordFailure':
      return sql`select p.display_name as who, d.amount, 'EUR' as currency from direct_debits d
        join client_accounts c on c.id = d.client_account_id join profiles p on p.user_id = c.user_id where d.id::text = ${id}`;
    case 'recalls.answer.accept':
      return sql`select payer_name as who, amount, currency from transfer_recalls
        where id::text = ${id} and client_account_id = (select a.id from client_accounts a where a.user_id = ${userId}::uuid)`;
    case 'fees.settle':
      return sql`select ${REQUEST}, r.description from fees r ${OF_CLIENT} where r.id::text = ${id}`;
    case 'bulk.start':
      return sql`select count(*)::int as lines, sum(f.amount) as amount, max(f.currency) as currency
        from jsonb_array_elements(${JSON.stringify(fields.items ?? [])}::jsonb) item
        left join fees f on f.id::text = item ->> 'id'`;
    case 'withdrawalBatches.execute':
      return sql`select message_id as reference, total as amount, 'EUR' as currency, withdrawal_count as count
        from withdrawal_batches where id::text = ${id}`;
    case 'withdrawalBatches.export':
      return sql`select sum(r.amount) as amount, 'EUR' as currency, count(*)::int as count from (
          select amount from withdrawal_requests
          where id::text in (select jsonb_array_elements_text(${JSON.stringify(fields.withdrawalIds ?? [])}::jsonb))
          union all select amount from return_orders
          where id::text in (select jsonb_array_elements_text(${JSON.stringify(fields.returnIds ?? [])}::jsonb))) r`;
    case 'bankLines.return':
      return sql`select counterparty_name as who, ${Number(fields.amountMinor ?? 0)}::float8 as amount, currency from bank_lines
        where id::text = ${id}`;
    case 'bankLines.allocate':
    case 'bankLines.justify':
      return sql`select coalesce(counterparty_name, remittance) as who, abs(open_amount) as amount, currency from bank_lines
        where id::text = ${id}`;
    case 'corrections.reverse':
      return postingFacts(id);
    case 'corrections.create':
      return postingFacts(String(fields.postingId ?? ''));
    case 'corrections.decideDispute.refund':
    case 'corrections.decideDispute.bear':
      return sql`select p.display_name as who, d.amount, c.currency, t.reference_number as reference from transaction_disputes d
        join transactions t on t.id = d.transaction_id join client_accounts c on c.id = d.client_account_id
        join profiles p on p.user_id = c.user_id where d.id::text = ${id}`;
    case 'corrections.giveUp':
      return sql`select p.display_name as who, c.receivable - c.collected as amount, c.currency from receipt_corrections c
        left join client_accounts a on a.id = c.client_account_id left join profiles p on p.user_id = a.user_id where c.id::text = ${id}`;
    // What is proposed, as its own call would be confirmed.
    case 'proposals.create':
    case 'proposals.emergency': {
      const command = fieldsOf(fields.input);
      return isReadable(command)
        ? statementOf(fields.operation as ConfirmedOperation, command, userId)
        : null;
    }
    case 'proposals.approve':
      return proposalFacts(id);
    case 'bankAccounts.adopt':
      return sql`select iban, currency, ${Number(fields.openingMinor ?? 0)}::float8 as amount from bank_accounts where id::text = ${id}`;
    case 'statements.release':
      return sql`select s.account as iban, s.currency, s.statement_id as reference, s.closing as amount from bank_statements s
        where s.id::text = ${id}`;
    case 'rates.change':
      return sql`select eur_to_local_rate::text as before, currency_code as currency from currency_rates
        where currency_code = ${String(fields.currencyCode ?? '')} limit 1`;
    default:
      return null;
  }
}

/**
 * Facts shown before an operation is confirmed. The server provides them, since a call may contain only an id; the screen already has the
 * call's own fields.
 * @param userId who asks: of a client's operation only the facts of their own things are told.
 * @returns parameters of the refusal; none for a missing object, which is refused after confirmation.
 */
export async function confirmationFacts(
  db: Db,
  operation: ConfirmedOperation,
  input: unknown,
  userId: string,
): Promise<RefusalParams> {
  const fields = fieldsOf(input);
  const statement = isReadable(fields) ? statementOf(operation, fields, userId) : null;
  if (!statement) return {};
  const [facts] = await rowsOf<Facts>(db, statement);
  if (!facts) return {};
  const { amount, ...words } = facts;
  const known = Object.entries(words).filter(
    (entry): entry is [string, string | number] => entry[1] !== null && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(known),
    ...(amount === null || amount === undefined ? {} : { amountMinor: readMinor(amount) }),
  };
}

/** Whether the fields of a query have valid forms: the guard runs before the call's schema. */
function isReadable({
  id,
  currencyCode,
  withdrawalIds,
  receivedMinor,
}: Readonly<Record<string, unknown>>): boolean {
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const isIds = withdrawalIds === undefined || (Array.isArray(withdrawalIds) && withdrawalIds.every(isText));
  return (
    isText(id) &&
    isText(currencyCode) &&
    isIds &&
    (receivedMinor === undefined || Number.isSafeInteger(receivedMinor))
  );
}

import { sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { AccountToMatch, OwnTransfer } from '#domain/statements/matching.ts';
import {
  FIRST_LOAN_NUMBER,
  numbersIn,
  paymentReference,
  plainReferencesIn,
} from '#domain/statements/references.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import type { BankLine } from './line-queries.ts';

/** An account that a line may be for, with what a movement of it needs. */
export interface FoundAccount extends AccountToMatch {
  readonly userId: string;
  readonly ledgerAccountId: string;
  /** The loans whose references are known, by reference. */
  readonly loans: Readonly<Record<string, string>>;
}

const textsOf = (line: BankLine) => [line.structuredReference, line.endToEndId, line.remittance];

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
  }>(
    db,
    sql`select a.id, a.iban, a.currency, p.display_name as holder, a.user_id, a.ledger_account_id from client_accounts a
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
  const texts = lines.flatMap(textsOf);
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
): Promise<ReadonlyMap<string, OwnTransfer>> {
  const ids = [...new Set(lines.flatMap(({ endToEndId }) => endToEndId ?? []))].filter((id) =>
    END_TO_END_ID.test(id),
  );
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; account_id: string; amount: string | number; executed: boolean }>(
    db,
    sql`select id, client_account_id as account_id, amount, ledger_transaction_id is not null as executed
      from withdrawal_requests where id = any (${listed(ids, 'uuid')})`,
  );
  return new Map(
    rows.map(({ id, account_id, amount, executed }) => [
      id.replaceAll('-', ''),
      { account: account_id, amountMinor: readMinor(amount), isExecuted: executed },
    ]),
  );
}

/** The house's own IBANs. */
export async function houseIbansOf(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ iban: string }>(db, sql`select iban from bank_accounts`);
  return rows.map(({ iban }) => iban);
}

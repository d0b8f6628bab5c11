import { type SQL, sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { wordsOfName } from '#domain/payees/name-comparison.ts';
import {
  type AccountToMatch,
  dueWindow,
  matchLine,
  namedProposals,
  type Proposal,
  proposalsFor,
} from '#domain/statements/matching.ts';
import { reasonToday } from '#domain/statements/suspense-reasons.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { readMinor } from '../../db/read-minor.ts';
import { stoppedCurrencies } from '../../ledger/reconciliation.ts';
import { bookOf, lineToMatch } from './decide-lines.ts';
import type { BankLine } from './line-queries.ts';

/** How many accounts one sign of a line may bring up: a name, an IBAN, an amount. */
const FEW = 10;

/** The clients whom an IBAN paid before, each once: from one to the next in the index, however many lines it sent them. */
const clientsPaidFrom = (iban: SQL): SQL => {
  const next = (after: SQL) =>
    sql`select l.client_account_id as id from bank_lines l where l.counterparty_iban = ${iban} and ${after} order by l.client_account_id limit 1`;
  return sql`with recursive paid as (
      (${next(sql`l.client_account_id is not null`)})
      union all
      select (${next(sql`l.client_account_id > paid.id`)}) from paid where paid.id is not null)
    select id from paid where id is not null limit ${FEW}`;
};

/** A proposal with the name that a person reads. */
export type NamedProposal = Proposal & { readonly holder: string };

const payerIbans = (lines: readonly BankLine[]) => [
  ...new Set(lines.flatMap(({ counterpartyIban }) => counterpartyIban ?? [])),
];

/** The accounts that lines could be for: by the words of the payer's name, by the payer's IBAN, by what is due (PAY-28). */
async function candidateIds(db: Db, lines: readonly BankLine[], day: string): Promise<string[]> {
  const { from, to } = dueWindow(day);
  const names = lines.flatMap(({ counterpartyName }) => {
    const words = counterpartyName ? wordsOfName(counterpartyName) : [];
    return words.length > 0 ? [words.join(' ')] : [];
  });
  const amounts = [...new Set(lines.map(({ openMinor }) => String(openMinor)))];
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct id from (
      select found.id from unnest(${listed([...new Set(names)], 'text')}) as n(name) cross join lateral (
        select a.id from client_accounts a
        where a.words @@ to_tsquery('simple', '''' || replace(plain_text(n.name), ' ', ''':* & ''') || ''':*') limit ${FEW}) found
      union all
      select found.id from unnest(${listed(payerIbans(lines), 'text')}) as n(iban) cross join lateral (
        ${clientsPaidFrom(sql`n.iban`)}) found
      union all
      select found.id from unnest(${listed(amounts, 'text')}) as n(amount) cross join lateral (
        select l.client_account_id as id from loan_instalments i join loans l on l.id = i.loan_id
        where i.settled_on is null and not i.is_superseded and i.due_on between ${from}::date and ${to}::date
          and i.amount = n.amount::bigint limit ${FEW}) found
      union all
      select found.id from unnest(${listed(amounts, 'text')}) as n(amount) cross join lateral (
        select f.client_account_id as id from fees f where f.status <> 'paid' and f.amount = n.amount::bigint limit ${FEW}) found
    ) candidates`,
  );
  return rows.map(({ id }) => id);
}

/** What speaks for accounts that can be paid (PAY-62): their holder, which of the payers' IBANs paid them before, what they owe about now. */
async function accountsToMatch(
  db: Db,
  {
    ids,
    ibans,
    day,
  }: { readonly ids: readonly string[]; readonly ibans: readonly string[]; readonly day: string },
): Promise<AccountToMatch[]> {
  if (ids.length === 0) return [];
  const { from, to } = dueWindow(day);
  const rows = await rowsOf<{
    id: string;
    iban: string | null;
    currency: CurrencyCode;
    holder: string;
    known: string[];
    due: (string | number)[];
  }>(
    db,
    sql`select a.id, a.iban, a.currency, p.display_name as holder,
        coalesce((select json_agg(n.iban) from unnest(${listed(ibans, 'text')}) as n(iban) where (
          select true from bank_lines l where l.counterparty_iban = n.iban and l.client_account_id = a.id limit 1)), '[]') as known,
        coalesce((select json_agg(d.amount) from (
          select i.amount from loans n join loan_instalments i on i.loan_id = n.id
            where n.client_account_id = a.id and not i.is_superseded and i.settled_on is null
              and i.due_on between ${from}::date and ${to}::date
          union all
          select f.amount from fees f where f.client_account_id = a.id and f.status <> 'paid') d), '[]') as due
      from client_accounts a join profiles p on p.user_id = a.user_id
      where a.id = any (${listed(ids, 'uuid')}) and not ${hasLegalBlock(sql`a.id`)}`,
  );
  return rows.map(({ known, due, ...row }) => ({
    ...row,
    status: 'open',
    references: [],
    knownIbans: known,
    dueAmounts: due.map(readMinor),
  }));
}

/** The clients who got a line by mistake (PAY-53), by line: they are not proposed again. */
async function wrongClients(
  db: Db,
  lines: readonly BankLine[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = lines.flatMap(({ id, reason }) => (reason === 'wrong-client' ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ line: string; account: string }>(
    db,
    sql`select line_id as line, client_account_id as account from receipt_corrections
      where line_id = any (${listed(ids, 'uuid')}) and client_account_id is not null`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ line }) => line)].map(([line, own]) => [
      line,
      own.map(({ account }) => account),
    ]),
  );
}

/** What is known today of a receipt that waits: why it does, and whom it may be for. */
export interface WaitingReceipt {
  readonly reason: string | null;
  readonly proposals: readonly NamedProposal[];
  /** The transfer of ours that it gives back to the client who is proposed first (PAY-40); null for any other. */
  readonly returnedTransferId: string | null;
}

/**
 * Why receipts wait today, and the accounts that a person may give them to, best first (PAY-28): those that a line names itself, then those for
 * which a name, an IBAN or an amount speaks. By the line's id; a few statements whatever the number of lines.
 */
export async function waitingReceipts(
  db: Db,
  lines: readonly BankLine[],
  day: string,
): Promise<ReadonlyMap<string, WaitingReceipt>> {
  const credits = lines.filter(({ openMinor }) => openMinor > 0);
  if (credits.length === 0) return new Map();
  const isAskingForProof = credits.some(({ reason }) => reason === 'reconciliation-open');
  const [book, ids, wrong, stopped] = await Promise.all([
    bookOf(db, credits),
    candidateIds(db, credits, day),
    wrongClients(db, credits),
    isAskingForProof ? stoppedCurrencies(db) : new Set<string>(),
  ]);
  const accounts = await accountsToMatch(db, { ids, ibans: payerIbans(credits), day });
  const holders = new Map([...accounts, ...book.accounts].map(({ id, holder }) => [id, holder]));
  return new Map(
    credits.map((line) => {
      const wanted = { ...lineToMatch(line), amountMinor: line.openMinor };
      const match = matchLine(wanted, book);
      const named = namedProposals(match);
      const others = proposalsFor(wanted, accounts).filter(
        ({ account }) => !named.some((one) => one.account === account),
      );
      const proposals = [...named, ...others]
        .filter(({ account }) => !wrong.get(line.id)?.includes(account))
        .map((one) => ({ ...one, holder: holders.get(one.account) ?? '' }));
      const reason = reasonToday(line.reason, {
        why: match.action === 'suspense' ? match.why : null,
        isProposed: proposals.length > 0,
        isStopped: stopped.has(line.currency),
      });
      const returned = match.action === 'return' ? book.ownTransfers.get(match.withdrawal) : undefined;
      return [line.id, { reason, proposals, returnedTransferId: returned?.id ?? null }];
    }),
  );
}

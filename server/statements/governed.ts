import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { adoptionDifference } from '#domain/statements/bank-account.ts';
import { needsSecondPerson, sumOfParts } from '#domain/statements/line-parts.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { settlementOf } from '../ledger/settlement.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Governed, GovernedFacts } from '../work/governed.ts';
import { adoptBankAccount, requireManualAccount } from './accounts/adopt-bank-account.ts';
import { type Adoption, bankAccountById, hasKeptAccount } from './accounts/queries.ts';
import {
  releaseDifference,
  releaseStatement,
  requireReleasable,
  type StatementRelease,
} from './files/release-statement.ts';
import { houseAccountOf, statementById } from './files/statement-queries.ts';
import {
  type Allocation,
  allocateLine,
  onlyClientOf,
  partOfReturn,
  type ReceiptReturn,
  requirePossibleParts,
  returnLine,
} from './lines/allocate-line.ts';
import { lineById } from './lines/line-queries.ts';
import { waitingReceipts } from './lines/proposals.ts';
import { differenceOf, explainDifference } from './lines/reconciliation.ts';

/** What is the house's own, without a client and without an amount that a policy compares. */
const ofHouse = { clientAccountId: null, amount: null, conditions: [], deadline: null } as const;

/** The names of clients in the order of their accounts, one in each line; those whom the reader may not see are left out. */
async function holdersInOrder(tx: Db, accountIds: readonly string[]): Promise<string> {
  const rows = await rowsOf<{ id: string; name: string }>(
    tx,
    sql`select a.id, p.display_name as name from client_accounts a join profiles p on p.user_id = a.user_id
      where a.id = any (${listed(accountIds, 'uuid')})`,
  );
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  return accountIds.map((id) => nameOf.get(id.toLowerCase()) ?? '').join('\n');
}

/** What is given of a receipt: a policy asks whether one person alone may (PAY-30), a checker reads whose money it is and what waits of it. */
async function factsOfParts(tx: Db, { id, parts }: Allocation, now: Date): Promise<GovernedFacts> {
  const line = await lineById(tx, id);
  if (!line || line.amountMinor <= 0) throw new Refusal('not-found');
  const day = legalDay(now);
  const receipt = (await waitingReceipts(tx, [line], day)).get(id);
  const onePersonUpToMinor = await parameterOn(tx, day, 'suspense.onePersonUpTo');
  const proposed = new Set(receipt?.proposals.map(({ account }) => account));
  const clients = parts.flatMap((part) => (part.kind === 'client' ? [part.accountId] : []));
  return {
    clientAccountId: onlyClientOf(parts),
    subjectId: id,
    amount: money(sumOfParts(parts), line.currency as CurrencyCode),
    conditions: needsSecondPerson(parts, { proposed, onePersonUpToMinor }) ? ['beyondOnePerson'] : [],
    seen: {
      payer: line.counterpartyName,
      iban: line.counterpartyIban,
      remittance: line.remittance,
      openMinor: line.openMinor,
      currency: line.currency,
    },
    ...(clients.length > 0 ? { shown: { clients: await holdersInOrder(tx, clients) } } : {}),
    deadline: null,
    notBy: clients.length > 1 ? await peopleOfAccounts(tx, clients) : [],
  };
}

const allocation: Governed<Allocation> = {
  operation: 'bankLines.allocate',
  facts: factsOfParts,
  requirePossible: requirePossibleParts,
  execute: allocateLine,
};

const back = (order: ReceiptReturn): Allocation => ({ id: order.id, parts: [partOfReturn(order)] });

const returnToSender: Governed<ReceiptReturn> = {
  operation: 'bankLines.return',
  facts: (tx, order, now) => factsOfParts(tx, back(order), now),
  requirePossible: (work, order) => requirePossibleParts(work, back(order)),
  execute: returnLine,
};

const adoption: Governed<Adoption & { readonly id: string }> = {
  operation: 'bankAccounts.adopt',
  async facts(tx, { id, openingMinor }) {
    const account = await bankAccountById(tx, id);
    if (!account) throw new Refusal('not-found');
    const { source, iban, bankName } = account;
    const currency = account.currency as CurrencyCode;
    const settlementMinor = await settlementOf(tx, currency);
    const hasOthers = await hasKeptAccount(tx, currency);
    return {
      ...ofHouse,
      subjectId: id,
      seen: { source, bankName, houseIban: iban, currency },
      // Entries by hand go on meanwhile: what would be posted is read, and is none of what was proposed.
      shown: { differenceMinor: adoptionDifference(openingMinor, settlementMinor, { hasOthers }) },
    };
  },
  requirePossible: async (work, { id }) => void (await requireManualAccount(work, id)),
  execute: adoptBankAccount,
};

const release: Governed<StatementRelease> = {
  operation: 'statements.release',
  async facts(tx, { id, release }) {
    const statement = await statementById(tx, id);
    const account = statement && (await houseAccountOf(tx, statement));
    if (!statement || !account) throw new Refusal('not-found');
    const isPosted = release !== 'refuse' && statement.state === 'waiting';
    const { state, code, statementId, closing, currency } = statement;
    return {
      ...ofHouse,
      subjectId: id,
      seen: {
        statementState: state,
        statementCode: code,
        statementId,
        closingMinor: closing,
        // What would be posted as a difference to explain.
        differenceMinor: isPosted ? await releaseDifference(tx, statement, account, release) : 0,
        currency,
      },
    };
  },
  requirePossible: async (work, input) => void (await requireReleasable(work, input)),
  execute: releaseStatement,
};

const explanation: Governed<{ readonly currency: string; readonly note: string }> = {
  operation: 'reconciliation.explain',
  async facts(tx, { currency }) {
    const { differenceMinor, accountId } = await differenceOf(tx, currency);
    return { ...ofHouse, subjectId: accountId, seen: { differenceMinor, currency } };
  },
  execute: explainDifference,
};

/** What others may have to approve of receipts, statements and the house's accounts (PAY-19, PAY-22, PAY-30, PAY-31, PAY-33). */
export const GOVERNED_STATEMENT_OPERATIONS = [allocation, returnToSender, adoption, release, explanation];

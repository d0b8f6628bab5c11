import type { SQL } from 'drizzle-orm';
import type { Permission } from '#domain/operations.ts';
import { type HitKind, hitsOf, type Searched } from '#domain/search/readings.ts';
import { legalDay } from '#domain/time/days.ts';
import { presentClient } from '../clients/present-client.ts';
import { clientsBy, clientsNamed } from '../clients/queries.ts';
import type { Db } from '../db/database.ts';
import { isNamed, type RequestPage } from '../db/page-of-list.ts';
import { presentReviewedFee } from '../fees/present-fee.ts';
import { feesNamed } from '../fees/queries.ts';
import { reviewFees } from '../fees/review-fees.ts';
import { type GuardedContext, mayReadField, signedIn } from '../http/context.ts';
import { presentReviewedLoan } from '../loans/present-loan.ts';
import { isStillListed, loansForReview } from '../loans/queries.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { proposalNumbered } from '../proposals/queries.ts';
import { type Newest, newestFound, type SearchedKind } from '../search/newest-found.ts';
import { batchNumbered } from '../withdrawals/batch-queries.ts';
import { presentBatch } from '../withdrawals/present-batch.ts';
import { presentReviewedWithdrawal, reviewFacts } from '../withdrawals/present-withdrawal.ts';
import { withdrawalsForReview } from '../withdrawals/queries.ts';
import { readingFor } from './reading-for.ts';

/** What a search answers at most, of each kind. */
const SHOWN: Readonly<Record<SearchedKind, number>> = { clients: 6, loans: 5, withdrawals: 5, fees: 5 };
const LISTED: Readonly<Record<SearchedKind, Permission>> = {
  clients: 'clients.list',
  loans: 'loans.review',
  withdrawals: 'withdrawals.review',
  fees: 'fees.review',
};
const KINDS = Object.keys(SHOWN) as readonly SearchedKind[];

/** Characters of a number that a hit shows: enough to recognise it. */
const SHOWN_END = 4;

/** Why a search found a row, where its name does not say it: the field, and of it what is not on the row already. */
function hitOf(q: string, stored: Searched, readsIban: boolean): { by: HitKind; text: string | null } | null {
  const hits = hitsOf(q, stored, readsIban);
  const [by] = hits;
  if (by === undefined || hits.includes('name')) return null;
  const endOf = (text: string | null | undefined) =>
    text ? text.replace(/[^\dA-Za-z]/g, '').slice(-SHOWN_END) : null;
  const fits = (iban: string | null | undefined) => hitsOf(q, { iban }, readsIban).includes('iban');
  const texts: Partial<Record<HitKind, string | null>> = {
    phone: endOf(stored.phone),
    iban: endOf(fits(stored.iban) ? stored.iban : stored.payeeIban),
    reference: stored.reference ?? null,
    payee: stored.payee ?? null,
    bank: stored.bank ?? null,
    purpose: stored.purpose ?? null,
  };
  return { by, text: texts[by] ?? null };
}

/** The rows of a kind that a search found: by their ids, or by a walk through the list. */
async function rowsOf<Row>(
  found: Newest | undefined,
  read: {
    readonly named: (ids: readonly string[]) => Promise<Row[]>;
    readonly walked: (walk: SQL) => Promise<Row[]>;
  },
): Promise<Row[]> {
  if (!found) return [];
  if (found.walk) return read.walked(found.walk);
  return found.ids.length > 0 ? read.named(found.ids) : [];
}

/** What the caller may list of what the search finds, each kind in the order of its list. */
async function foundRows(context: GuardedContext, q: string) {
  const mayList = readingFor(context);
  const reader = {
    personId: signedIn(context).userId,
    now: context.bank.surroundings.now(),
    readsIban: mayReadField(context, 'fields.fullIban'),
  };
  const { readsIban } = reader;
  const kinds = KINDS.filter((kind) => mayList(LISTED[kind], () => true));
  // In one transaction the statements go to the database without waiting in between, on one connection (decision 0018).
  return context.db.transaction(async (db) => {
    const found = await newestFound(db, q, new Map(kinds.map((kind) => [kind, SHOWN[kind]])), readsIban);
    const requests = <Row>(
      kind: 'loans' | 'withdrawals',
      read: (db: Db, page: Omit<RequestPage, 'status'>) => Promise<Row[]>,
    ) => {
      const by = (condition: SQL) => read(db, { found: condition, after: null, limit: SHOWN[kind] });
      return rowsOf(found.get(kind), { named: (ids) => by(isNamed(ids)), walked: by });
    };
    const [clients, loans, withdrawals, fees] = await Promise.all([
      rowsOf(found.get('clients'), {
        named: (ids) => clientsNamed(db, ids),
        walked: () => clientsBy(db, { q, readsIban, sort: 'newest', after: null, limit: SHOWN.clients }),
      }),
      requests('loans', (tx, page) =>
        loansForReview(tx, { ...page, conditions: [isStillListed(legalDay(reader.now))] }),
      ),
      requests('withdrawals', withdrawalsForReview),
      rowsOf(found.get('fees'), {
        named: (ids) => feesNamed(db, ids),
        walked: async (walk) => (await reviewFees(db, { found: walk, limit: SHOWN.fees }, reader)).page,
      }),
    ]);
    return { clients, loans, withdrawals, fees };
  });
}

/**
 * Clients, requests, fees, a file of transfers and a proposal that what is typed finds in one of its readings, each with its reason; of
 * what the caller may list.
 */
export async function findAnything(context: GuardedContext, q: string) {
  const { db } = context;
  const read = readingFor(context);
  const now = context.bank.surroundings.now();
  const readsIban = mayReadField(context, 'fields.fullIban');
  const [facts, debtRatioPolicyBps, { clients, loans, withdrawals, fees }, batch, proposal] =
    await Promise.all([
      reviewFacts(db, now),
      parameterOn(db, legalDay(now), 'policy.debt-ratio'),
      foundRows(context, q),
      read('withdrawalBatches.list', () => batchNumbered(db, q.toUpperCase())),
      read('proposals.list', () => proposalNumbered(db, q)),
    ]);
  const { rates } = facts;
  const phones = new Map(clients.map(({ account, profile }) => [account.id, profile]));
  /** What a request's client is found by, as far as the answer knows it. */
  const ofClient = (
    client: { accountId: string; displayName: string; email: string },
    iban?: string | null,
  ) => ({
    name: client.displayName,
    email: client.email,
    phone: phones.get(client.accountId)?.phone,
    country: phones.get(client.accountId)?.country,
    iban,
  });
  const hit = (stored: Searched) => hitOf(q, stored, readsIban);
  return {
    clients: clients.slice(0, SHOWN.clients).map((row) => {
      const client = presentClient(row, { rates, now });
      const { displayName: name, email, phone, country, iban } = client;
      return { ...client, hit: hit({ name, email, phone, country, iban }) };
    }),
    loans: loans.slice(0, SHOWN.loans).map((row) => {
      const loan = presentReviewedLoan(row, { rates, now, debtRatioPolicyBps });
      const { amountMinor, currency, amountEurMinor, purpose } = loan;
      const own = { amountMinor, currency, amountEurMinor, purpose };
      return { ...loan, hit: hit({ ...ofClient(loan.client, row.account.iban), ...own }) };
    }),
    withdrawals: withdrawals.slice(0, SHOWN.withdrawals).map((row) => {
      const withdrawal = presentReviewedWithdrawal(row, facts);
      const { amountMinor, currency, amountEurMinor } = withdrawal;
      const { recipientName: payee, clientBankName: bank, clientIban: payeeIban } = row.withdrawal;
      const own = { amountMinor, currency, amountEurMinor, payee, bank, payeeIban };
      return { ...withdrawal, hit: hit({ ...ofClient(withdrawal.client, row.account.iban), ...own }) };
    }),
    fees: fees.map((row) => {
      const fee = presentReviewedFee(row, now);
      const { amountMinor, currency, description: purpose, receiptNumber: reference } = fee;
      return {
        ...fee,
        hit: hit({ ...ofClient(fee.client, row.account.iban), amountMinor, currency, purpose, reference }),
      };
    }),
    batch: batch ? presentBatch(batch, now) : null,
    proposal,
  };
}

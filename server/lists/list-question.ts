import type * as z from 'zod/mini';
import {
  type EXPORT_INPUTS,
  type ExportedList,
  loanStatusesOf,
  withdrawalStatusesOf,
} from '#domain/desk/export.ts';
import type { Permission } from '#domain/operations.ts';
import { maskedAnswer } from '#domain/staff/masks.ts';
import { clientConditions } from '../clients/client-conditions.ts';
import { listClients } from '../clients/list-clients.ts';
import { presentClient } from '../clients/present-client.ts';
import { countClients } from '../clients/queries.ts';
import type { Db } from '../db/database.ts';
import { countRequests, MAX_COUNTED, type RequestPosition } from '../db/page-of-list.ts';
import type { ListReader } from '../db/request-filter.ts';
import { presentReviewedFee } from '../fees/present-fee.ts';
import { countReviewedFees, reviewFees } from '../fees/review-fees.ts';
import { type PlacedRow, positionOfRow } from '../http/request-cursor.ts';
import { presentReviewedLoan } from '../loans/present-loan.ts';
import { loanConditions, loansForReview } from '../loans/queries.ts';
import { loanReviewFacts } from '../loans/review-facts.ts';
import { ratesByCurrency } from '../rates/queries.ts';
import { rowsFound } from '../search/rows-found.ts';
import { presentReviewedWithdrawal, reviewFacts } from '../withdrawals/present-withdrawal.ts';
import { withdrawalConditions, withdrawalsForReview } from '../withdrawals/queries.ts';

/** What an address asks of a list: its search, filters, state and order. */
export type ListAsked = z.infer<(typeof EXPORT_INPUTS)[ExportedList]>;
type AskedOf<List extends ExportedList> = z.infer<(typeof EXPORT_INPUTS)[List]>;

/** Who asks, and when. */
export interface ListAsker extends ListReader {
  readonly permissions: readonly Permission[];
}

/** A row as its reader sees it on the screen. */
export type ShownRow = Readonly<Record<string, unknown>>;

/** A question to a list: how many rows answer it, and the rows, some hundreds at a time. Both by one predicate. */
export interface ListQuestion {
  /** @param most counted up to one more than this. */
  count(most?: number): Promise<number>;
  pages(): AsyncGenerator<readonly ShownRow[]>;
}

/** Rows that are read at once. */
const STEP = 500;

/** The permission to read each list: a file holds nothing that its reader does not see on the screen. */
export const READING_OF_LIST: Readonly<Record<ExportedList, Permission>> = {
  loans: 'loans.review',
  withdrawals: 'withdrawals.review',
  fees: 'fees.review',
  clients: 'clients.list',
};

/** Reads pages one after the other, until one is the last. */
async function* following<Row, Position>(
  read: (
    after: Position | null,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: Position | null }>,
): AsyncGenerator<readonly Row[]> {
  let after: Position | null = null;
  do {
    const { rows, next }: { readonly rows: readonly Row[]; readonly next: Position | null } =
      await read(after);
    if (rows.length > 0) yield rows;
    after = next;
  } while (after !== null);
}

/** A page that was read with one row more, and where the next one begins. */
function stepOf<Row extends { readonly followedBy: { readonly id: string } | null }>(
  rows: readonly Row[],
  sort: RequestPosition['sort'],
  requestOf: (row: Row) => PlacedRow & { readonly amountEur: number },
): { rows: Row[]; next: RequestPosition | null } {
  const page = rows.slice(0, STEP);
  const last = page.at(-1);
  if (rows.length <= STEP || !last) return { rows: page, next: null };
  const request = requestOf(last);
  return { rows: page, next: positionOfRow(sort, request, request.amountEur, last.followedBy) };
}

/** The sum of the counts of several parts of a list, up to one more than `most`. */
async function sumUpTo(
  most: number,
  parts: readonly string[],
  count: (part: string) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const part of parts) {
    if (sum > most) break;
    sum += await count(part);
  }
  return Math.min(sum, most + 1);
}

interface Reading extends ListAsker {
  readonly readsIban: boolean;
}

function questionOfClients(db: Db, { list: _, ...asked }: AskedOf<'clients'>, reader: Reading): ListQuestion {
  const { q, sort: __, ...filter } = asked;
  return {
    count: async (most) =>
      countClients(
        db,
        {
          ...(q === undefined ? {} : { q }),
          readsIban: reader.readsIban,
          filters: await clientConditions(db, filter, reader),
        },
        most,
      ),
    async *pages() {
      const facts = { rates: await ratesByCurrency(db), now: reader.now };
      const read = async (cursor: string | null) => {
        const step = await listClients(db, { ...asked, limit: STEP, cursor: cursor ?? undefined }, reader);
        return { rows: step.page.map((row) => presentClient(row, facts)), next: step.nextCursor };
      };
      yield* following(read);
    },
  };
}

function questionOfFees(db: Db, { list: _, ...asked }: AskedOf<'fees'>, reader: Reading): ListQuestion {
  return {
    count: (most) => countReviewedFees(db, asked, reader, most),
    async *pages() {
      const read = async (cursor: string | null) => {
        const step = await reviewFees(db, { ...asked, limit: STEP, cursor: cursor ?? undefined }, reader);
        return { rows: step.page.map((row) => presentReviewedFee(row, reader.now)), next: step.nextCursor };
      };
      yield* following(read);
    },
  };
}

async function questionOfLoans(db: Db, asked: AskedOf<'loans'>, reader: Reading): Promise<ListQuestion> {
  const conditions = [
    await rowsFound(db, 'loans', asked.q, reader.readsIban),
    ...loanConditions(asked, reader),
  ];
  const statuses = loanStatusesOf(asked.state);
  const sort = asked.sort ?? 'newest';
  return {
    count: (most = MAX_COUNTED) =>
      sumUpTo(most, statuses, (status) => countRequests(db, 'loan_requests', { status, conditions }, most)),
    async *pages() {
      const facts = await loanReviewFacts(db, reader.now);
      for (const status of statuses)
        yield* following(async (after: RequestPosition | null) => {
          const read = await loansForReview(db, { status, conditions, sort, after, limit: STEP });
          const { rows, next } = stepOf(read, sort, ({ loan }) => loan);
          return { rows: rows.map((row) => presentReviewedLoan(row, facts)), next };
        });
    },
  };
}

async function questionOfWithdrawals(
  db: Db,
  asked: AskedOf<'withdrawals'>,
  reader: Reading,
): Promise<ListQuestion> {
  const conditions = [
    await rowsFound(db, 'withdrawals', asked.q, reader.readsIban),
    ...withdrawalConditions(asked, reader),
  ];
  const statuses = withdrawalStatusesOf(asked.state);
  const sort = asked.sort ?? 'newest';
  return {
    count: (most = MAX_COUNTED) =>
      sumUpTo(most, statuses, (status) =>
        countRequests(db, 'withdrawal_requests', { status, conditions }, most),
      ),
    async *pages() {
      const facts = await reviewFacts(db, reader.now);
      for (const status of statuses)
        yield* following(async (after: RequestPosition | null) => {
          const read = await withdrawalsForReview(db, { status, conditions, sort, after, limit: STEP });
          const { rows, next } = stepOf(read, sort, ({ withdrawal }) => withdrawal);
          return { rows: rows.map((row) => presentReviewedWithdrawal(row, facts)), next };
        });
    },
  };
}

function ofList(db: Db, asked: ListAsked, reader: Reading): Promise<ListQuestion> | ListQuestion {
  switch (asked.list) {
    case 'clients':
      return questionOfClients(db, asked, reader);
    case 'fees':
      return questionOfFees(db, asked, reader);
    case 'loans':
      return questionOfLoans(db, asked, reader);
    case 'withdrawals':
      return questionOfWithdrawals(db, asked, reader);
  }
}

/** The question of an address to its list, as its reader may ask it: what is masked for them is neither searched nor in its rows (STAFF-5). */
export async function askList(db: Db, asked: ListAsked, asker: ListAsker): Promise<ListQuestion> {
  const { permissions } = asker;
  const readsIban = permissions.includes('fields.fullIban');
  const question = await ofList(db, asked, { ...asker, readsIban });
  return {
    count: question.count,
    async *pages() {
      for await (const rows of question.pages()) {
        const answer = maskedAnswer(READING_OF_LIST[asked.list], { rows: [...rows] }, permissions);
        yield (answer as { rows: ShownRow[] }).rows;
      }
    },
  };
}

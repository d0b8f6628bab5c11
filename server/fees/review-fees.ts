import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestFilter, RequestSort } from '#domain/desk/request-list.ts';
import type { Db } from '../db/database.ts';
import { conditionsOf, type ListReader } from '../db/request-filter.ts';
import { decodeKeys, pageBy } from '../http/cursor.ts';
import { keysOfPosition, keysOfRequest, positionOfKeys, positionOfRow } from '../http/request-cursor.ts';
import { rowsFound } from '../search/rows-found.ts';
import { countFees, FEE_HALVES, type FeeHalf, type FeeReviewRow, feesForReview } from './queries.ts';

/** Where a page ended: the half of the list, then where its last row stands in the order. */
const pageKeys = (halves: readonly FeeHalf[], sort: RequestSort) =>
  z.tuple([z.enum(halves), ...keysOfRequest(sort)]);

const halfOf = ({ fee }: FeeReviewRow): FeeHalf => (fee.status === 'paid' ? 'paid' : 'open');

/** What the list of fees is asked for. */
export interface FeesAsked extends RequestFilter {
  readonly settled?: FeeHalf | undefined;
  readonly declared?: 'yes' | undefined;
  /** That fee alone. */
  readonly only?: string | undefined;
  readonly q?: string | undefined;
  /** What a search found, in the place of `q`. */
  readonly found?: SQL | undefined;
  readonly sort?: RequestSort | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly counted?: 'yes' | undefined;
}

function positionOf(asked: FeesAsked, halves: readonly FeeHalf[], sort: RequestSort) {
  const keys = decodeKeys(asked.cursor, pageKeys(halves, sort));
  if (!keys) return null;
  const [half, ...position] = keys;
  return { half, end: positionOfKeys(position) };
}

/** The halves of the list that are asked for, in order. */
const halvesOf = ({ settled, declared }: Pick<FeesAsked, 'settled' | 'declared'>): readonly FeeHalf[] =>
  settled ? [settled] : declared === 'yes' ? ['open'] : FEE_HALVES;

/** What a list of fees is searched and filtered by. */
const conditionsOfFees = async (
  db: Db,
  asked: Omit<FeesAsked, 'limit'>,
  reader: ListReader & { readonly readsIban: boolean },
) => [
  asked.found ?? (await rowsFound(db, 'fees', asked.q, reader.readsIban)),
  asked.only ? sql`id = ${asked.only}::uuid` : undefined,
  ...conditionsOf('fee', asked, reader),
];

/** How many fees the list has on all pages together, counted up to one more than `most` in each half. */
export async function countReviewedFees(
  db: Db,
  asked: Omit<FeesAsked, 'limit'>,
  reader: ListReader & { readonly readsIban: boolean },
  most?: number,
): Promise<number> {
  const conditions = await conditionsOfFees(db, asked, reader);
  let count = 0;
  for (const half of halvesOf(asked))
    count += await countFees(db, { half, isDeclared: asked.declared === 'yes', conditions }, most);
  return count;
}

/**
 * One page of fees: those that wait for someone first, then the paid ones, each half newest first (docs/rules.md, Screens),
 * unless another order is asked for. A page that exhausts the first half goes on with the second.
 * @throws Refusal `request.invalid` for a cursor of another list or order.
 */
export async function reviewFees(
  db: Db,
  asked: FeesAsked,
  reader: ListReader & { readonly readsIban: boolean },
): Promise<{ page: FeeReviewRow[]; nextCursor: string | null; count: number | null }> {
  const { declared, sort = 'newest', limit } = asked;
  const conditions = await conditionsOfFees(db, asked, reader);
  const isDeclared = declared === 'yes';
  const wanted = halvesOf(asked);
  const after = positionOf(asked, wanted, sort);
  const rest = after ? wanted.slice(wanted.indexOf(after.half)) : wanted;
  const rows: FeeReviewRow[] = [];
  for (const half of rest) {
    if (rows.length > limit) break;
    rows.push(
      ...(await feesForReview(db, {
        half,
        isDeclared,
        conditions,
        sort,
        after: after?.half === half ? after.end : null,
        limit: limit + 1 - rows.length,
      })),
    );
  }
  const count = asked.counted ? await countReviewedFees(db, asked, reader) : null;
  const paged = pageBy(rows, limit, (row) => [
    halfOf(row),
    ...keysOfPosition(positionOfRow(sort, row.fee, row.fee.amount, row.followedBy)),
  ]);
  return { ...paged, count };
}

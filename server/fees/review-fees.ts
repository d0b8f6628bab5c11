import * as z from 'zod/mini';
import { clientsFound } from '../db/clients-found.ts';
import type { Db } from '../db/database.ts';
import type { TimeOrder } from '../db/page-of-list.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { FEE_HALVES, type FeeHalf, type FeeReviewRow, feesForReview } from './queries.ts';

/** Where a page ended: the half of the list, then the moment and id of the row. */
const pageKeys = (halves: readonly FeeHalf[]) => z.tuple([z.enum(halves), momentKey, z.uuid()]);

const halfOf = ({ fee }: FeeReviewRow): FeeHalf => (fee.status === 'paid' ? 'paid' : 'open');

/**
 * One page of fees: those that wait for someone first, then the paid ones, each half newest first (docs/rules.md, Screens),
 * unless the oldest are asked for first. A page that exhausts the first half goes on with the second.
 * @throws Refusal `request.invalid` for a cursor of another list.
 */
export async function reviewFees(
  db: Db,
  filter: {
    settled?: FeeHalf;
    q?: string;
    readsIban: boolean;
    sort?: TimeOrder;
    cursor?: string;
    limit: number;
  },
): Promise<{ page: FeeReviewRow[]; nextCursor: string | null }> {
  const { settled, sort, limit } = filter;
  const ofClients = await clientsFound(db, filter.q, filter.readsIban);
  const wanted = settled ? [settled] : FEE_HALVES;
  const keys = decodeKeys(filter.cursor, pageKeys(wanted));
  const after = keys && { half: keys[0], at: new Date(keys[1]), id: keys[2] };
  const rest = after ? wanted.slice(wanted.indexOf(after.half)) : wanted;
  const rows: FeeReviewRow[] = [];
  for (const half of rest) {
    if (rows.length > limit) break;
    rows.push(
      ...(await feesForReview(db, {
        half,
        ofClients,
        order: sort,
        after: after?.half === half ? after : null,
        limit: limit + 1 - rows.length,
      })),
    );
  }
  return pageBy(rows, limit, (row) => [halfOf(row), row.fee.createdAt.getTime(), row.fee.id]);
}

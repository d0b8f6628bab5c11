import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ClaimLossMotive } from '#domain/corrections/receipt.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { presentReceivable, RECEIVABLE_COLUMNS, type ReceivableRow } from './collect-receivable.ts';

const KEYS = z.tuple([z.literal([0, 1]), momentKey, z.uuid()]);

interface ClaimOfList extends ReceivableRow {
  readonly reason: string;
  readonly client: { readonly accountId: string; readonly displayName: string } | null;
  readonly lossPostingId: string | null;
  readonly lossMotive: ClaimLossMotive | null;
  readonly lostBy: string | null;
}

const presentClaim = (row: ClaimOfList) => ({
  ...presentReceivable(row),
  client: row.client,
  reason: row.reason,
  loss:
    row.lossPostingId && row.lossMotive && row.lostAt
      ? {
          postingId: row.lossPostingId,
          motive: row.lossMotive,
          amountMinor: readMinor(row.receivable) - readMinor(row.collected),
          by: row.lostBy,
          at: new Date(row.lostAt).toISOString(),
        }
      : null,
});

const CLAIMS = sql`select ${RECEIVABLE_COLUMNS}, c.reason, c.loss_transaction_id as "lossPostingId", c.loss_motive as "lossMotive",
    ${nameOfPerson(sql`c.lost_by`)} as "lostBy",
    case when a.id is not null then json_build_object('accountId', a.id, 'displayName', p.display_name) end as client
  from receipt_corrections c left join client_accounts a on a.id = c.client_account_id
  left join profiles p on p.user_id = a.user_id`;

/** One claim as the staff see it; null when there is none. */
export async function shownClaim(db: Db, id: string) {
  const [row] = await rowsOf<ClaimOfList>(db, sql`${CLAIMS} where c.id = ${id}::uuid`);
  return row ? presentClaim(row) : null;
}

/**
 * What is claimed from clients, the oldest first, then what was given up of it (PAY-54): by its own index, which holds nothing that was paid
 * whole.
 */
export async function listReceivables(
  db: Db,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = decodeKeys(cursor, KEYS);
  const beyond = after
    ? sql`and ((c.lost_at is not null), c.made_at, c.id)
        > (${after[0] === 1}::boolean, ${new Date(after[1]).toISOString()}::timestamptz, ${after[2]}::uuid)`
    : sql``;
  const rows = await rowsOf<ClaimOfList>(
    db,
    sql`${CLAIMS} where c.collected < c.receivable ${beyond}
      order by (c.lost_at is not null), c.made_at, c.id ${limitedTo(limit + 1)}`,
  );
  const { page, nextCursor } = pageBy(rows, limit, ({ lostAt, madeAt, id }) => [
    lostAt === null ? 0 : 1,
    new Date(madeAt).getTime(),
    id,
  ]);
  return { receivables: page.map(presentClaim), nextCursor };
}

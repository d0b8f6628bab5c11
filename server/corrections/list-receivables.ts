import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Db, rowsOf } from '../db/database.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { decodeKeys, momentKey, pageBy } from '../http/cursor.ts';
import { presentReceivable } from './collect-receivable.ts';

const KEYS = z.tuple([momentKey, z.uuid()]);

/** What is claimed from clients, the oldest first (PAY-54): by its own index, which holds only what is still owed. */
export async function listReceivables(
  db: Db,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = decodeKeys(cursor, KEYS);
  const beyond = after
    ? sql`and (c.made_at, c.id) > (${new Date(after[0]).toISOString()}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const rows = await rowsOf<
    Parameters<typeof presentReceivable>[0] & {
      readonly reason: string;
      readonly client: { readonly accountId: string; readonly displayName: string } | null;
    }
  >(
    db,
    sql`select c.id, c.currency, c.amount, c.receivable, c.collected, c.made_at as "madeAt", c.reason,
        case when a.id is not null then json_build_object('accountId', a.id, 'displayName', p.display_name) end as client
      from receipt_corrections c left join client_accounts a on a.id = c.client_account_id
      left join profiles p on p.user_id = a.user_id
      where c.collected < c.receivable ${beyond} order by c.made_at, c.id ${limitedTo(limit + 1)}`,
  );
  const { page, nextCursor } = pageBy(rows, limit, ({ madeAt, id }) => [new Date(madeAt).getTime(), id]);
  return {
    receivables: page.map((row) => ({ ...presentReceivable(row), client: row.client, reason: row.reason })),
    nextCursor,
  };
}

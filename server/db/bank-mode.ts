import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { Db } from './database.ts';

/**
 * Tells the database whether it serves a demonstration: in a live one no loan is paid out without its contract, whatever code asks
 * (LC-5; server/db/loan-contracts.sql). It says as well whether the institution's status lets it lend (LC-6; server/db/intermediation.sql).
 * @throws Error when a demonstration is started on the database of a live institution.
 */
export async function declareMode(
  db: Db,
  { mode, status }: Pick<Institution, 'mode' | 'status'>,
): Promise<void> {
  const lends = mayLend({ mode, status });
  await db.execute(
    sql`insert into bank_mode (id, mode, may_lend) values (1, ${mode}, ${lends})
      on conflict (id) do update set mode = excluded.mode, may_lend = excluded.may_lend
      where (bank_mode.mode, bank_mode.may_lend) <> (excluded.mode, excluded.may_lend)`,
  );
}

import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { Db } from './database.ts';

/**
 * Tells the database whether it serves a demonstration: in a live one no loan is paid out without its contract, whatever code asks
 * (LC-5; server/db/loan-contracts.sql). It says as well whether the institution's status lets it lend (LC-6; server/db/intermediation.sql).
 * @param isRealTime whether the moments that it is given are those of the day: of a live institution always, but in a test. A payout then waits for the
 * database's own clock too (LC-52).
 * @throws Error when a demonstration is started on the database of a live institution.
 */
export async function declareMode(
  db: Db,
  { mode, status }: Pick<Institution, 'mode' | 'status'>,
  isRealTime = false,
): Promise<void> {
  const lends = mayLend({ mode, status });
  await db.execute(
    sql`insert into bank_mode (id, mode, may_lend, is_real_time) values (1, ${mode}, ${lends}, ${isRealTime})
      on conflict (id) do update set mode = excluded.mode, may_lend = excluded.may_lend, is_real_time = excluded.is_real_time
      where (bank_mode.mode, bank_mode.may_lend, bank_mode.is_real_time) <> (excluded.mode, excluded.may_lend, excluded.is_real_time)`,
  );
}

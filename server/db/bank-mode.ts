import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Tells the database whether it serves a demonstration: in a live one no loan is paid out without its contract, whatever code asks
 * (LC-5; server/db/loan-contracts.sql).
 * @throws Error when a demonstration is started on the database of a live institution.
 */
export async function declareMode(db: Db, mode: 'demo' | 'live'): Promise<void> {
  await db.execute(
    sql`insert into bank_mode (id, mode) values (1, ${mode})
      on conflict (id) do update set mode = excluded.mode where bank_mode.mode <> excluded.mode`,
  );
}

import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** Why a statement was refused, in the database's words; null when it was not. */
export async function refusalOf(db: Db, statement: SQL): Promise<string | null> {
  try {
    await db.execute(statement);
    return null;
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
}

import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';

/** The person whose loan it is. */
export async function personOfLoan(db: Db, loanId: string): Promise<string> {
  const [row] = await rowsOf<{ user_id: string }>(
    db,
    sql`select c.user_id from loan_requests r join client_accounts c on c.id = r.client_account_id where r.id = ${loanId}::uuid`,
  );
  if (!row) throw new Error(`loan ${loanId} has no client`);
  return row.user_id;
}

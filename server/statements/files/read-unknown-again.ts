import { inArray, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';
import { bankFiles, bankStatements } from '../../db/schema/index.ts';
import { canonicalAccount } from './canonical-account.ts';

interface HouseAccount {
  readonly iban: string;
  readonly currency: string;
}

/** The end of no run's claim: it tells a file that waits to be read again from one that has just arrived. */
const LONG_AGO = new Date(0);

/** Whether a file was read before and waits to be read again for what it lacks. */
export const waitsToBeReadAgain = ({
  state,
  claim,
  claimedUntil,
}: Pick<typeof bankFiles.$inferSelect, 'state' | 'claim' | 'claimedUntil'>): boolean =>
  state === 'received' && claim === null && claimedUntil?.getTime() === LONG_AGO.getTime();

/**
 * Lets files be read again for the statements in them that were refused because their account was none of ours, which it is by now (PAY-23): by its IBAN,
 * or by the number with which the bank writes it. What was decided of the other statements of a file stays.
 * @param bankFileId one file alone.
 * @returns whether there was one; the import of a file, or the job of every minute, reads it.
 */
export async function readUnknownAgain(
  tx: Db,
  accounts: readonly HouseAccount[],
  bankFileId?: string,
): Promise<boolean> {
  const refused = await rowsOf<{ id: string; file: string; account: string; currency: string }>(
    tx,
    sql`select id, bank_file_id as file, account, currency from bank_statements
      where state = 'refused' and code = 'statement.unknown-account' ${bankFileId ? sql`and bank_file_id = ${bankFileId}::uuid` : sql``}
      order by id for update`,
  );
  const ibans = new Set(accounts.map(({ iban }) => iban));
  const known = refused.filter((one) => ibans.has(canonicalAccount(one, accounts)));
  if (known.length === 0) return false;
  await tx
    .update(bankStatements)
    .set({ state: 'reading', code: null, decidedAt: null })
    .where(
      inArray(
        bankStatements.id,
        known.map(({ id }) => id),
      ),
    );
  await tx
    .update(bankFiles)
    .set({ state: 'received', claim: null, claimedUntil: LONG_AGO, endedAt: null })
    .where(inArray(bankFiles.id, [...new Set(known.map(({ file }) => file))]));
  return true;
}

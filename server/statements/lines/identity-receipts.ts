import { sql } from 'drizzle-orm';
import { compareNames } from '#domain/payees/name-comparison.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import type { Work } from '../../work/work.ts';
import type { BankLine } from './line-queries.ts';

/** A receipt that was posted to a client's account. */
interface PostedReceipt {
  readonly line: Pick<BankLine, 'id' | 'counterpartyName' | 'counterpartyIban' | 'isReversal' | 'isReturn'>;
  readonly account: { readonly id: string };
}

/**
 * Records the first receipt of each client from an account whose holder has the client's own name, as PAY-14 compares them: the measure of CMF
 * R561-5-2 3° (PAY-29). A name that is only close is none, and what the bank takes back or returns names no payer.
 */
export async function recordIdentityReceipts(
  { tx, now }: Work,
  receipts: readonly PostedReceipt[],
): Promise<void> {
  const named = receipts.filter(
    ({ line }) => line.counterpartyName && line.counterpartyIban && !line.isReversal && !line.isReturn,
  );
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ account }) => account.id))];
  const rows = await rowsOf<{ id: string; holder: string }>(
    tx,
    sql`select a.id, p.display_name as holder from client_accounts a join profiles p on p.user_id = a.user_id
      where a.id = any (${listed(ids, 'uuid')}) and not exists (select from identity_receipts i where i.client_account_id = a.id)`,
  );
  const firsts = rows.flatMap(({ id, holder }) => {
    const own = named.find(
      ({ line, account }) =>
        account.id === id && compareNames(line.counterpartyName ?? '', holder) === 'match',
    );
    return own ? [{ account: id, line: own.line.id }] : [];
  });
  if (firsts.length === 0) return;
  await tx.execute(sql`insert into identity_receipts (client_account_id, line_id, recorded_at)
    select account, line, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(firsts)}::json) as f(account uuid, line uuid) order by account
    on conflict do nothing`);
}

/** Forgets a receipt that was no receipt of its client's: the measure rests on another one, or on none. */
export async function forgetIdentityReceipt(tx: Db, lineId: string): Promise<void> {
  await tx.execute(sql`delete from identity_receipts where line_id = ${lineId}::uuid`);
}

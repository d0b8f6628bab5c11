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

/** A receipt that was posted whole to a client, by its payer's name: the first of each. */
async function receiptsOf(tx: Db, accountId: string): Promise<PostedReceipt[]> {
  const lines = await rowsOf<PostedReceipt['line']>(
    tx,
    sql`select * from (
        select distinct on (l.counterparty_name) l.id, l.counterparty_name as "counterpartyName", l.counterparty_iban as "counterpartyIban",
          l.is_reversal as "isReversal", l.is_return as "isReturn", l.booking_day as day
        from bank_lines l where l.client_account_id = ${accountId}::uuid and l.amount > 0
          and l.counterparty_name is not null and l.counterparty_iban is not null and not l.is_reversal and not l.is_return
        order by l.counterparty_name, l.booking_day, l.id) f
      order by day, id`,
  );
  return lines.map((line) => ({ line, account: { id: accountId } }));
}

/**
 * Forgets a receipt that was no receipt of these clients: the measure of each rests on the first of their other receipts that bears it, or on
 * none. What others got of the same line stays theirs.
 */
export async function forgetIdentityReceipts(
  work: Work,
  lineId: string,
  accountIds: readonly string[],
): Promise<void> {
  const forgotten = await rowsOf<{ id: string }>(
    work.tx,
    sql`delete from identity_receipts where line_id = ${lineId}::uuid and client_account_id = any (${listed(accountIds, 'uuid')})
      returning client_account_id as id`,
  );
  for (const { id } of forgotten) await recordIdentityReceipts(work, await receiptsOf(work.tx, id));
}

import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { receivableCollection } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { readMinor } from '../db/read-minor.ts';
import { lockAvailable } from '../ledger/available.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';

/** What is claimed from a client, as the database answers it. */
export interface ReceivableRow {
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly amount: string | number;
  readonly receivable: string | number;
  readonly collected: string | number;
  readonly madeAt: Date | string;
  /** When the house gave it up; null while it claims it. */
  readonly lostAt: Date | string | null;
}

/** What a claim is read by; `c` is `receipt_corrections`. */
export const RECEIVABLE_COLUMNS = sql`c.id, c.currency, c.amount, c.receivable, c.collected, c.made_at as "madeAt", c.lost_at as "lostAt"`;

/** What the house claims from a client after a mistake, in minor units: nothing once it is given up. */
export const presentReceivable = (row: ReceivableRow) => ({
  id: row.id,
  currency: row.currency,
  creditedMinor: readMinor(row.amount),
  owedMinor: row.lostAt === null ? readMinor(row.receivable) - readMinor(row.collected) : 0,
  since: new Date(row.madeAt).toISOString(),
});

/** What is still claimed from a client, the oldest first. */
export async function receivablesOf(db: Db, accountId: string) {
  const rows = await rowsOf<ReceivableRow>(
    db,
    sql`select ${RECEIVABLE_COLUMNS} from receipt_corrections c
      where c.client_account_id = ${accountId}::uuid and c.collected < c.receivable and c.lost_at is null order by c.made_at, c.id`,
  );
  return rows.map(presentReceivable);
}

/** Says whether something was ever claimed from a client under this id. */
export async function isReceivableOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select id from receipt_corrections where id = ${id}::uuid and client_account_id = ${accountId}::uuid`,
  );
  return rows.length > 0;
}

/**
 * The client gives back what they had spent of money that was not theirs (PAY-54): only when they say so, never by itself, without a fee or
 * interest.
 * @param amountMinor above zero, no more than what is owed.
 * @throws Refusal `not-found`; `transfer.not-possible` while the account's assets are frozen; `repayment.above-balance` above what is owed;
 * `ledger.insufficient-balance`.
 */
export async function collectReceivable(
  work: Work,
  accountId: string,
  { id, amountMinor }: { readonly id: string; readonly amountMinor: number },
): Promise<void> {
  const [row] = await rowsOf<
    ReceivableRow & { ledger_account_id: string; user_id: string; isBlocked: boolean }
  >(
    work.tx,
    sql`select ${RECEIVABLE_COLUMNS}, a.ledger_account_id, a.user_id, ${hasLegalBlock(sql`a.id`)} as "isBlocked"
      from receipt_corrections c join client_accounts a on a.id = c.client_account_id
      where c.id = ${id}::uuid and c.client_account_id = ${accountId}::uuid for update of c`,
  );
  if (!row) throw new Refusal('not-found');
  const { owedMinor, currency } = presentReceivable(row);
  if (owedMinor === 0) throw new Refusal('not-found');
  // Nothing leaves frozen assets, also towards the house (PAY-62); the refusal says nothing of a freeze.
  if (row.isBlocked) throw new Refusal('transfer.not-possible');
  if (amountMinor > owedMinor) throw new Refusal('repayment.above-balance');
  const ledgerAccountId = row.ledger_account_id;
  if (amountMinor > (await lockAvailable(work, { accountId, ledgerAccountId })))
    throw new Refusal('ledger.insufficient-balance');
  const account = { id: accountId, ledgerAccountId, currency };
  await recordTransaction(work, {
    account,
    posting: receivableCollection(account, { amountMinor, currency }),
    causeId: id,
    line: newClientLine(work, 'RBT'),
    details: {},
  });
  await work.tx.execute(
    sql`update receipt_corrections set collected = collected + ${amountMinor} where id = ${id}::uuid`,
  );
  await notifyClient(work, row.user_id, 'receivable-repaid', {
    amountMinor,
    currency,
    owedMinor: owedMinor - amountMinor,
  });
  await announce(work, { userId: row.user_id, staff: true }, [
    'account',
    'transactions',
    'corrections',
    'clients',
  ]);
}

import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { AccountReference } from '#domain/ledger/chart-of-accounts.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { ledgerAccounts } from '../db/schema/index.ts';
import type { Work } from '../work.ts';

/** The code under which an account stands in `ledger_accounts`. */
export function accountCode(account: AccountReference): string {
  return 'house' in account ? `house:${account.house}:${account.currency}` : `client:${account.client}`;
}

/** What a posting did: its id and, for each client account, the number and balance of its entry. */
export interface Posted {
  readonly ledgerTransactionId: string;
  /** Keyed by ledger account id. Minor units. */
  readonly entries: ReadonlyMap<string, { readonly sequence: number; readonly balanceAfterMinor: number }>;
}

/** The name PostgreSQL gives the broken rule, wherever the driver or Drizzle put it. */
function brokenConstraint(error: unknown): string | null {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const constraint = (cause as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return null;
}

/**
 * Writes a posting into the books: the only way money moves. One round trip; the accounts are locked in order of id, the balances
 * and numbers of the entries come back.
 * @param causeId the loan request, withdrawal, fee or account that caused it.
 * @throws Refusal `ledger.insufficient-balance` when a client's account would fall below its floor.
 */
export async function post(work: Work, posting: Posting, causeId: string): Promise<Posted> {
  const ledgerTransactionId = work.newId();
  const entries = JSON.stringify(
    posting.entries.map(({ account, amountMinor }) => ({
      code: accountCode(account),
      currency: account.currency,
      amount: amountMinor,
    })),
  );
  try {
    const rows = await rowsOf<{
      account_id: string;
      sequence: string | number;
      balance_after: string | number;
    }>(
      work.tx,
      sql`select account_id, sequence, balance_after from ledger_post(
        ${ledgerTransactionId}::uuid, ${posting.event}, ${causeId}::uuid, ${work.actorId}::uuid,
        ${work.now.toISOString()}::timestamptz, ${entries}::jsonb)`,
    );
    work.posted.push(posting.event);
    return {
      ledgerTransactionId,
      entries: new Map(
        rows.map((row) => [
          row.account_id,
          { sequence: Number(row.sequence), balanceAfterMinor: Number(row.balance_after) },
        ]),
      ),
    };
  } catch (error) {
    if (brokenConstraint(error) === 'ledger_accounts_floor') throw new Refusal('ledger.insufficient-balance');
    throw error;
  }
}

/** Opens the ledger account of a new client: balance zero, never below zero. Returns its id. */
export async function openClientAccount(work: Work, currency: string): Promise<string> {
  const id = work.newId();
  await work.tx
    .insert(ledgerAccounts)
    .values({ id, code: `client:${id}`, kind: 'client', currency, floor: 0 });
  return id;
}

/** The balance of a ledger account in minor units. Inside a transaction that will spend it, lock it first with `lockBalance`. */
export async function balanceOf(db: Db, ledgerAccountId: string): Promise<number> {
  const rows = await rowsOf<{ balance: string | number }>(
    db,
    sql`select balance from ledger_accounts where id = ${ledgerAccountId}::uuid`,
  );
  return Number(rows[0]?.balance ?? 0);
}

/** Locks the account until the transaction ends and returns its balance, so that two spenders cannot both believe it. */
export async function lockBalance(work: Work, ledgerAccountId: string): Promise<number> {
  const rows = await rowsOf<{ balance: string | number }>(
    work.tx,
    sql`select balance from ledger_accounts where id = ${ledgerAccountId}::uuid for update`,
  );
  if (!rows[0]) throw new Error(`ledger account ${ledgerAccountId} does not exist`);
  return Number(rows[0].balance);
}

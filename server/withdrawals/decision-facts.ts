import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { examinedWithdrawal } from '#contract/withdrawals.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Permission } from '#domain/operations.ts';
import type { HoldRule } from '#domain/parameters/hold-rules.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import type { WithdrawalRow } from './queries.ts';

/** Transfers before this one that the panel shows. */
const SHOWN = 5;

/** Orders to one IBAN that are looked at: a landlord's or a supplier's has many. */
const SAME_PAYEE = 1_000;

/**
 * How many other clients ordered transfers to the IBAN of an order. Its pieces, by which lists are searched, find the orders: an IBAN needs no index of
 * its own.
 */
async function otherClientsOf(db: Db, { clientAccountId, clientIban }: WithdrawalRow): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct of_others.client_account_id)::int as count from (
        select w.client_account_id from withdrawal_requests w
        where w.words @@ (select string_agg(quote_literal(piece), ' & ')::tsquery from unnest(iban_pieces(${clientIban})) piece)
          and w.client_iban = ${clientIban} and w.client_account_id <> ${clientAccountId}::uuid
        limit ${sql.raw(String(SAME_PAYEE))}) of_others`,
  );
  return row?.count ?? 0;
}

const instant = (at: string | Date | null) => (at === null ? null : new Date(at).toISOString());

/** When the client of an order first signed in from the connection and with the browser that it was asked from: the memory of sign-ins is a year. */
async function knownSince(db: Db, { clientAccountId, askedFrom }: WithdrawalRow, mode: 'demo' | 'live') {
  if (!askedFrom) return null;
  const { address, userAgent } = askedFrom;
  const [row] = await rowsOf<{ address_at: string | Date | null; browser_at: string | Date | null }>(
    db,
    sql`select min(s.created_at) filter (where s.address = ${address}) as address_at,
        min(s.created_at) filter (where s.user_agent = ${userAgent}) as browser_at
      from sign_ins s where s.succeeded and s.user_id = (select user_id from client_accounts where id = ${clientAccountId}::uuid)`,
  );
  return {
    address: mode === 'live' ? address : null,
    userAgent,
    addressSince: instant(row?.address_at ?? null),
    userAgentSince: instant(row?.browser_at ?? null),
  };
}

type DecisionFacts = z.infer<typeof examinedWithdrawal>['facts'];

/** Why it is held, and what else is open or stands against its client: the reader's permissions say what of it they see. */
async function obstaclesOf(
  db: Db,
  { id, clientAccountId }: WithdrawalRow,
  permissions: readonly Permission[],
): Promise<Pick<DecisionFacts, 'otherOpen' | 'heldBy' | 'client'>> {
  const isAlerted = (kind: string) =>
    sql`exists (select from client_alerts k
      where k.client_account_id = ${clientAccountId}::uuid and k.kind = ${kind} and k.lifted_at is null)`;
  const [row] = await rowsOf<{
    open: number;
    open_sum: string | number;
    held_by: HoldRule[];
    is_warned: boolean;
    is_frozen: boolean;
  }>(
    db,
    sql`select o.open, o.open_sum, ${isAlerted('warning')} as is_warned, ${isAlerted('legal-block')} as is_frozen,
        coalesce((select to_jsonb(h.rules) from withdrawal_holds h where h.withdrawal_id = ${id}::uuid and h.outcome is null), '[]') as held_by
      from (select count(*)::int as open, coalesce(sum(w.amount), 0) as open_sum from withdrawal_requests w
        where w.client_account_id = ${clientAccountId}::uuid and w.id <> ${id}::uuid
          and w.status in ('pending', 'processing', 'approved')) o`,
  );
  return {
    otherOpen: { count: row?.open ?? 0, totalMinor: readMinor(row?.open_sum ?? 0) },
    heldBy: permissions.includes('withdrawals.holds') ? (row?.held_by ?? []) : null,
    client: {
      isWarned: permissions.includes('clientAlerts.show') ? (row?.is_warned ?? false) : null,
      isFrozen: permissions.includes('clientAlerts.legalBlocks') ? (row?.is_frozen ?? false) : null,
    },
  };
}

/**
 * What a decision on a transfer rests on beside the order itself: whether its client has paid this payee before, how many others do, why it is
 * held, what else is open, their last transfers, from where they asked for it, and when they last changed their password, their details or their IBAN.
 * What the reader may not see of checks, warnings and freezes is null.
 */
export async function decisionFacts(
  db: Db,
  order: WithdrawalRow,
  { mode, permissions }: { readonly mode: 'demo' | 'live'; readonly permissions: readonly Permission[] },
): Promise<DecisionFacts> {
  const { id, clientAccountId, clientIban, currency } = order;
  const others = sql`withdrawal_requests w where w.client_account_id = ${clientAccountId}::uuid and w.id <> ${id}::uuid`;
  const [askedFrom, obstacles, known, otherClients, last] = await Promise.all([
    knownSince(db, order, mode),
    obstaclesOf(db, order, permissions),
    rowsOf<{
      paid: number;
      paid_on: string | Date | null;
      paid_sum: string | number;
      password_at: string | Date | null;
      details_at: string | Date | null;
      iban_at: string | Date | null;
    }>(
      db,
      sql`select p.paid, p.paid_on, p.paid_sum, f.updated_at as details_at,
          (select max(c.updated_at) from credentials c where c.user_id = a.user_id and c.updated_at > c.created_at) as password_at,
          (select max(e.at) from audit_entries e where e.client_account_id = a.id and e.operation = 'accounts.assignIban' and e.outcome = 'done') as iban_at
        from client_accounts a join profiles f on f.user_id = a.user_id
        cross join lateral (select count(*)::int as paid, max(w.processed_at) as paid_on, coalesce(sum(w.amount), 0) as paid_sum
          from ${others} and w.client_iban = ${clientIban} and w.status = 'completed') p
        where a.id = ${clientAccountId}::uuid`,
    ),
    otherClientsOf(db, order),
    rowsOf<{
      id: string;
      created_at: string | Date;
      amount: string | number;
      name: string | null;
      status: WithdrawalRow['status'];
    }>(
      db,
      sql`select w.id, w.created_at, w.amount, coalesce(w.recipient_name, w.client_bank_name) as name, w.status from ${others}
        order by w.created_at desc, w.id desc limit ${sql.raw(String(SHOWN))}`,
    ),
  ]);
  const [row] = known;
  return {
    paidBefore: {
      count: row?.paid ?? 0,
      lastAt: instant(row?.paid_on ?? null),
      totalMinor: readMinor(row?.paid_sum ?? 0),
    },
    otherClients,
    payeeCountry: /^[A-Z]{2}/.exec(clientIban)?.[0] ?? null,
    ...obstacles,
    passwordChangedAt: instant(row?.password_at ?? null),
    detailsChangedAt: instant(row?.details_at ?? null),
    ibanAssignedAt: instant(row?.iban_at ?? null),
    askedFrom,
    lastTransfers: last.map((one) => ({
      id: one.id,
      createdAt: new Date(one.created_at).toISOString(),
      amountMinor: readMinor(one.amount),
      currency: currency as CurrencyCode,
      recipientName: one.name,
      status: one.status,
    })),
  };
}

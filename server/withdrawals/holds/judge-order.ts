import { sql } from 'drizzle-orm';
import type { HoldRule } from '#domain/parameters/hold-rules.ts';
import type { PayeeCheckResult } from '#domain/payees/payee-check.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Receipt, receiptOf } from '#domain/withdrawals/deadlines.ts';
import { holdsOf, type OrderFacts } from '#domain/withdrawals/holds.ts';
import { rowsOf } from '../../db/database.ts';
import { lastSecurityChange } from '../../notifications/notification-queries.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';

const DAY_MS = 24 * 3_600_000;
/** No rule looks further back. */
const LOOKED_BACK_MS = 30 * DAY_MS;

/** An order as its hold rules see it. */
export interface JudgedOrder {
  readonly accountId: string;
  readonly userId: string;
  readonly iban: string;
  readonly amountMinor: number;
  readonly payeeCheckId: string | null;
}

/** What the client's own orders say: whether one went to the IBAN before, and when those of the last thirty days were asked for. */
async function earlierOrders(work: Work, order: JudgedOrder) {
  const since = new Date(work.now.getTime() - LOOKED_BACK_MS).toISOString();
  const [row] = await rowsOf<{ known: boolean; moments: readonly string[] }>(
    work.tx,
    sql`select exists (select 1 from withdrawal_requests where client_account_id = ${order.accountId}::uuid
          and client_iban = ${order.iban} and status not in ('rejected', 'cancelled')) as known,
        (select coalesce(json_agg(created_at), '[]') from withdrawal_requests
          where client_account_id = ${order.accountId}::uuid and created_at >= ${since}::timestamptz) as moments`,
  );
  return { isKnown: row?.known ?? false, moments: (row?.moments ?? []).map((at) => new Date(at)) };
}

async function checkResult(work: Work, checkId: string | null): Promise<PayeeCheckResult | null> {
  if (checkId === null) return null;
  const [row] = await rowsOf<{ result: PayeeCheckResult }>(
    work.tx,
    sql`select result from payee_checks where id = ${checkId}::uuid`,
  );
  return row?.result ?? null;
}

/** What the house knows of the IBAN and of the client, and tells neither. */
async function knownToHouse(
  work: Work,
  { iban, accountId }: JudgedOrder,
): Promise<Pick<OrderFacts, 'isReportedIban' | 'isWarnedAbout'>> {
  const [row] = await rowsOf<{ reported: boolean; warned: boolean }>(
    work.tx,
    sql`select iban_is_reported(${iban}) as reported, client_has_alert(${accountId}::uuid, 'warning') as warned`,
  );
  return { isReportedIban: row?.reported ?? false, isWarnedAbout: row?.warned ?? false };
}

/** Why an order is held, and until when it is answered. */
export interface Hold {
  readonly rules: readonly HoldRule[];
  readonly receipt: Receipt;
}

/**
 * Judges an order by the rules in force (PAY-60). Without rules nothing is read.
 * @returns why it is held and until when (PAY-61); null when it goes on.
 */
export async function judgeOrder(
  work: Work,
  order: JudgedOrder,
  mode: 'demo' | 'live',
): Promise<Hold | null> {
  const dated = await parametersOn(work.tx, legalDay(work.now), [
    'hold.rules',
    'cutoff.sct',
    'execute.within',
  ]);
  const settings = dated['hold.rules'][mode];
  if (settings.length === 0) return null;
  const earlier = await earlierOrders(work, order);
  const rules = holdsOf(settings, {
    amountMinor: order.amountMinor,
    isFirstToPayee: !earlier.isKnown,
    checkResult: await checkResult(work, order.payeeCheckId),
    askedAt: work.now,
    securityChangedAt: await lastSecurityChange(
      work.tx,
      order.userId,
      new Date(work.now.getTime() - LOOKED_BACK_MS),
    ),
    earlierOrders: earlier.moments,
    ...(await knownToHouse(work, order)),
  });
  if (rules.length === 0) return null;
  const receipt = receiptOf(work.now, { cutoff: dated['cutoff.sct'], within: dated['execute.within'] });
  return { rules, receipt };
}

/** Keeps why an order is held, once it is written. */
export async function keepHold(work: Work, withdrawalId: string, { rules, receipt }: Hold): Promise<void> {
  await work.tx.execute(
    sql`select hold_transfer(${withdrawalId}::uuid, ${JSON.stringify(rules)}::jsonb, ${work.now.toISOString()}::timestamptz,
      ${receipt.deadline.toISOString()}::timestamptz)`,
  );
}

import { sql } from 'drizzle-orm';
import type { Money } from '#domain/money/money.ts';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { comparedEurMinor } from '#domain/proposals/compared-amount.ts';
import type { Slot } from '#domain/proposals/policy.ts';
import {
  type AmountLimit,
  coversAmount,
  type LimitedRole,
  type Limits,
  limitFor,
  limitPassed,
  limitsOf,
} from '#domain/staff/limits.ts';
import { LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { rateOfCurrency } from '../rates/queries.ts';

/** An amount in euro cents at the dated rates, half-even; null without a rate (FOUR-6). 0 for an operation without an amount. */
export async function amountInEuro(tx: Db, amount: Money | null): Promise<number | null> {
  return amount ? comparedEurMinor(amount, await rateOfCurrency(tx, amount.currency)) : 0;
}

/** What a person did of an operation on the legal day of a moment, in euro cents; null when one act had no rate. */
async function sumOfDay(tx: Db, operation: string, makerId: string, now: Date): Promise<number | null> {
  const since = startOfDayIn(LEGAL_TIME_ZONE, legalDay(now)).toISOString();
  const [row] = await rowsOf<{ sum: string | number | null }>(
    tx,
    sql`select case when count(*) filter (where amount_eur is null) > 0 then null else coalesce(sum(amount_eur), 0) end as sum
      from governed_acts where operation = ${operation} and maker_id = ${makerId}::uuid and at >= ${since}::timestamptz`,
  );
  return row?.sum === null || row === undefined ? null : Number(row.sum);
}

/**
 * The limit that an act of a person passes, in euro cents; null when they may do it alone (STAFF-42). The acts of the day are read under the lock
 * that the caller holds (`lockCumulative`).
 */
export async function passedLimit(
  tx: Db,
  limit: AmountLimit,
  act: {
    readonly operation: string;
    readonly amountEurMinor: number | null;
    readonly makerId: string;
    readonly now: Date;
  },
): Promise<number | null> {
  const sameDay = limit.perDayEurMinor === null ? 0 : await sumOfDay(tx, act.operation, act.makerId, act.now);
  return limitPassed(limit, act.amountEurMinor, sameDay);
}

/**
 * Whose approval an act beyond its maker's limit needs where the policy asks nobody: one person of the roles whose limit covers it (STAFF-42).
 * Without such a role, somebody with all rights.
 */
export async function slotBeyondLimit(
  tx: Db,
  operation: string,
  amountEurMinor: number | null,
): Promise<readonly Slot[]> {
  const roles = await rowsOf<{ code: string; limits: Limits }>(
    tx,
    sql`select code, limits from roles where not holds_all and ${operation} = any (permissions) order by code`,
  );
  const covering = roles.filter(({ limits }) => coversAmount(limitFor(limits, operation), amountEurMinor));
  return [covering.length > 0 ? covering.map(({ code }) => code) : [ADMINISTRATOR_ROLE]];
}

/** Whether one of these people may do an operation of this amount alone. */
export async function coversAny(
  tx: Db,
  people: readonly string[],
  operation: string,
  amountEurMinor: number | null,
): Promise<boolean> {
  const rows = await rowsOf<{ roles: LimitedRole[]; own: Limits | null }>(
    tx,
    sql`select json_agg(json_build_object('holdsAll', r.holds_all, 'permissions', r.permissions, 'limits', r.limits)) as roles, m.limits as own
      from user_roles h join roles r on r.code = h.role left join staff_members m on m.user_id = h.user_id
      where h.user_id = any (${listed(people, 'uuid')}) group by h.user_id, m.limits`,
  );
  return rows.some(({ roles, own }) =>
    coversAmount(limitFor(limitsOf(roles, own ?? []), operation), amountEurMinor),
  );
}

import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { Money } from '#domain/money/money.ts';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { comparedEurMinor } from '#domain/proposals/compared-amount.ts';
import type { Slot } from '#domain/proposals/policy.ts';
import {
  type AmountLimit,
  coversAmount,
  isLimited,
  type LimitedRole,
  type Limits,
  limitFor,
  limitPassed,
  limitsOf,
} from '#domain/staff/limits.ts';
import { LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import { lockCumulative } from './judge-command.ts';

/** An amount in euro cents at the dated rates, half-even; null without a rate (FOUR-6). 0 for an operation without an amount. */
export async function amountInEuro(tx: Db, amount: Money | null): Promise<number | null> {
  return amount ? comparedEurMinor(amount, await rateOfCurrency(tx, amount.currency)) : 0;
}

/** Longest that a proposal waits, in days (FOUR-18): one that was executed today was made no earlier. */
const LONGEST_WAIT_DAYS = 8;

/**
 * What a person answers for of an operation on the legal day of a moment, in euro cents: what they did, by themselves or by a proposal, and what they
 * approved beyond the limit of its maker. Null when one act had no rate.
 */
async function sumOfDay(tx: Db, operation: string, personId: string, now: Date): Promise<number | null> {
  const since = sql`${startOfDayIn(LEGAL_TIME_ZONE, legalDay(now)).toISOString()}::timestamptz`;
  const [row] = await rowsOf<{ sum: string | number | null }>(
    tx,
    sql`select case when count(*) filter (where amount_eur is null) > 0 then null else coalesce(sum(amount_eur), 0) end as sum from (
      select amount_eur from governed_acts where operation = ${operation} and maker_id = ${personId}::uuid and at >= ${since}
      union all
      select p.amount_eur from proposals p join proposal_votes v on v.proposal_id = p.id
        where p.status = 'executed' and p.made_at >= ${since} - make_interval(days => ${LONGEST_WAIT_DAYS}) and p.operation = ${operation}
          and p.is_beyond_limit and p.ended_at >= ${since} and v.user_id = ${personId}::uuid and v.decision = 'approve') acts`,
  );
  return row?.sum === null || row === undefined ? null : Number(row.sum);
}

/** An act of an operation, with who answers for it. */
interface LimitedAct {
  readonly operation: string;
  readonly amountEurMinor: number | null;
  readonly personId: string;
  readonly now: Date;
}

/**
 * The limit that an act of a person passes, in euro cents; null when they may do it alone (STAFF-42). The acts of the day are read under the lock
 * that the caller holds (`lockCumulative`).
 */
export async function passedLimit(
  tx: Db,
  limit: AmountLimit,
  { operation, amountEurMinor, personId, now }: LimitedAct,
): Promise<number | null> {
  const sameDay = limit.perDayEurMinor === null ? 0 : await sumOfDay(tx, operation, personId, now);
  return limitPassed(limit, amountEurMinor, sameDay);
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

/** How much people may do alone of an operation, by their id: null is no limit. Who holds no role is not among them. */
async function limitsOfPeople(
  tx: Db,
  people: readonly string[],
  operation: string,
): Promise<ReadonlyMap<string, AmountLimit | null>> {
  const rows = await rowsOf<{ id: string; roles: LimitedRole[]; own: Limits | null }>(
    tx,
    sql`select h.user_id as id, json_agg(json_build_object('holdsAll', r.holds_all, 'permissions', r.permissions, 'limits', r.limits)) as roles,
        m.limits as own
      from user_roles h join roles r on r.code = h.role left join staff_members m on m.user_id = h.user_id
      where h.user_id = any (${listed(people, 'uuid')}) group by h.user_id, m.limits`,
  );
  return new Map(rows.map(({ id, roles, own }) => [id, limitFor(limitsOf(roles, own ?? []), operation)]));
}

/** Whether one of these people may do an operation of this amount alone, on a day on which they did nothing of it. */
export async function coversAny(
  tx: Db,
  people: readonly string[],
  operation: string,
  amountEurMinor: number | null,
): Promise<boolean> {
  const limits = await limitsOfPeople(tx, people, operation);
  return [...limits.values()].some((limit) => coversAmount(limit, amountEurMinor));
}

/** An act that is about to be executed by its last approval. */
interface ApprovedAct {
  readonly operation: string;
  readonly amount: Money | null;
  readonly makerId: string;
  readonly approvedBy: readonly string[];
  /** Whether it was beyond its maker's limit already when it was proposed. */
  readonly wasBeyondLimit: boolean;
  readonly now: Date;
}

/** How an approved act stands to the limits of its people. */
interface Standing {
  /** Of its maker; null is no limit. */
  readonly limit: AmountLimit | null;
  /** Of the act alone; null without a rate. */
  readonly amountEurMinor: number | null;
  /** Whether somebody who approved answers for it, and not its maker. */
  readonly isBeyondLimit: boolean;
}

/**
 * How an act stands to the limits of its maker and of those who approved it, as they are now (STAFF-42): of one act and of the day, under the lock
 * under which acts of one operation are summed, so that two of one moment cannot both stay within a day's limit.
 * @returns null for an operation that has no limits.
 * @throws Refusal `proposal.beyond-limit` when it is beyond its maker's and nobody who approved it could do it alone.
 */
export async function requireCovered(tx: Db, act: ApprovedAct): Promise<Standing | null> {
  const { operation, makerId, approvedBy, now } = act;
  if (!isLimited(operation)) return null;
  const limits = await limitsOfPeople(tx, [makerId, ...approvedBy], operation);
  if ([...limits.values()].some((limit) => (limit?.perDayEurMinor ?? null) !== null))
    await lockCumulative(tx, operation);
  const amountEurMinor = await amountInEuro(tx, act.amount);
  const mayAlone = async (personId: string): Promise<boolean> => {
    const limit = limits.get(personId);
    if (!limit) return limit === null;
    return (await passedLimit(tx, limit, { operation, amountEurMinor, personId, now })) === null;
  };
  const standing = { limit: limits.get(makerId) ?? null, amountEurMinor };
  if (!act.wasBeyondLimit && (await mayAlone(makerId))) return { ...standing, isBeyondLimit: false };
  for (const personId of approvedBy)
    if (await mayAlone(personId)) return { ...standing, isBeyondLimit: true };
  throw new Refusal('proposal.beyond-limit');
}

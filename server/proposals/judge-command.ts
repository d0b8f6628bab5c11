import { sql } from 'drizzle-orm';
import { comparedEurMinor } from '#domain/proposals/compared-amount.ts';
import { type ApprovalPolicy, type Slot, slotsOf } from '#domain/proposals/policy.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import type { GovernedFacts } from '../work/governed.ts';
import { policyInForce } from './policy-in-force.ts';

/** How long acts of the same operation count together (FOUR-6). */
const COUNTED_HOURS = 24;

/** What a policy says of a command. */
export interface Judgement {
  /** Null when nothing asks for anybody. */
  readonly policy: ApprovalPolicy | null;
  readonly slots: readonly Slot[];
  /** Euro cents; null without a rate. */
  readonly comparedEurMinor: number | null;
  /** Of this act alone; null without a rate. */
  readonly amountEurMinor: number | null;
}

/** Acts of an operation that are judged one after the other, so that two at once cannot both stay below a threshold. */
export async function lockCumulative(tx: Db, operation: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`governed:${operation}`}, 0))`);
}

/** The sums of the last 24 hours to a client and by a maker, executed and waiting; null where one of them has no rate. */
async function recentSums(
  tx: Db,
  about: {
    readonly operation: string;
    readonly clientAccountId: string | null;
    readonly makerId: string;
    readonly now: Date;
    readonly exceptProposalId: string | null;
  },
) {
  const since = sql`${about.now.toISOString()}::timestamptz - make_interval(hours => ${COUNTED_HOURS})`;
  const sumOf = (
    column: string,
    id: string | null,
  ) => sql`(select case when count(*) filter (where amount_eur is null) > 0
      then null else coalesce(sum(amount_eur), 0) end from (
        select amount_eur from governed_acts where operation = ${about.operation} and ${sql.raw(column)} = ${id}::uuid and at > ${since}
        union all
        select amount_eur from proposals where operation = ${about.operation} and ${sql.raw(column)} = ${id}::uuid
          and status = 'awaiting' and made_at > ${since} and id is distinct from ${about.exceptProposalId}::uuid) counted)`;
  const [row] = await rowsOf<{ to_client: string | number | null; by_maker: string | number | null }>(
    tx,
    sql`select ${sumOf('client_account_id', about.clientAccountId)} as to_client,
      ${sumOf('maker_id', about.makerId)} as by_maker`,
  );
  const minor = (value: string | number | null | undefined) => (value === null ? null : Number(value ?? 0));
  return { toClientEurMinor: minor(row?.to_client), byMakerEurMinor: minor(row?.by_maker) };
}

/**
 * What the policy in force says of a command. Of a cumulative operation the others of the last 24 hours are read under a lock that the
 * transaction keeps.
 * @param exceptProposalId the proposal that is being executed, which does not count with itself.
 */
export async function judgeCommand(
  tx: Db,
  operation: string,
  facts: GovernedFacts,
  by: { readonly makerId: string; readonly now: Date; readonly exceptProposalId?: string },
): Promise<Judgement> {
  const policy = await policyInForce(tx, operation);
  if (!policy) return { policy, slots: [], comparedEurMinor: 0, amountEurMinor: 0 };
  const { amount, conditions, clientAccountId } = facts;
  if (!amount) {
    const slots = slotsOf(policy, { comparedEurMinor: 0, conditions });
    return { policy, slots, comparedEurMinor: 0, amountEurMinor: 0 };
  }
  // Sent without an answer in between: the sums are read once the lock is held, since a transaction's statements run one after the other.
  const [, recent, eurRate] = await Promise.all([
    policy.isCumulative ? lockCumulative(tx, operation) : undefined,
    policy.isCumulative
      ? recentSums(tx, { operation, clientAccountId, exceptProposalId: by.exceptProposalId ?? null, ...by })
      : undefined,
    rateOfCurrency(tx, amount.currency),
  ]);
  const compared = comparedEurMinor(amount, eurRate, recent);
  return {
    policy,
    slots: slotsOf(policy, { comparedEurMinor: compared, conditions }),
    comparedEurMinor: compared,
    amountEurMinor: comparedEurMinor(amount, eurRate),
  };
}

import { sql } from 'drizzle-orm';
import type { AccountType } from '#domain/accounts/account.ts';
import { comparedEurMinor } from '#domain/proposals/compared-amount.ts';
import {
  type ApprovalPolicy,
  type PolicyCase,
  type PolicyRow,
  rowOf,
  type Slot,
} from '#domain/proposals/policy.ts';
import { conditionsOf } from '#domain/proposals/policy-change.ts';
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
  /** The row that applies; null when none does. */
  readonly rule: PolicyRow | null;
  readonly slots: readonly Slot[];
  /** Euro cents; null without a rate. */
  readonly comparedEurMinor: number | null;
  /** Of this act alone; null without a rate. */
  readonly amountEurMinor: number | null;
}

/** Acts of an operation that are judged one after the other, so that two at once cannot both stay below a threshold. */
export async function lockCumulative(tx: Db, operation: string): Promise<void> {
  await tx.execute(sql`select lock_governed_sums(${operation})`);
}

/** The moment since which acts count together. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - COUNTED_HOURS * 3_600_000);

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
  const { operation, clientAccountId, makerId, now, exceptProposalId } = about;
  const [row] = await rowsOf<{ to_client: string | number | null; by_maker: string | number | null }>(
    tx,
    sql`select * from governed_sums(${operation}, ${clientAccountId}::uuid, ${makerId}::uuid,
      ${countedSince(now).toISOString()}::timestamptz, ${exceptProposalId}::uuid)`,
  );
  const minor = (value: string | number | null | undefined) => (value === null ? null : Number(value ?? 0));
  return { toClientEurMinor: minor(row?.to_client), byMakerEurMinor: minor(row?.by_maker) };
}

/** The type of a client's account; null when it is gone. */
async function accountTypeOf(tx: Db, clientAccountId: string): Promise<AccountType | null> {
  const [row] = await rowsOf<{ type: AccountType }>(
    tx,
    sql`select account_type as type from client_accounts where id = ${clientAccountId}::uuid`,
  );
  return row?.type ?? null;
}

/** What a policy is asked about a command beside its amount (FOUR-1). The client's account is read only where a row asks for its type. */
export async function caseOf(
  tx: Db,
  { operation, rows }: Pick<ApprovalPolicy, 'operation' | 'rows'>,
  { conditions, clientAccountId, rateDeviationBps = null }: GovernedFacts,
): Promise<Omit<PolicyCase, 'comparedEurMinor'>> {
  const isTypeAsked = clientAccountId !== null && rows.some(({ accountTypes }) => accountTypes);
  return {
    conditions: conditionsOf(operation, conditions),
    accountType: isTypeAsked ? await accountTypeOf(tx, clientAccountId) : null,
    rateDeviationBps,
  };
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
  const policy = await policyInForce(tx, operation, by.now);
  if (!policy) return { policy, rule: null, slots: [], comparedEurMinor: 0, amountEurMinor: 0 };
  const { amount, clientAccountId } = facts;
  const asked = await caseOf(tx, policy, facts);
  if (!amount) {
    const rule = rowOf(policy, { ...asked, comparedEurMinor: 0 });
    return { policy, rule, slots: rule?.approvers ?? [], comparedEurMinor: 0, amountEurMinor: 0 };
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
  const rule = rowOf(policy, { ...asked, comparedEurMinor: compared });
  return {
    policy,
    rule,
    slots: rule?.approvers ?? [],
    comparedEurMinor: compared,
    amountEurMinor: comparedEurMinor(amount, eurRate),
  };
}

import { sql } from 'drizzle-orm';
import {
  type ApprovalPolicy,
  type GovernedOperation,
  LIVE_POLICIES,
  mostAlone,
  type PolicyRow,
  type PolicySource,
} from '#domain/proposals/policy.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { PolicyTerms } from '../db/schema/index.ts';

/** A version that the institution's file or the staff wrote. */
interface ChangedPolicy {
  readonly operation: string;
  readonly version: number;
  /** The first day on which it is asked. */
  readonly from: string;
  readonly rows: PolicyRow[];
  readonly terms: PolicyTerms | null;
  readonly source: PolicySource;
}

/** Whether second approvals are asked for, and the versions of policies in force on a day, with those that begin later. */
interface PolicyState {
  readonly isOn: boolean;
  readonly changed: readonly ChangedPolicy[];
  readonly planned: readonly ChangedPolicy[];
}

/** Transactions of several calls ask once: they are of one moment. */
const asked = new WeakMap<Db, Promise<PolicyState>>();

const IS_ON = sql`((select mode = 'live' from bank_mode) or (select is_on from four_eyes))`;

async function readState(tx: Db, now: Date): Promise<PolicyState> {
  const day = legalDay(now);
  const [row] = await rowsOf<{
    is_on: boolean;
    changed: ChangedPolicy[] | null;
    planned: ChangedPolicy[] | null;
  }>(
    tx,
    sql`select ${IS_ON} as is_on,
      (select json_agg(p) from (select distinct on (operation) operation, version, "from", rows, terms, source from approval_policies
        where "from" <= ${day}::date order by operation, version desc) p) as changed,
      (select json_agg(p) from (select distinct on (operation) operation, version, "from", rows, terms, source from approval_policies
        order by operation, version desc) p where p."from" > ${day}::date) as planned`,
  );
  return { isOn: row?.is_on ?? false, changed: row?.changed ?? [], planned: row?.planned ?? [] };
}

/** The state of policies as a transaction first read it. */
function stateOf(tx: Db, now: Date): Promise<PolicyState> {
  let state = asked.get(tx);
  if (!state) {
    state = readState(tx, now);
    asked.set(tx, state);
  }
  return state;
}

/** Whether second approvals are asked for at this moment (FOUR-2): always in a live institution. */
export async function isFourEyesOn(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ is_on: boolean }>(db, sql`select ${IS_ON} as is_on`);
  return row?.is_on ?? false;
}

/** A policy in force, with the version that takes its place on a later day. */
export interface DatedPolicy extends ApprovalPolicy {
  readonly planned: (ApprovalPolicy & { readonly from: string }) | null;
}

/** Every policy as it stands at a moment, those of the institution's file and the staff's changes in the place of the product's. */
export async function policiesNow(db: Db, now: Date): Promise<readonly DatedPolicy[]> {
  const { changed, planned } = await readState(db, now);
  return LIVE_POLICIES.map((policy) => {
    const later = planned.find(({ operation }) => operation === policy.operation);
    return {
      ...withChange(policy, changed),
      planned: later ? { ...withChange(policy, planned), from: later.from } : null,
    };
  });
}

/** The acts that have a button in each row of a list. */
export const ACTS_OF_ROWS: readonly GovernedOperation[] = [
  'loans.decide.approve',
  'loanOffers.issue',
  'withdrawals.decide.approve',
];

/**
 * Up to which amount some operations ask nobody else, in euro cents, as far as the amount alone says: rows of a policy with further conditions
 * are left out. An operation for which nobody is asked is not among them.
 */
export async function aloneUpTo(
  db: Db,
  operations: readonly string[],
  now: Date,
): Promise<Record<string, number>> {
  const policies = await policiesNow(db, now);
  return Object.fromEntries(
    policies
      .filter(({ operation }) => operations.includes(operation))
      .flatMap(({ operation, rows }) => {
        const most = mostAlone(
          { rows: rows.filter(({ accountTypes = [] }) => accountTypes.length === 0) },
          { conditions: [] },
        );
        return most === null ? [] : [[operation, most]];
      }),
  );
}

/**
 * The policy of an operation in a transaction.
 * @returns null when none asks anybody: a demonstration with « Quatre yeux » off, or an operation without a policy.
 */
export async function policyInForce(tx: Db, operation: string, now: Date): Promise<ApprovalPolicy | null> {
  const { isOn, changed } = await stateOf(tx, now);
  const own = LIVE_POLICIES.find((policy) => policy.operation === operation);
  return isOn && own ? withChange(own, changed) : null;
}

function withChange(policy: ApprovalPolicy, changed: readonly ChangedPolicy[]): ApprovalPolicy {
  const change = changed.find(({ operation }) => operation === policy.operation);
  if (!change) return policy;
  const { version, rows, terms, source } = change;
  return { ...policy, ...terms, version, rows, source };
}

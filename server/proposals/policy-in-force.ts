import { sql } from 'drizzle-orm';
import {
  type ApprovalPolicy,
  LIVE_POLICIES,
  type PolicyRow,
  type PolicySource,
} from '#domain/proposals/policy.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { PolicyTerms } from '../db/schema/index.ts';

/** Whether second approvals are asked for, and the versions of policies that the institution's file or the staff changed. */
interface PolicyState {
  readonly isOn: boolean;
  readonly changed: readonly {
    readonly operation: string;
    readonly version: number;
    readonly rows: PolicyRow[];
    readonly terms: PolicyTerms | null;
    readonly source: PolicySource;
  }[];
}

/** Transactions of several calls ask once. */
const asked = new WeakMap<Db, Promise<PolicyState>>();

async function readState(tx: Db): Promise<PolicyState> {
  const [row] = await rowsOf<{ is_on: boolean; changed: PolicyState['changed'] | null }>(
    tx,
    sql`select (select mode = 'live' from bank_mode) or (select is_on from four_eyes) as is_on,
      (select json_agg(p) from (select distinct on (operation) operation, version, rows, terms, source from approval_policies
        order by operation, version desc) p) as changed`,
  );
  return { isOn: row?.is_on ?? false, changed: row?.changed ?? [] };
}

/** The state of policies as a transaction first read it. */
function stateOf(tx: Db): Promise<PolicyState> {
  let state = asked.get(tx);
  if (!state) {
    state = readState(tx);
    asked.set(tx, state);
  }
  return state;
}

/** Whether second approvals are asked for at this moment (FOUR-2): always in a live institution. */
export async function isFourEyesOn(db: Db): Promise<boolean> {
  return (await readState(db)).isOn;
}

/** Every policy as it stands now, those of the institution's file and the staff's changes in the place of the product's. */
export async function policiesNow(db: Db): Promise<readonly ApprovalPolicy[]> {
  const { changed } = await readState(db);
  return LIVE_POLICIES.map((policy) => withChange(policy, changed));
}

/**
 * The policy of an operation in a transaction.
 * @returns null when none asks anybody: a demonstration with « Quatre yeux » off, or an operation without a policy.
 */
export async function policyInForce(tx: Db, operation: string): Promise<ApprovalPolicy | null> {
  const { isOn, changed } = await stateOf(tx);
  const own = LIVE_POLICIES.find((policy) => policy.operation === operation);
  return isOn && own ? withChange(own, changed) : null;
}

function withChange(policy: ApprovalPolicy, changed: PolicyState['changed']): ApprovalPolicy {
  const change = changed.find(({ operation }) => operation === policy.operation);
  if (!change) return policy;
  const { version, rows, terms, source } = change;
  return { ...policy, ...terms, version, rows, source };
}

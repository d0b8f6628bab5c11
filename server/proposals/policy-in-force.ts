import { sql } from 'drizzle-orm';
import { type ApprovalPolicy, LIVE_POLICIES, type PolicyRow } from '#domain/proposals/policy.ts';
import { type Db, rowsOf } from '../db/database.ts';

/** Whether second approvals are asked for, and the versions of policies that the staff changed. */
interface PolicyState {
  readonly isOn: boolean;
  readonly changed: readonly {
    readonly operation: string;
    readonly version: number;
    readonly rows: PolicyRow[];
  }[];
}

/** Transactions of several calls ask once. */
const asked = new WeakMap<Db, Promise<PolicyState>>();

async function readState(tx: Db): Promise<PolicyState> {
  const [row] = await rowsOf<{ is_on: boolean; changed: PolicyState['changed'] | null }>(
    tx,
    sql`select (select mode = 'live' from bank_mode) or (select is_on from four_eyes) as is_on,
      (select json_agg(p) from (select distinct on (operation) operation, version, rows from approval_policies
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

/** Every policy as it stands now, the staff's changes in the place of the product's. */
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
  return change ? { ...policy, version: change.version, rows: change.rows } : policy;
}

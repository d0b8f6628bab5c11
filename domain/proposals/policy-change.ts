import type { FieldFault } from '../errors.ts';
import { isLooser } from './looser.ts';
import {
  type ApprovalPolicy,
  type Expiry,
  type GovernedOperation,
  LIVE_POLICIES,
  type PolicyCondition,
  type PolicyRow,
} from './policy.ts';

/** Governed operations without an amount that a policy could compare (FOUR-5): their rows hold always, or under a condition. */
const WITHOUT_AMOUNT: ReadonlySet<GovernedOperation> = new Set<GovernedOperation>([
  'accounts.assignIban',
  'bankAccounts.adopt',
  'clients.remove',
  'lists.export',
  'parameters.change',
  'policies.change',
  'rates.change',
  'rates.import',
  'reconciliation.explain',
  'roles.define',
  'staff.changeLimits',
  'staff.changeRoles',
  'staff.invite',
  'staff.resume',
  'statements.release',
]);

/** What a policy of an operation can depend on: whether on an amount, and on which conditions; whether it may be done in an emergency at all (FOUR-24). */
export interface PolicyScope {
  readonly hasAmount: boolean;
  readonly conditions: readonly PolicyCondition[];
  readonly mayBeEmergency: boolean;
}

/** What the policies of an operation can depend on: what the product's own does. */
export function policyScope(operation: GovernedOperation): PolicyScope {
  const product = LIVE_POLICIES.find((policy) => policy.operation === operation);
  const conditions = product?.rows.flatMap((row) => row.conditions ?? []) ?? [];
  return {
    hasAmount: !WITHOUT_AMOUNT.has(operation),
    conditions: [...new Set(conditions)],
    mayBeEmergency: (product?.emergencyUpToEurMinor ?? null) !== null,
  };
}

/** What of a policy is changed on the screen; what is left out stays as it is. */
export interface PolicyTermsChange {
  readonly rows: readonly PolicyRow[];
  readonly isCumulative?: boolean | undefined;
  readonly expiry?: Expiry | undefined;
  readonly emergencyUpToEurMinor?: number | null | undefined;
}

/** A policy with a change in it. */
export function changedPolicy(policy: ApprovalPolicy, change: PolicyTermsChange): ApprovalPolicy {
  const { rows, isCumulative, expiry, emergencyUpToEurMinor } = change;
  return {
    ...policy,
    rows,
    isCumulative: isCumulative ?? policy.isCumulative,
    expiry: expiry ?? policy.expiry,
    emergencyUpToEurMinor:
      emergencyUpToEurMinor === undefined ? policy.emergencyUpToEurMinor : emergencyUpToEurMinor,
  };
}

/**
 * What a changed policy names that its operation does not have: an amount, a condition that nothing ever meets, or an emergency that FOUR-24
 * forbids. A row that could never hold would ask nobody, whatever it says. What the policy had before may stay.
 */
export function faultsOfChange(policy: ApprovalPolicy, change: PolicyTermsChange): FieldFault[] {
  const { hasAmount, conditions, mayBeEmergency } = policyScope(policy.operation as GovernedOperation);
  const known = new Set([...conditions, ...policy.rows.flatMap((row) => row.conditions ?? [])]);
  const after = changedPolicy(policy, change);
  return [
    ...change.rows.flatMap((row, index) => [
      ...(row.above >= 0 && !hasAmount
        ? [{ field: `rows.${index}.above`, message: 'validation.choice' as const }]
        : []),
      ...((row.conditions ?? []).some((one) => !known.has(one))
        ? [{ field: `rows.${index}.conditions`, message: 'validation.choice' as const }]
        : []),
    ]),
    ...(after.isCumulative && !hasAmount
      ? [{ field: 'isCumulative', message: 'validation.choice' as const }]
      : []),
    ...(after.emergencyUpToEurMinor !== null && !mayBeEmergency
      ? [{ field: 'emergencyUpToEurMinor', message: 'validation.choice' as const }]
      : []),
  ];
}

/** Whether a change asks for less than what the institution began with in any case (FOUR-2). */
export const loosens = (
  policy: ApprovalPolicy,
  change: PolicyTermsChange,
  initial: ApprovalPolicy,
): boolean => isLooser(changedPolicy(policy, change), initial);

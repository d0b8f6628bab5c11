import type { FieldFault } from '../errors.ts';
import { isLooser } from './looser.ts';
import {
  type ApprovalPolicy,
  type Expiry,
  type GovernedOperation,
  LIVE_POLICIES,
  POLICY_CONDITIONS,
  type PolicyCondition,
  type PolicyRow,
} from './policy.ts';

/** Governed operations of the house: they have no client and no amount of one act. */
const OF_THE_HOUSE: readonly GovernedOperation[] = [
  'bankAccounts.adopt',
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
];

/** Governed operations without an amount that a policy could compare (FOUR-5): their rows hold always, or under a condition. */
const WITHOUT_AMOUNT: ReadonlySet<GovernedOperation> = new Set<GovernedOperation>([
  ...OF_THE_HOUSE,
  'accounts.assignIban',
  'clients.remove',
]);

/** Governed operations that concern no client, or several: nothing can be asked of their account. */
const WITHOUT_CLIENT: ReadonlySet<GovernedOperation> = new Set<GovernedOperation>([
  ...OF_THE_HOUSE,
  'bankLines.allocate',
  'bankLines.return',
  'withdrawalBatches.export',
]);

/** Conditions about a client's identity. The product keeps no such data, so that they hold for every client (FOUR-6: what is unknown is the strictest). */
const OF_A_CLIENT: readonly PolicyCondition[] = ['highRisk', 'pep'];

/** What a policy of an operation can depend on. */
export interface PolicyScope {
  readonly hasAmount: boolean;
  /** Whether it concerns one client, whose account has a type. */
  readonly hasClient: boolean;
  /** Whether it changes rates, which can be far from the last ones. */
  readonly hasRate: boolean;
  /** The conditions that its facts answer. */
  readonly conditions: readonly PolicyCondition[];
  /** Whether it may be done in an emergency at all (FOUR-24). */
  readonly mayBeEmergency: boolean;
}

/** What the policies of an operation can depend on: what the product's own does, and its client. */
export function policyScope(operation: GovernedOperation): PolicyScope {
  const product = LIVE_POLICIES.find((policy) => policy.operation === operation);
  const rows = product?.rows ?? [];
  return {
    hasAmount: !WITHOUT_AMOUNT.has(operation),
    hasClient: !WITHOUT_CLIENT.has(operation),
    hasRate: rows.some(({ rateDeviationBps }) => rateDeviationBps !== undefined),
    conditions: [...new Set(rows.flatMap((row) => row.conditions ?? []))],
    mayBeEmergency: (product?.emergencyUpToEurMinor ?? null) !== null,
  };
}

/** The conditions of which an operation's facts say nothing. */
const UNANSWERED: ReadonlyMap<string, readonly PolicyCondition[]> = new Map(
  LIVE_POLICIES.map(({ operation }) => {
    const { conditions } = policyScope(operation as GovernedOperation);
    return [operation, POLICY_CONDITIONS.filter((one) => !conditions.includes(one))];
  }),
);

/** The conditions that hold of a call: those that its facts name, and those of which they say nothing (FOUR-6). */
export const conditionsOf = (
  operation: string,
  named: readonly PolicyCondition[],
): readonly PolicyCondition[] => [...named, ...(UNANSWERED.get(operation) ?? [])];

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

/** What of a row its operation does not have, by the name of its field. */
function strangersOf(row: PolicyRow, scope: PolicyScope, known: ReadonlySet<PolicyCondition>): string[] {
  return [
    ...(row.above >= 0 && !scope.hasAmount ? ['above'] : []),
    ...((row.conditions ?? []).some((one) => !known.has(one)) ? ['conditions'] : []),
    ...(row.accountTypes && !scope.hasClient ? ['accountTypes'] : []),
    ...(row.rateDeviationBps !== undefined && !scope.hasRate ? ['rateDeviationBps'] : []),
  ];
}

/**
 * What a changed policy names that its operation does not have: an amount, a condition that nothing ever meets, or an emergency that FOUR-24
 * forbids. A row that could never hold would ask nobody, whatever it says. The conditions that the policy had before may stay.
 */
export function faultsOfChange(policy: ApprovalPolicy, change: PolicyTermsChange): FieldFault[] {
  const scope = policyScope(policy.operation as GovernedOperation);
  const known = new Set([
    ...scope.conditions,
    ...(scope.hasClient ? OF_A_CLIENT : []),
    ...policy.rows.flatMap((row) => row.conditions ?? []),
  ]);
  const after = changedPolicy(policy, change);
  return [
    ...change.rows.flatMap((row, index) =>
      strangersOf(row, scope, known).map((field) => `rows.${index}.${field}`),
    ),
    ...(after.isCumulative && !scope.hasAmount ? ['isCumulative'] : []),
    ...(after.emergencyUpToEurMinor !== null && !scope.mayBeEmergency ? ['emergencyUpToEurMinor'] : []),
  ].map((field) => ({ field, message: 'validation.choice' }));
}

/** Whether a change asks for less than what the institution began with in any case (FOUR-2). */
export const loosens = (
  policy: ApprovalPolicy,
  change: PolicyTermsChange,
  initial: ApprovalPolicy,
): boolean => isLooser(changedPolicy(policy, change), initial);

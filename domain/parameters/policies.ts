import type { LegalParameter, LegalParameterKey } from './legal-parameters.ts';

/** What an institution decides within the law: each policy with the cap that it must not pass (LC-9). */
export const POLICY_CAPS = [
  ['early.policy', 'early.capLong'],
  ['default.policy', 'default.cap'],
] as const satisfies readonly (readonly [LegalParameterKey, LegalParameterKey])[];

export type PolicyKey = (typeof POLICY_CAPS)[number][number];
export const POLICY_KEYS: readonly PolicyKey[] = POLICY_CAPS.flat();

/** A policy that is above its cap, in hundredths of a percent. */
export interface PolicyFault {
  readonly policy: PolicyKey;
  readonly policyBps: number;
  readonly cap: PolicyKey;
  readonly capBps: number;
}

/** The policies above their caps on a day (LC-9): with one of them the server does not start. */
export function policyFaults(
  values: {
    readonly [Key in PolicyKey]: LegalParameter<Key>;
  },
): PolicyFault[] {
  return POLICY_CAPS.flatMap(([policy, cap]) =>
    values[policy] > values[cap] ? [{ policy, policyBps: values[policy], cap, capBps: values[cap] }] : [],
  );
}

import type { Governed } from '../work/governed.ts';
import { changePolicy, type PolicyChange, policyToChange, requirePossibleChange } from './change-policy.ts';

/** The subject of changes of policies, which have no row of their own: one waits at a time. */
const POLICIES_ID = '00000000-0000-8000-9000-000000000400';

const change: Governed<PolicyChange> = {
  operation: 'policies.change',
  async facts(tx, { operation }, now) {
    const policy = await policyToChange(tx, operation, now);
    return {
      clientAccountId: null,
      subjectId: POLICIES_ID,
      amount: null,
      conditions: [],
      seen: { version: policy?.latestVersion ?? 0 },
      deadline: null,
    };
  },
  requirePossible: (work, input, { institution }) => requirePossibleChange(work, institution, input),
  execute: (work, input, { institution }) => changePolicy(work, institution, input),
};

/** A policy is governed itself (FOUR-1). */
export const GOVERNED_POLICY_OPERATIONS = [change];

import { idOfName } from '../ids.ts';
import type { Governed } from '../work/governed.ts';
import { changePolicy, type PolicyChange, policyToChange, requirePossibleChange } from './change-policy.ts';

const change: Governed<PolicyChange> = {
  operation: 'policies.change',
  async facts(tx, { operation }, now) {
    const policy = await policyToChange(tx, operation, now);
    return {
      clientAccountId: null,
      // One change of an operation's policy waits at a time; those of other operations wait beside it (FOUR-10).
      subjectId: idOfName(`policy:${operation}`),
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

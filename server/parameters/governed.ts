import { idOfName } from '../ids.ts';
import type { Governed } from '../work/governed.ts';
import { changeParameter, newestRow, type ParameterChange } from './change-parameter.ts';

const change: Governed<ParameterChange> = {
  operation: 'parameters.change',
  async facts(tx, { key, seenFrom }) {
    const newest = await newestRow(tx, key, seenFrom);
    return {
      clientAccountId: null,
      // One change of a key waits at a time; those of other keys wait beside it (FOUR-10).
      subjectId: idOfName(`parameter:${key}`),
      amount: null,
      conditions: [],
      seen: { key, newestFrom: newest?.from ?? null },
      deadline: null,
    };
  },
  execute: changeParameter,
};

/** What others have to approve of the dated data (FOUR-22). */
export const GOVERNED_PARAMETER_OPERATIONS = [change];

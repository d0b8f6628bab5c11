import type { Governed } from '../work/governed.ts';
import { changeParameter, newestRow, type ParameterChange } from './change-parameter.ts';

/** The subject of changes of dated data, which have no row of their own before: one waits at a time. */
const PARAMETERS_ID = '00000000-0000-8000-9000-000000000401';

const change: Governed<ParameterChange> = {
  operation: 'parameters.change',
  async facts(tx, { key, seenFrom }) {
    const newest = await newestRow(tx, key, seenFrom);
    return {
      clientAccountId: null,
      subjectId: PARAMETERS_ID,
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

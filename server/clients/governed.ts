import { absentClient } from '../audit/earlier-act.ts';
import type { Governed } from '../work/governed.ts';
import { accountToRemove } from './removal-queries.ts';
import { removeClient } from './remove-client.ts';

const removal: Governed<{ readonly id: string }> = {
  operation: 'clients.remove',
  async facts(tx, { id }) {
    if (!(await accountToRemove(tx, id))) throw await absentClient(tx, id);
    return { clientAccountId: id, subjectId: id, amount: null, conditions: [], seen: {}, deadline: null };
  },
  execute: (work, { id }, { institution }) => removeClient(work, id, institution.mode),
};

/** What others may have to approve of the acts on a client (FOUR-22). */
export const GOVERNED_CLIENT_OPERATIONS = [removal];

import { type Work, writeAtEnd } from '../work/work.ts';
import { type Act, stateInTrail } from './act.ts';
import { AUDIT_LINES } from './chain.ts';

/**
 * Records an act of the staff. Its line is written at the end of the same transaction, with actor, moment and address, and a rollback
 * undoes both. `run` and `runOnce` refuse an audited use case without a line.
 */
export function audit(work: Work, act: Act): void {
  // The line of an executed proposal says which one it was (FOUR-15).
  const { proposal } = work;
  const { operation, before } = act;
  const after = proposal ? { ...act.after, proposal } : act.after;
  writeAtEnd(work, AUDIT_LINES, {
    ...act,
    before: stateInTrail(operation, before),
    after: stateInTrail(operation, after),
  });
}

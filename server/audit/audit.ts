import type { Work } from '../work/work.ts';
import type { Act } from './act.ts';

/**
 * Records an act of the staff. Its line is written at the end of the same transaction, with actor, moment and address, and a rollback
 * undoes both. `run` and `runOnce` refuse an audited use case without a line.
 */
export function audit(work: Work, act: Act): void {
  work.acts.push(act);
}

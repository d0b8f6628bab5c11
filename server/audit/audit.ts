import type { Work } from '../work/work.ts';
import type { Act } from './act.ts';

/**
 * Tells the audit trail what an administrator's use case did. The line is written at the end of the same transaction, with who, when and
 * from where: if the act is undone so is its line. A use case of an administrator that tells nothing is refused by `run` and `runOnce`.
 */
export function audit(work: Work, act: Act): void {
  work.acts.push(act);
}

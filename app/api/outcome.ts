import { useId } from 'react';
import { asOutcomeOf } from '../ui/toasts.ts';

/** Which of its rows an act is about, when it names one. */
function rowOf(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('id' in input)) return '';
  return String(input.id);
}

/**
 * Says the outcomes of an act: what is shown while `say` runs takes the place of what was shown of the act before. Decisions of two rows are
 * two acts: a failure of one is not hidden by the other.
 */
export function useOutcome(): (input: unknown, say: () => void) => void {
  const id = useId();
  return (input, say) => asOutcomeOf(`${id} ${rowOf(input)}`, say);
}

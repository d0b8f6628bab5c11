import { useId } from 'react';
import { asOutcomeOf } from '../ui/toasts.ts';

/** Which of its rows an act is about, when it names one. */
function rowOf(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('id' in input)) return '';
  return String(input.id);
}

/**
 * Reports the outcomes of an act: toasts shown during `say` replace those of the previous attempt at the same act. Decisions of two rows are two
 * acts: one row's failure is not hidden by the other.
 */
export function useOutcome(): (input: unknown, say: () => void) => void {
  const id = useId();
  return (input, say) => asOutcomeOf(`${id} ${rowOf(input)}`, say);
}

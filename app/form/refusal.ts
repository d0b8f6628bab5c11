import { asProblem, type FieldProblem } from '../api/problem.ts';
import { useProblemToast } from './problem-toast.ts';

/**
 * Why a call was refused: beside the controls concerned if any, otherwise in a toast.
 * @param form.refuse false when none of its controls is concerned, as of a proposal whose command holds what is wrong.
 */
export function useRefusal(form: { readonly refuse: (problems: readonly FieldProblem[]) => boolean }) {
  const showProblem = useProblemToast();
  return (error: unknown, words?: Parameters<typeof showProblem>[1]) => {
    const problem = asProblem(error);
    if (problem.fields.length > 0 && form.refuse(problem.fields)) return;
    showProblem(problem, words);
  };
}

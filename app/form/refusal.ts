import { asProblem, type FieldProblem } from '../api/problem.ts';
import { useProblemToast } from './problem-toast.ts';

/** Why a call was refused: beside the controls concerned if any, otherwise in a toast. */
export function useRefusal(form: { readonly refuse: (problems: readonly FieldProblem[]) => void }) {
  const showProblem = useProblemToast();
  return (error: unknown, words?: Parameters<typeof showProblem>[1]) => {
    const problem = asProblem(error);
    if (problem.fields.length > 0) form.refuse(problem.fields);
    else showProblem(problem, words);
  };
}

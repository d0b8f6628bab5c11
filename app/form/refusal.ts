import { asProblem, type FieldProblem } from '../api/problem.ts';
import { useProblemToast } from './problem-toast.ts';

/** What a call was refused for: beside the controls concerned where there are any, else in a toast. */
export function useRefusal(form: { readonly refuse: (problems: readonly FieldProblem[]) => void }) {
  const showProblem = useProblemToast();
  return (error: unknown, words?: Parameters<typeof showProblem>[1]) => {
    const problem = asProblem(error);
    if (problem.fields.length > 0) form.refuse(problem.fields);
    else showProblem(problem, words);
  };
}

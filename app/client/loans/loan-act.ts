import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { toast } from '../../ui/toasts.ts';

/**
 * Sends an act on a loan that a dialog asked to confirm. Its answer closes the dialog; a refusal does too, since the loan changed meanwhile: both read
 * the loan again.
 */
export function useLoanAct<Input, Output>(
  call: Parameters<typeof useSubmission<Input, Output>>[0],
  { done, onClose }: { done: { title: string; description?: string }; onClose: () => void },
) {
  const showProblem = useProblemToast();
  const close = () => {
    void refresh(['loans', 'mandates']);
    onClose();
  };
  return useSubmission(call, {
    onSuccess: () => {
      toast(done);
      close();
    },
    onProblem: (problem) => {
      showProblem(problem);
      close();
    },
  });
}

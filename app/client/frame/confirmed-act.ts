import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { toast } from '../../ui/toasts.ts';

/**
 * Sends an act that a dialog asked to confirm. Says what was done or what was refused, reads again what the act concerns, and closes the dialog
 * unless the same act can be sent again. A refusal reads it again too: the bank, or another tab, may have been faster.
 */
export function useConfirmedAct<Input, Output>(
  call: Parameters<typeof useSubmission<Input, Output>>[0],
  {
    done,
    situation,
    rereads,
    onClose,
  }: {
    /** Says what was done. */
    done: (output: Output) => { title: string; description?: string | undefined };
    /** The sentence of a failure that is not a refusal, in place of the usual one. */
    situation?: string;
    rereads: Parameters<typeof refresh>[0];
    onClose: () => void;
  },
) {
  const showProblem = useProblemToast();
  return useSubmission(call, {
    onSuccess: (output: Output) => {
      void refresh(rereads);
      toast(done(output));
      onClose();
    },
    onProblem: (problem) => {
      void refresh(rereads);
      showProblem(problem, situation === undefined ? {} : { situation: () => situation });
      if (problem.isFinal) onClose();
    },
  });
}

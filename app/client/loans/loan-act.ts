import type { useSubmission } from '../../api/submission.ts';
import { useConfirmedAct } from '../frame/confirmed-act.ts';

/** Sends an act on a loan that a dialog asked to confirm. */
export function useLoanAct<Input, Output>(
  call: Parameters<typeof useSubmission<Input, Output>>[0],
  { done, onClose }: { done: { title: string; description?: string }; onClose: () => void },
) {
  return useConfirmedAct(call, { done: () => done, rereads: ['loans', 'mandates'], onClose });
}

import { refresh } from '../../api/queries.ts';
import { type CallOptions, type Sending, useSubmission } from '../../api/submission.ts';
import { useRefusal } from '../../form/refusal.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { useAnnounce } from './announce.ts';

/**
 * The act of a dialog without a form: says what was done or what failed, refetches what it concerns, and closes unless the act can be tried again.
 */
export function useDialogAct<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  {
    name,
    say,
    situation,
    rereads,
    onClose,
    onDone = onClose,
  }: {
    /** Of what moves money: the name under which the call is known again once its answer was lost, also after the page is read anew. */
    readonly name?: string;
    /** Says what was done. */
    readonly say: (done: ReturnType<typeof useAnnounce>['done'], output: Output) => void;
    /** The failure sentence of the situation. */
    readonly situation: CatalogueKey;
    /** Topics to refetch: after a refusal too, because a colleague may have been faster. */
    readonly rereads: Parameters<typeof refresh>[0];
    readonly onClose: () => void;
    /** In place of `onClose` once it is done. */
    readonly onDone?: (output: Output) => void;
  },
): { readonly send: (input: Input) => void; readonly sending: Sending } {
  const { done, failed } = useAnnounce();
  const { send, sending } = useSubmission(call, {
    ...(name === undefined ? {} : { remembered: { name } }),
    onSuccess: (output) => {
      say(done, output);
      void refresh(rereads);
      onDone(output);
    },
    onProblem: (problem) => {
      failed(problem, situation);
      void refresh(rereads);
      if (problem.isFinal) onClose();
    },
  });
  return { send, sending };
}

/**
 * The act of a dialog with a form: says what was done, refetches what it concerns and closes. A refusal stands beside its field, or in a toast; what
 * was typed stays, unless `closesWhenFinal` and the act cannot be done any more.
 */
export function useFormAct<Input, Output>(
  form: Parameters<typeof useRefusal>[0],
  call: (input: Input, options: CallOptions) => Promise<Output>,
  {
    name,
    say,
    situation,
    rereads,
    closesWhenFinal = false,
    onClose,
  }: {
    /** Of what moves money: the name under which the call is known again once its answer was lost, also after the page is read anew. */
    readonly name?: string;
    /** Says what was done. */
    readonly say: (done: ReturnType<typeof useAnnounce>['done'], output: Output) => void;
    /** The failure sentence of the situation, in place of the usual one. */
    readonly situation?: CatalogueKey;
    /** Topics to refetch: after a refusal too, because a colleague may have been faster. */
    readonly rereads: Parameters<typeof refresh>[0];
    /** For an act that a colleague may have done: the dialog closes when it is refused for good. */
    readonly closesWhenFinal?: boolean;
    readonly onClose: () => void;
  },
): { readonly send: (input: Input) => void; readonly sending: Sending } {
  const { done, failed } = useAnnounce();
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(call, {
    ...(name === undefined ? {} : { remembered: { name } }),
    onSuccess: (output) => {
      say(done, output);
      void refresh(rereads);
      onClose();
    },
    onProblem: (problem) => {
      const isOfFields = problem.fields.length > 0;
      if (situation && !isOfFields) failed(problem, situation);
      else refuse(problem);
      void refresh(rereads);
      if (closesWhenFinal && problem.isFinal && !isOfFields) onClose();
    },
  });
  return { send, sending };
}

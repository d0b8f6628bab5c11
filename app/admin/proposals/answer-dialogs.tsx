import * as z from 'zod/mini';
import { MAX_COMMENT, voteReason } from '#domain/proposals/input.ts';
import { api } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { useWords } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { type Proposal, useProposalName } from './proposal-words.ts';

export interface DialogProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

/** Announces the end of an act on a proposal and reads the lists again. */
export function useEnd(onClose: () => void) {
  const { done, failed } = useAnnounce();
  return {
    onSuccess: (title: CatalogueKey, description?: string) => {
      done(title, description);
      void refresh(['proposals', 'account', 'clients', 'withdrawals', 'loans', 'bank']);
      onClose();
    },
    onProblem: (problem: ApiProblem) => {
      failed(problem, 'admin.updateFailed');
      if (problem.isFinal) void refresh(['proposals']);
    },
  };
}

const reasonSchema = z.object({ reason: voteReason });
const noteSchema = z.object({
  reason: z.string().check(z.trim(), z.maxLength(MAX_COMMENT, 'validation.tooLong')),
});

/**
 * Refuses a proposal, or reviews what was done in an emergency: the reason is for its maker to read. Who ratifies need not give one
 * (FOUR-24).
 */
export function ReasonDialog({
  proposal,
  act,
  onClose,
}: DialogProps & { act: 'refuse' | 'ratify' | 'contest' }) {
  const { t } = useWords();
  const end = useEnd(onClose);
  const nameOf = useProposalName();
  const form = useScreenForm({
    draft: `${act}:${proposal.id}`,
    initial: { reason: '' },
    schema: act === 'ratify' ? noteSchema : reasonSchema,
    labels: { reason: t('admin-proposals.reason') },
  });
  const { send, sending } = useSubmission(
    ({ reason }: { reason: string }, options: Parameters<typeof api.proposals.refuse>[1]) =>
      act === 'refuse'
        ? api.proposals.refuse({ id: proposal.id, reason }, options)
        : api.proposals.review({ id: proposal.id, outcome: act, reason }, options),
    { onSuccess: () => end.onSuccess(`admin-proposals.done.${act}`), onProblem: end.onProblem },
  );
  return (
    <FormDialog
      title={t(`admin-proposals.asks.${act}`)}
      description={nameOf(proposal)}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t(`admin-proposals.acts.${act}`)}
      submitting={t('admin-proposals.sending')}
      tone={act === 'ratify' ? 'primary' : 'danger'}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      <TextArea
        label={t('admin-proposals.reason')}
        hint={t('admin-proposals.reasonHint')}
        {...(act === 'ratify' ? { optionalText: t('common.optional') } : { required: true })}
        data-autofocus
        rows={3}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

/** Withdraws one's own proposal; it is kept in the lists. */
export function WithdrawDialog({ proposal, onClose }: DialogProps) {
  const { t } = useWords();
  const end = useEnd(onClose);
  const nameOf = useProposalName();
  const { send, sending } = useSubmission(api.proposals.withdraw, {
    onSuccess: () => end.onSuccess('admin-proposals.withdrawn'),
    onProblem: end.onProblem,
  });
  return (
    <ConfirmDialog
      title={t('admin-proposals.asks.withdraw')}
      description={nameOf(proposal)}
      submit={t('admin-proposals.acts.withdraw')}
      submitting={t('admin-proposals.sending')}
      sending={sending}
      onConfirm={() => send({ id: proposal.id })}
      onClose={onClose}
    >
      <p>{t('admin-proposals.withdrawText')}</p>
    </ConfirmDialog>
  );
}

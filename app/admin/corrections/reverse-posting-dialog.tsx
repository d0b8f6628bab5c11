import * as z from 'zod/mini';
import { correctionReason, MIN_REASON } from '#domain/corrections/reversal.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { PostingOfBooks } from './posting.ts';

const schema = z.object({ reason: correctionReason });

/** « Annuler cette écriture » (PAY-52): every entry negated, once; the client reads the reason. */
export function ReversePostingDialog({ posting, onClose }: { posting: PostingOfBooks; onClose: () => void }) {
  const t = useT();
  const { done } = useAnnounce();
  const form = useScreenForm({
    draft: `reversal:${posting.id}`,
    initial: { reason: '' },
    schema,
    labels: { reason: t('admin-corrections.reason') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.corrections.reverse, {
    onSuccess: () => {
      done('admin-corrections.reversedDone');
      void refresh(['account', 'transactions', 'corrections', 'bank', 'fees', 'clients']);
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  // A reason changes nothing of who must approve: until one is typed another stands for it.
  const typed = form.typed.reason.trim();
  const propose = useProposeWord('corrections.reverse', {
    id: posting.id,
    reason: typed.length < MIN_REASON ? t('admin-corrections.reverse') : typed,
  });
  return (
    <FormDialog
      title={t('admin-corrections.reverse')}
      description={t('admin-corrections.reverseText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-corrections.reverseSubmit')}
      submitting={t('admin-corrections.sending')}
      tone="danger"
      sending={sending}
      onSend={({ reason }) => send({ id: posting.id, reason })}
      onClose={onClose}
    >
      <TextArea
        label={t('admin-corrections.reason')}
        hint={t('admin-corrections.reasonHint')}
        required
        rows={2}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

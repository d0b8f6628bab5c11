import * as z from 'zod/mini';
import { correctionReason } from '#domain/corrections/reversal.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { useFormAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { CorrectionReason, reasonToPropose } from './correction-reason.tsx';
import type { PostingOfBooks } from './posting.ts';

const schema = z.object({ reason: correctionReason });

/** « Annuler cette écriture » (PAY-52): every entry negated, once; the client reads the reason. */
export function ReversePostingDialog({ posting, onClose }: { posting: PostingOfBooks; onClose: () => void }) {
  const t = useT();
  const form = useScreenForm({
    draft: `reversal:${posting.id}`,
    initial: { reason: '' },
    schema,
    labels: { reason: t('admin-corrections.reason') },
  });
  const { send, sending } = useFormAct(form, api.corrections.reverse, {
    say: (done) => done('admin-corrections.reversedDone'),
    rereads: ['account', 'transactions', 'corrections', 'bank', 'fees', 'clients'],
    onClose,
  });
  const propose = useProposeWord('corrections.reverse', {
    id: posting.id,
    reason: reasonToPropose(form.typed.reason, t('admin-corrections.reverse')),
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
      <CorrectionReason field={form.field('reason')} />
    </FormDialog>
  );
}

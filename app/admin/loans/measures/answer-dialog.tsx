import { difficultyAnswerInput } from '#domain/loans/repayment-fields.ts';
import { api } from '../../../api/client.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useT } from '../../../i18n/t.ts';
import { TextArea } from '../../../ui/field.tsx';
import { useFormAct } from '../../desk/dialog-act.ts';

/** Answers a borrower in difficulty without proposing a measure, with the reason that they read. */
export function AnswerDialog({
  loanId,
  difficultyId,
  onClose,
}: {
  loanId: string;
  difficultyId: string;
  onClose: () => void;
}) {
  const t = useT();
  const form = useScreenForm({
    draft: `difficulty-answer:${difficultyId}`,
    initial: { note: '' },
    schema: difficultyAnswerInput,
    labels: { note: t('admin-measures.answerForm.note') },
  });
  const { send, sending } = useFormAct(form, api.loanRepayments.answer, {
    say: (done) => done('admin-measures.answerForm.done', t('admin-measures.answerForm.doneText')),
    rereads: ['loans'],
    onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('admin-measures.answerForm.title')}
      description={t('admin-measures.answerForm.lead')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-measures.answerForm.submit')}
      submitting={t('admin-measures.answerForm.sending')}
      sending={sending}
      onSend={({ note }) => send({ id: loanId, difficultyId, note })}
    >
      <TextArea {...form.field('note')} label={t('admin-measures.answerForm.note')} rows={5} required />
    </FormDialog>
  );
}

import {
  closingInput,
  type LenderAnswer,
  lenderAnswerInput,
  transmissionInput,
} from '#domain/loans/intermediation.ts';
import { api } from '../../../api/client.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useT } from '../../../i18n/t.ts';
import { RadioCards } from '../../../ui/choices.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { useFormAct } from '../../desk/dialog-act.ts';
import type { ReviewedLoan } from '../loan-words.ts';

/** What an act on a transmission concerns. */
const REREADS = ['loans', 'clients'] as const;

/** « Transmettre au prêteur »: to one of those that the client agreed to, with a note that the paper carries. */
export function SendDialog({
  loan,
  lenders,
  onClose,
}: {
  loan: ReviewedLoan;
  lenders: readonly { readonly code: string; readonly name: string }[];
  onClose: () => void;
}) {
  const t = useT();
  const form = useScreenForm({
    initial: { lender: lenders.length === 1 ? (lenders[0]?.code ?? '') : '', note: '' },
    schema: transmissionInput,
    labels: { lender: t('admin-transmission.lender'), note: t('admin-transmission.note') },
  });
  const { send, sending } = useFormAct(form, api.loanTransmissions.send, {
    say: (done) => done('admin-transmission.sent'),
    rereads: REREADS,
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-transmission.sendTitle', { name: loan.client.displayName })}
      description={t('admin-transmission.sendText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-transmission.sendSubmit')}
      submitting={t('admin-transmission.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input, seenPhase: loan.phase })}
      onClose={onClose}
    >
      <RadioCards
        name="lender"
        label={t('admin-transmission.lender')}
        error={form.errorOf('lender')}
        value={form.typed.lender}
        onChange={(event) => form.set('lender', event.target.value)}
        options={lenders.map(({ code, name }) => ({ value: code, title: name }))}
      />
      <TextArea
        {...form.field('note')}
        label={t('admin-transmission.note')}
        optionalText={t('common.optional')}
        hint={t('admin-transmission.noteHint')}
        rows={3}
      />
    </FormDialog>
  );
}

/** « Clore sans transmettre », with the reason that the client reads. */
export function CloseDialog({ loan, onClose }: { loan: ReviewedLoan; onClose: () => void }) {
  const t = useT();
  const form = useScreenForm({
    initial: { note: '' },
    schema: closingInput,
    labels: { note: t('admin-transmission.closeReason') },
  });
  const { send, sending } = useFormAct(form, api.loanTransmissions.close, {
    say: (done) => done('admin-transmission.closed'),
    rereads: REREADS,
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-transmission.closeTitle', { name: loan.client.displayName })}
      description={t('admin-transmission.closeText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-transmission.closeSubmit')}
      submitting={t('admin-transmission.sending')}
      tone="danger"
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input, seenPhase: loan.phase })}
      onClose={onClose}
    >
      <TextArea {...form.field('note')} label={t('admin-transmission.closeReason')} rows={3} required />
    </FormDialog>
  );
}

/** What the lender answered, and a note that the client reads. */
export function AnswerDialog({
  loan,
  answers,
  onClose,
}: {
  loan: ReviewedLoan;
  answers: readonly LenderAnswer[];
  onClose: () => void;
}) {
  const t = useT();
  const form = useScreenForm({
    initial: { answer: answers.length === 1 ? (answers[0] ?? '') : '', note: '' } as Record<
      'answer' | 'note',
      string
    >,
    schema: lenderAnswerInput,
    toInput: (typed) => ({ ...typed, answer: typed.answer || undefined }),
    labels: { answer: t('admin-transmission.answer'), note: t('admin-transmission.clientNote') },
  });
  const { send, sending } = useFormAct(form, api.loanTransmissions.recordAnswer, {
    say: (done) => done('admin-transmission.recorded'),
    rereads: REREADS,
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-transmission.recordTitle', { name: loan.client.displayName })}
      description={t('admin-transmission.recordText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-transmission.recordSubmit')}
      submitting={t('admin-transmission.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input, seenPhase: loan.phase })}
      onClose={onClose}
    >
      <RadioCards
        name="answer"
        label={t('admin-transmission.answer')}
        error={form.errorOf('answer')}
        value={form.typed.answer}
        onChange={(event) => form.set('answer', event.target.value)}
        options={answers.map((answer) => ({
          value: answer,
          title: t(`admin-transmission.answers.${answer}`),
        }))}
      />
      {answers.includes('withdrawn') ? null : (
        <TextArea
          {...form.field('note')}
          label={t('admin-transmission.clientNote')}
          optionalText={t('common.optional')}
          rows={3}
        />
      )}
    </FormDialog>
  );
}

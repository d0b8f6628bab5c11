import type * as z from 'zod/mini';
import type { Sending } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

interface RejectDialogProps<Reason extends string> {
  readonly title: string;
  readonly schema: z.ZodMiniType<{ reasonCode: Reason; reasonNote?: string | undefined }>;
  readonly reasons: readonly Reason[];
  /** The sentence of a reason as the client reads it. */
  readonly sentenceOf: (reason: Reason) => string;
  /** The name of the free text field. */
  readonly noteName: string;
  /** The last sentence of the refusal that the client reads. */
  readonly ending?: string;
  readonly sending: Sending;
  readonly onReject: (reason: { reasonCode: Reason; reasonNote?: string | undefined }) => void;
  readonly onClose: () => void;
}

/** Asks for the reason of a rejection: a closed list, in the words that the client reads, and an optional free text. */
export function RejectDialog<Reason extends string>({
  title,
  schema,
  reasons,
  sentenceOf,
  noteName,
  ending,
  sending,
  onReject,
  onClose,
}: RejectDialogProps<Reason>) {
  const t = useT();
  const form = useScreenForm({
    draft: `rejection:${title}`,
    initial: { reasonCode: '', [noteName]: '' },
    schema,
    toInput: (typed) => ({
      reasonCode: typed.reasonCode || undefined,
      reasonNote: typed[noteName] || undefined,
    }),
    controls: { reasonNote: noteName },
    labels: { reasonCode: t('admin.reason'), [noteName]: t('admin.reasonNote') },
  });
  const chosen = reasons.find((reason) => reason === form.typed.reasonCode);
  const note = form.typed[noteName]?.trim();

  return (
    <FormDialog
      title={title}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin.confirmRejection')}
      submitting={t('admin.rejecting')}
      tone="danger"
      sending={sending}
      onSend={onReject}
      onClose={onClose}
    >
      <Select
        label={t('admin.reason')}
        placeholder={t('admin.chooseReason')}
        options={reasons.map((reason) => ({ value: reason, label: sentenceOf(reason) }))}
        required
        data-autofocus
        {...form.field('reasonCode')}
      />
      <TextArea
        label={t('admin.reasonNote')}
        hint={t('admin.reasonNoteHint')}
        optionalText={chosen === 'other' ? undefined : t('admin.optional')}
        required={chosen === 'other'}
        rows={3}
        {...form.field(noteName)}
      />
      {chosen ? (
        <figure className="client-reads">
          <figcaption>{t('admin.clientReads')}</figcaption>
          <blockquote>{[sentenceOf(chosen), note, ending].filter(Boolean).join(' ')}</blockquote>
        </figure>
      ) : null}
    </FormDialog>
  );
}

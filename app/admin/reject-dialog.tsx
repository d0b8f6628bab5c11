import { useId } from 'react';
import type * as z from 'zod/mini';
import { useScreenForm } from '../form.ts';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Select } from '../ui/select.tsx';

interface RejectDialogProps<Reason extends string> {
  readonly title: string;
  readonly schema: z.ZodMiniType<{ reasonCode: Reason; reasonNote?: string | undefined }>;
  readonly reasons: readonly Reason[];
  /** The sentence of a reason as the client will read it. */
  readonly sentenceOf: (reason: Reason) => string;
  /** The name of the free text's control. */
  readonly noteName: string;
  /** What the refusal that the client reads ends with. */
  readonly ending?: string;
  readonly isSending: boolean;
  readonly onReject: (reason: { reasonCode: Reason; reasonNote?: string | undefined }) => void;
  readonly onClose: () => void;
}

/** Asks why. The reasons are closed and shown in the very words the client will read; a free text may be added. */
export function RejectDialog<Reason extends string>({
  title,
  schema,
  reasons,
  sentenceOf,
  noteName,
  ending,
  isSending,
  onReject,
  onClose,
}: RejectDialogProps<Reason>) {
  const t = useT();
  const formId = useId();
  const form = useScreenForm({
    initial: { reasonCode: '', [noteName]: '' },
    schema,
    toInput: (typed) => ({
      reasonCode: typed.reasonCode || undefined,
      reasonNote: typed[noteName] || undefined,
    }),
    controls: { reasonNote: noteName },
  });
  const chosen = reasons.find((reason) => reason === form.typed.reasonCode);
  const note = form.typed[noteName]?.trim();

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone="danger"
            loading={isSending}
            loadingText={t('admin.rejecting')}
          >
            {t('admin.confirmRejection')}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit(onReject)}>
        <FormSummary title={t('admin.reviewForm')} problems={form.problems} attempt={form.attempt} />
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
      </form>
    </Dialog>
  );
}

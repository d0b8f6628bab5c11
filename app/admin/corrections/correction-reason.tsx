import { MIN_REASON } from '#domain/corrections/reversal.ts';
import type { useScreenForm } from '../../form/form.ts';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';

/** Why a posting is corrected: the client reads it. */
export function CorrectionReason({
  field,
}: {
  field: ReturnType<ReturnType<typeof useScreenForm>['field']>;
}) {
  const t = useT();
  return (
    <TextArea
      label={t('admin-corrections.reason')}
      hint={t('admin-corrections.reasonHint')}
      required
      rows={2}
      data-autofocus
      {...field}
    />
  );
}

/** The reason to ask with who must approve: it changes nothing of that, so until one is typed another stands for it. */
export function reasonToPropose(typed: string, other: string): string {
  const reason = typed.trim();
  return reason.length < MIN_REASON ? other : reason;
}

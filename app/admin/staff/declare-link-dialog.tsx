import * as z from 'zod/mini';
import { LINK_RELATIONS } from '#domain/staff/declared-link.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';

/** « Déclarer un lien »: from then on the person opens none of the client's files (STAFF-40). */
export function DeclareLinkDialog({
  client,
  onClose,
}: {
  client: { readonly id: string; readonly displayName: string };
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    initial: { relation: 'relative' },
    schema: z.object({ relation: z.enum(LINK_RELATIONS) }),
    labels: { relation: t('admin-staff.declareLink.relation') },
  });
  const { send, sending } = useSubmission(api.staff.declareLink, {
    onSuccess: () => {
      done('admin-staff.declareLink.done');
      void refresh(['clients', 'staff']);
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-staff.failed'),
  });
  return (
    <FormDialog
      size="small"
      title={t('admin-staff.declareLink.title', { name: client.displayName })}
      description={t('admin-staff.declareLink.text')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t('admin-staff.declareLink.submit')}
      submitting={t('admin-staff.saving')}
      sending={sending}
      onSend={({ relation }) => send({ clientId: client.id, relation })}
      onClose={onClose}
    >
      <Select
        label={t('admin-staff.declareLink.relation')}
        options={LINK_RELATIONS.map((value) => ({ value, label: t(`admin-staff.relations.${value}`) }))}
        {...form.field('relation')}
      />
    </FormDialog>
  );
}

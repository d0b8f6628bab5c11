import { detailsInput } from '#domain/staff/member.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { useFormAct } from '../desk/dialog-act.ts';
import { DetailsFields } from './details-fields.tsx';
import type { Member } from './team-words.ts';

/** « Modifier les coordonnées »: the job title and the work telephone of a person, which give no right (STAFF-13). */
export function DetailsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useWords();
  const form = useScreenForm({
    draft: `staff-details:${member.id}`,
    initial: { title: member.title ?? '', phone: member.phone ?? '' },
    schema: detailsInput,
    labels: { title: t('admin-staff.jobTitle'), phone: t('admin-staff.phone') },
  });
  const { send, sending } = useFormAct(form, api.staff.changeDetails, {
    say: (done) => done('admin-staff.details.done'),
    rereads: ['staff'],
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      size="small"
      title={t('admin-staff.details.title', { name: member.name })}
      description={t('admin-staff.details.text')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-staff.save')}
      submitting={t('admin-staff.saving')}
      sending={sending}
      onSend={(details) => send({ id: member.id, ...details })}
      onClose={onClose}
    >
      <DetailsFields title={{ ...form.field('title'), 'data-autofocus': true }} phone={form.field('phone')} />
    </FormDialog>
  );
}

import * as z from 'zod/mini';
import { LIMITED_OPERATIONS, type Limits } from '#domain/staff/limits.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { LimitFields, useTypedLimits } from './limit-fields.tsx';
import type { Member } from './team-words.ts';

/** « Modifier les limites » of a person: of these and those of their roles the smaller counts (STAFF-42). */
export function LimitsDialog({
  member,
  limits,
  onClose,
}: {
  member: Member;
  limits: Limits;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const typed = useTypedLimits(limits);
  const form = useScreenForm({ initial: {}, schema: z.object({}) });
  const { send, sending } = useSubmission(api.staff.changeLimits, {
    onSuccess: () => {
      done('admin-staff.limits.done');
      void refresh(['staff']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      void refresh(['staff']);
    },
  });
  const propose = useProposeWord(
    'staff.changeLimits',
    typed.isReadable ? { id: member.id, limits: [...typed.limits] } : null,
  );
  return (
    <FormDialog
      title={t('admin-staff.limits.title', { name: member.name })}
      description={t('admin-staff.limits.text')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-staff.save')}
      submitting={t('admin-staff.saving')}
      sending={sending}
      onSend={() => {
        if (typed.isReadable) send({ id: member.id, limits: [...typed.limits] });
      }}
      onClose={onClose}
    >
      <LimitFields operations={LIMITED_OPERATIONS} typed={typed} />
    </FormDialog>
  );
}

import { useState } from 'react';
import * as z from 'zod/mini';
import { invitationInput } from '#domain/staff/member.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { DetailsFields } from './details-fields.tsx';
import { type Role, RoleChoice } from './role-choice.tsx';

const { email, firstName, lastName, title, phone } = invitationInput.shape;
const personInput = z.object({ email, firstName, lastName, title, phone });

/** « Inviter une personne »: who they are and their roles; they choose their password by a mailed link (STAFF-14). */
// Longer than 70 lines: it is the fields of one form, in the order of the screen.
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { t, tKey } = useWords();
  const { done, failed } = useAnnounce();
  const [chosen, setChosen] = useState({ roles: [] as readonly string[], conflictReason: '' });
  const [isWithoutRole, setWithoutRole] = useState(false);
  const form = useScreenForm({
    draft: 'invite-member',
    initial: { firstName: '', lastName: '', email: '', title: '', phone: '' },
    schema: personInput,
    labels: {
      firstName: t('admin-staff.firstName'),
      lastName: t('admin-staff.lastName'),
      email: t('admin-staff.email'),
      title: t('admin-staff.jobTitle'),
      phone: t('admin-staff.phone'),
    },
  });
  const { send, sending } = useSubmission(api.staff.invite, {
    onSuccess: () => {
      done('admin-staff.invited');
      void refresh(['staff']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.inviteFailed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
    },
  });
  const { firstName, lastName, email } = form.typed;
  const isFilled =
    [firstName, lastName, email].every((text) => text.trim() !== '') && chosen.roles.length > 0;
  const propose = useProposeWord(
    'staff.invite',
    isFilled
      ? { firstName, lastName, email, roles: [...chosen.roles], conflictReason: chosen.conflictReason }
      : null,
  );
  return (
    <FormDialog
      title={t('admin-staff.invite')}
      description={t('admin-staff.inviteText')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={propose ?? t('admin-staff.inviteSubmit')}
      submitting={t('admin-staff.inviting')}
      sending={sending}
      onSend={(input) => {
        setWithoutRole(chosen.roles.length === 0);
        if (chosen.roles.length > 0)
          send({ ...input, roles: [...chosen.roles], conflictReason: chosen.conflictReason });
      }}
      onClose={onClose}
    >
      <div className="form-row">
        <TextField
          label={t('admin-staff.firstName')}
          required
          data-autofocus
          autoComplete="off"
          {...form.field('firstName')}
        />
        <TextField
          label={t('admin-staff.lastName')}
          required
          autoComplete="off"
          {...form.field('lastName')}
        />
      </div>
      <TextField
        type="email"
        label={t('admin-staff.email')}
        hint={t('admin-staff.emailHint')}
        required
        autoComplete="off"
        {...form.field('email')}
      />
      <DetailsFields title={form.field('title')} phone={form.field('phone')} />
      <RoleChoice
        all={roles}
        chosen={chosen}
        error={isWithoutRole ? t('admin-staff.noRole') : null}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}

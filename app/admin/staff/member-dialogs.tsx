import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { reasonField } from '#domain/staff/member.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { type Role, RoleChoice } from './role-choice.tsx';
import type { Member } from './team-words.ts';

interface OfMember {
  readonly member: Member;
  readonly onClose: () => void;
}

const refreshStaff = () => void refresh(['staff']);

/** « Suspendre l'accès » and « Départ »: with a reason and who follows the files from now on; every session ends (STAFF-16). */
export function EndAccessDialog({ member, event, onClose }: OfMember & { event: 'suspend' | 'leave' }) {
  const { t, tKey } = useWords();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    draft: `${event}:${member.id}`,
    initial: { reason: '', filesTo: '' },
    schema: z.object({ reason: reasonField, filesTo: z.string() }),
    labels: { reason: t('admin-staff.reason'), filesTo: t('admin-staff.filesTo') },
  });
  const list = useQuery({ ...query.staff.list.queryOptions(), enabled: member.assigned > 0 });
  const colleagues = (list.data?.members ?? [])
    .filter(({ id, status }) => status === 'active' && id !== member.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  const { send, sending } = useSubmission(api.staff[event], {
    onSuccess: () => {
      done(`admin-staff.${event}.done`);
      refreshStaff();
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      refreshStaff();
    },
  });
  return (
    <FormDialog
      size="small"
      tone="danger"
      title={t(`admin-staff.${event}.title`, { name: member.name })}
      description={t(`admin-staff.${event}.text`)}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t(`admin-staff.${event}.submit`)}
      submitting={t('admin-staff.saving')}
      sending={sending}
      onSend={({ reason, filesTo }) => send({ id: member.id, reason, ...(filesTo ? { filesTo } : {}) })}
      onClose={onClose}
    >
      <TextArea
        label={t('admin-staff.reason')}
        hint={t('admin-staff.reasonHint')}
        required
        data-autofocus
        rows={2}
        {...form.field('reason')}
      />
      {member.assigned > 0 ? (
        <Select
          label={t('admin-staff.filesTo')}
          hint={t('admin-staff.filesToHint', { count: member.assigned })}
          options={[{ value: '', label: t('admin-staff.filesToNobody') }, ...colleagues]}
          {...form.field('filesTo')}
        />
      ) : null}
    </FormDialog>
  );
}

const SIMPLE = {
  resume: api.staff.resume,
  endSessions: api.staff.endSessions,
  renewInvitation: api.staff.renewInvitation,
  cancelInvitation: api.staff.cancelInvitation,
} as const;

/** What needs no more than a confirmation. */
export function ConfirmMemberDialog({ member, act, onClose }: OfMember & { act: keyof typeof SIMPLE }) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const { send, sending } = useSubmission<{ id: string }, unknown>(SIMPLE[act], {
    onSuccess: () => {
      done(`admin-staff.${act}.done`);
      refreshStaff();
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      refreshStaff();
    },
  });
  // Of these only the return of access may need others (STAFF-16).
  const propose = useProposeWord('staff.resume', act === 'resume' ? { id: member.id } : null);
  return (
    <ConfirmDialog
      size="small"
      title={t(`admin-staff.${act}.title`, { name: member.name })}
      description={t(`admin-staff.${act}.text`)}
      submit={propose ?? t(`admin-staff.${act}.submit`)}
      submitting={t('admin-staff.saving')}
      tone={act === 'endSessions' || act === 'cancelInvitation' ? 'danger' : 'primary'}
      sending={sending}
      onConfirm={() => send({ id: member.id })}
      onClose={onClose}
    />
  );
}

/** « Modifier les rôles » (STAFF-22). */
export function RolesDialog({ member, roles, onClose }: OfMember & { roles: readonly Role[] }) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const before = member.roles.map(({ code }) => code);
  const [chosen, setChosen] = useState({
    roles: before as readonly string[],
    conflictReason: member.conflictReason ?? '',
  });
  const [error, setError] = useState<string | null>(null);
  const form = useScreenForm({ initial: {}, schema: z.object({}) });
  const { send, sending } = useSubmission(api.staff.changeRoles, {
    onSuccess: () => {
      done('admin-staff.rolesChanged');
      refreshStaff();
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      refreshStaff();
    },
  });
  const propose = useProposeWord(
    'staff.changeRoles',
    chosen.roles.length > 0
      ? { id: member.id, roles: [...chosen.roles], conflictReason: chosen.conflictReason }
      : null,
  );
  const isTaken = before.some((code) => !chosen.roles.includes(code));
  return (
    <FormDialog
      title={t('admin-staff.changeRoles')}
      description={member.name}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-staff.save')}
      submitting={t('admin-staff.saving')}
      sending={sending}
      onSend={() => {
        setError(chosen.roles.length === 0 ? t('admin-staff.noRole') : null);
        if (chosen.roles.length > 0)
          send({ id: member.id, roles: [...chosen.roles], conflictReason: chosen.conflictReason });
      }}
      onClose={onClose}
    >
      <RoleChoice all={roles} chosen={chosen} error={error} onChoose={setChosen} />
      {isTaken ? <p className="cell-note">{t('admin-staff.sessionsWillEnd')}</p> : null}
    </FormDialog>
  );
}

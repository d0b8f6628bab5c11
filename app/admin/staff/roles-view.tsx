import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import type { Permission } from '#domain/operations.ts';
import { LIMITED_OPERATIONS } from '#domain/staff/limits.ts';
import { roleDescription, roleLabel } from '#domain/staff/roles.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { Disclosure } from '../../ui/accordion.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { DataCell, DataRow, RowLink } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { Desk, DeskPanel, useDeskState } from '../desk/desk.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { LimitFields, useTypedLimits } from './limit-fields.tsx';
import { PERMISSION_GROUPS, usePermissionWords } from './permission-words.ts';
import type { Role } from './role-choice.tsx';

/** « Rôles »: what each permits, and its editor (STAFF-8). */
export function RolesView() {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const list = useQuery(query.roles.list.queryOptions());
  const roles = list.data?.roles ?? [];
  const opened = roles.find(({ code }) => code === get('role'));
  return (
    <>
      <p className="desk-intro">{t('admin-staff.rolesIntro')}</p>
      <Desk
        list={
          <RowTable
            list={list}
            count={roles.length}
            skeletonRows={5}
            caption={t('admin-staff.roles')}
            columns={[
              { label: t('admin-staff.role') },
              { label: t('admin-staff.holders') },
              { label: t('admin-staff.source'), isExtra: true },
            ]}
          >
            {roles.map((role) => (
              <DataRow key={role.code} selected={role === opened} data-row={role.code}>
                <DataCell rowHeader>
                  <RowLink onClick={() => set({ role: role.code })} aria-expanded={role === opened}>
                    {role.label}
                  </RowLink>
                  <span className="cell-note">
                    {role.holdsAll ? t('admin-staff.holdsAll') : role.description}
                    {role.assignedOnly ? ` ${t('admin-staff.assignedOnly')}.` : null}
                  </span>
                </DataCell>
                <DataCell label={t('admin-staff.holders')}>
                  {t('admin-staff.people_', { count: role.holders })}
                </DataCell>
                <DataCell label={t('admin-staff.source')} data-col="extra">
                  {t(`admin-staff.sources.${role.source}`)}
                </DataCell>
              </DataRow>
            ))}
          </RowTable>
        }
        panel={
          opened ? (
            <RolePanel
              key={`${opened.code} ${opened.version}`}
              role={opened}
              onClose={() => set({ role: null })}
            />
          ) : null
        }
      />
    </>
  );
}

/** The names of a role, and how its whole new definition is sent. */
function useRoleForm(role: Role) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    initial: { label: role.label, description: role.description },
    schema: z.object({ label: roleLabel, description: roleDescription }),
    labels: { label: t('admin-staff.label'), description: t('admin-staff.description') },
  });
  const { send, isSending } = useSubmission(api.roles.define, {
    onSuccess: () => {
      done('admin-staff.roleSaved');
      void refresh(['staff']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      if (problem.code === 'role.changed') void refresh(['staff']);
    },
  });
  return { form, send, isSending };
}

function Limits({ operations, typed }: ComponentProps<typeof LimitFields>) {
  const { t } = useWords();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-staff.limits.heading')}</h3>
      <p className="cell-note">{t('admin-staff.limits.ofRole')}</p>
      <LimitFields operations={operations} typed={typed} />
    </section>
  );
}

/** The editor of a role: names, permissions by group, and the differences before they are saved. */
// Longer than 70 lines: it is one form, with what it would send.
function RolePanel({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t, tKey } = useWords();
  const may = useMay();
  const { session } = useSession();
  const isHeld = session?.roles.some(({ code }) => code === role.code) === true;
  const isEditable = may('roles.define') && !role.holdsAll && !isHeld;
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(role.permissions));
  const [assignedOnly, setAssignedOnly] = useState(role.assignedOnly);
  const typedLimits = useTypedLimits(role.limits);
  const limited = LIMITED_OPERATIONS.filter((operation) => chosen.has(operation));
  const { form, send, isSending } = useRoleForm(role);
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(permission);
    else next.delete(permission);
    setChosen(next);
  };
  const definition = {
    permissions: [...chosen],
    assignedOnly,
    limits: typedLimits.limits.filter(({ operation }) => chosen.has(operation)),
    seenVersion: role.version,
  };
  const propose = useProposeWord(
    'roles.define',
    isEditable && typedLimits.isReadable ? { code: role.code, ...form.typed, ...definition } : null,
  );
  const matrix = <Matrix role={role} chosen={chosen} isEditable={isEditable} onToggle={toggle} />;
  return (
    <DeskPanel
      id={role.code}
      title={role.label}
      overline={t('admin-staff.usedBy', { count: role.holders })}
      onClose={onClose}
    >
      {role.holdsAll ? <p>{t('admin-staff.holdsAllText')}</p> : null}
      {isHeld && !role.holdsAll ? (
        <Notice tone="info">{tKey('errors.staff.own-access.detail')}</Notice>
      ) : null}
      {isEditable ? (
        <form
          className="form"
          noValidate
          onSubmit={form.onSubmit((typed) => {
            if (typedLimits.isReadable) send({ code: role.code, ...typed, ...definition });
          })}
        >
          <FormSummary title={t('admin.reviewForm')} problems={form.problems} attempt={form.attempt} />
          <TextField label={t('admin-staff.label')} required {...form.field('label')} />
          <TextField label={t('admin-staff.description')} {...form.field('description')} />
          <Checkbox
            label={t('admin-staff.assignedOnly')}
            hint={t('admin-staff.assignedOnlyHint')}
            checked={assignedOnly}
            onChange={(event) => setAssignedOnly(event.target.checked)}
          />
          {matrix}
          {limited.length > 0 ? <Limits operations={limited} typed={typedLimits} /> : null}
          <Differences before={role.permissions} after={[...chosen]} />
          <div className="form-actions">
            <Button type="submit" tone="primary" loading={isSending} loadingText={t('admin-staff.saving')}>
              {propose ?? t('admin-staff.save')}
            </Button>
          </div>
        </form>
      ) : role.holdsAll ? null : (
        matrix
      )}
    </DeskPanel>
  );
}

function Matrix({
  role,
  chosen,
  isEditable,
  onToggle,
}: {
  role: Role;
  chosen: ReadonlySet<Permission>;
  isEditable: boolean;
  onToggle: (permission: Permission, isOn: boolean) => void;
}) {
  const { t } = useWords();
  const { wordOf, groupWordOf } = usePermissionWords();
  return (
    <div className="role-matrix">
      {PERMISSION_GROUPS.map(([group, permissions]) => (
        <Disclosure
          key={group}
          title={
            <>
              {groupWordOf(group)}{' '}
              <span className="cell-note">
                {t('admin-staff.countOf', {
                  count: permissions.filter((permission) => chosen.has(permission)).length,
                  total: permissions.length,
                })}
              </span>
            </>
          }
        >
          {permissions.map((permission) => (
            <Checkbox
              key={`${role.code} ${permission}`}
              label={wordOf(permission)}
              checked={chosen.has(permission)}
              disabled={!isEditable}
              onChange={(event) => onToggle(permission, event.target.checked)}
            />
          ))}
        </Disclosure>
      ))}
    </div>
  );
}

/** What saving would give and take away. */
function Differences({ before, after }: { before: readonly Permission[]; after: readonly Permission[] }) {
  const { t } = useWords();
  const { wordOf } = usePermissionWords();
  const added = after.filter((permission) => !before.includes(permission));
  const taken = before.filter((permission) => !after.includes(permission));
  if (added.length + taken.length === 0) return null;
  return (
    <section className="desk-panel-part" aria-live="polite">
      <h3>{t('admin-staff.differences')}</h3>
      <ul className="role-differences">
        {added.map((permission) => (
          <li key={permission}>{t('admin-staff.added', { permission: wordOf(permission) })}</li>
        ))}
        {taken.map((permission) => (
          <li key={permission}>{t('admin-staff.taken', { permission: wordOf(permission) })}</li>
        ))}
      </ul>
    </section>
  );
}

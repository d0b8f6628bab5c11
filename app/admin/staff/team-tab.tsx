import type { Role } from './role-choice.tsx';
import './staff.css';
import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { MEMBER_STATUSES } from '#domain/staff/status.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, RowLink } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { adminHref } from '../frame/sections.ts';
import { FourEyesSwitch } from '../proposals/four-eyes-switch.tsx';
import { UnfillableOperations } from '../proposals/unfillable-operations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberPanel, SecondFactors } from './member-panel.tsx';
import { RolesView } from './roles-view.tsx';
import { EndTeamSessions } from './sessions.tsx';
import { type Member, memberLooks } from './team-words.ts';

const DAY_MS = 24 * 3_600_000;
const FURTHER = ['no-factor', 'absent-30', 'absent-90'] as const;

/** Whether a member is among those that a further filter asks for. */
function isAmong(member: Member, further: (typeof FURTHER)[number], now: number): boolean {
  if (further === 'no-factor') return member.secondFactors.length === 0;
  const days = further === 'absent-30' ? 30 : 90;
  return !member.lastSignInAt || now - new Date(member.lastSignInAt).getTime() > days * DAY_MS;
}

/** « Équipe »: the people of the staff, and the roles that they hold (STAFF-13). */
export function TeamTab() {
  const t = useT();
  const may = useMay();
  const { get } = useDeskState();
  const showsRoles = get('view') === 'roles' && may('roles.list');
  const people = adminHref('team');
  const roles = adminHref('team', { view: 'roles' });
  return (
    <>
      {may('roles.list') ? (
        <TabLinks
          label={t('admin-staff.views')}
          current={showsRoles ? roles : people}
          links={[
            { href: people, label: t('admin-staff.people') },
            { href: roles, label: t('admin-staff.roles') },
          ]}
        />
      ) : null}
      {showsRoles ? <RolesView /> : <People />}
    </>
  );
}

/** The filters of the list, from the address; an unknown value asks for nothing. */
function useTeamFilter() {
  const { get } = useDeskState();
  return {
    status: MEMBER_STATUSES.find((status) => status === get('status')),
    role: get('role'),
    further: FURTHER.find((further) => further === get('further')),
  };
}

function TeamFilters({ roles }: { roles: readonly Role[] }) {
  const t = useT();
  const { set } = useDeskState();
  const filter = useTeamFilter();
  return (
    <search className="filter-bar" data-team>
      <Select
        hideLabel
        label={t('admin-staff.filterRole')}
        value={filter.role ?? ''}
        options={[
          { value: '', label: t('admin-staff.allRoles') },
          ...roles.map(({ code, label }) => ({ value: code, label })),
        ]}
        onChange={(event) => set({ role: event.target.value || null, member: null })}
      />
      <Select
        hideLabel
        label={t('admin.filterByState')}
        value={filter.status ?? ''}
        options={[
          { value: '', label: t('admin-staff.present') },
          ...MEMBER_STATUSES.map((value) => ({ value, label: t(`admin-staff.statuses.${value}`) })),
        ]}
        onChange={(event) => set({ status: event.target.value || null, member: null })}
      />
      <Select
        hideLabel
        label={t('admin-staff.filterFurther')}
        value={filter.further ?? ''}
        options={[
          { value: '', label: t('admin-staff.everybody') },
          ...FURTHER.map((value) => ({ value, label: t(`admin-staff.further.${value}`) })),
        ]}
        onChange={(event) => set({ further: event.target.value || null, member: null })}
      />
    </search>
  );
}

/** Whether fewer than two people who manage access have a second factor: money does not move before (STAFF-24). */
function lacksSecondManager(
  active: readonly Pick<Member, 'roles' | 'secondFactors'>[],
  roles: Awaited<ReturnType<typeof api.roles.list>>['roles'],
): boolean {
  const managing = roles.filter(
    ({ holdsAll, permissions }) => holdsAll || permissions.includes('staff.changeRoles'),
  );
  const managers = active.filter(
    ({ secondFactors, roles: held }) =>
      secondFactors.length > 0 && held.some(({ code }) => managing.some((one) => one.code === code)),
  );
  return active.length > 0 && managers.length < 2;
}

function People() {
  const t = useT();
  const may = useMay();
  const { get, set } = useDeskState();
  const filter = useTeamFilter();
  const [isInviting, setInviting] = useState(false);
  const list = useQuery(query.staff.list.queryOptions());
  const roles = useQuery({ ...query.roles.list.queryOptions(), enabled: may('roles.list') });
  const all = list.data?.members ?? [];
  const now = useBankNow();
  const members = all.filter(
    (member) =>
      (filter.status ? member.status === filter.status : !['left', 'revoked'].includes(member.status)) &&
      (!filter.role || member.roles.some(({ code }) => code === filter.role)) &&
      (!filter.further || isAmong(member, filter.further, now)),
  );
  const opened = get('member');
  const active = all.filter(({ status }) => status === 'active');
  const withAll = active.filter((member) =>
    member.roles.some(({ code }) => roles.data?.roles.some((one) => one.code === code && one.holdsAll)),
  );
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-staff.intro')}</p>
        {may('staff.invite') ? (
          <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            {t('admin-staff.invite')}
          </Button>
        ) : null}
      </div>
      <div className="stack team-notes">
        {may('policies.list') ? (
          <>
            <FourEyesSwitch canToggle={may('proposals.toggle')} />
            <UnfillableOperations />
          </>
        ) : null}
        {!isDemo && roles.data && lacksSecondManager(active, roles.data.roles) ? (
          <Notice tone="warning">{t('admin-staff.secondPerson')}</Notice>
        ) : null}
        {!isDemo && withAll.length > 0 ? (
          <Notice tone="info">{t('admin-staff.allRights', { count: withAll.length })}</Notice>
        ) : null}
      </div>
      <TeamFilters roles={roles.data?.roles ?? []} />
      <Desk
        list={
          <MemberList
            list={list}
            members={members}
            opened={opened}
            isAlone={all.length === 1}
            onOpen={(id) => set({ member: id })}
          />
        }
        panel={
          opened ? (
            <MemberPanel id={opened} roles={roles.data?.roles ?? []} onClose={() => set({ member: null })} />
          ) : null
        }
      />
      {isInviting ? (
        <InviteDialog roles={roles.data?.roles ?? []} onClose={() => setInviting(false)} />
      ) : null}
    </>
  );
}

function MemberList({
  list,
  members,
  opened,
  isAlone,
  onOpen,
}: {
  list: Parameters<typeof RowTable>[0]['list'];
  members: readonly Member[];
  opened: string | null;
  /** Whether nobody else is on the staff. */
  isAlone: boolean;
  onOpen: (id: string) => void;
}) {
  const t = useT();
  return (
    <RowTable
      list={list}
      count={members.length}
      skeletonRows={5}
      empty={{ title: t('admin-staff.nobody') }}
      caption={t('admin-staff.caption')}
      columns={[
        { label: t('admin-staff.name') },
        { label: t('admin-staff.roles') },
        { label: t('admin-staff.secondFactor'), isExtra: true },
        { label: t('admin-staff.lastSignIn'), isExtra: true },
        { label: t('admin-staff.assigned'), isNumeric: true, isExtra: true },
        { label: t('admin-staff.status') },
      ]}
      below={
        <>
          <EndTeamSessions />
          {isAlone ? <p className="desk-intro">{t('admin-staff.alone')}</p> : null}
        </>
      }
    >
      {members.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          isOpened={member.id === opened}
          onOpen={() => onOpen(member.id)}
        />
      ))}
    </RowTable>
  );
}

function MemberRow({ member, isOpened, onOpen }: { member: Member; isOpened: boolean; onOpen: () => void }) {
  const t = useT();
  const { moment, count } = useFormats();
  return (
    <DataRow selected={isOpened} data-row={member.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {member.name}
        </RowLink>
        <span className="cell-note">{member.title ?? member.email}</span>
      </DataCell>
      <DataCell label={t('admin-staff.roles')} data-below="row">
        <span className="role-chips">
          {member.roles.map(({ code, label }) => (
            <Badge key={code} tone="neutral">
              {label}
            </Badge>
          ))}
        </span>
      </DataCell>
      <DataCell label={t('admin-staff.secondFactor')} data-col="extra">
        <SecondFactors member={member} />
      </DataCell>
      <DataCell label={t('admin-staff.lastSignIn')} data-col="extra">
        {member.lastSignInAt ? moment(member.lastSignInAt) : t('admin-staff.never')}
        {member.openSessions > 0 ? (
          <span className="cell-note">{t('admin-staff.openSessions', { count: member.openSessions })}</span>
        ) : null}
      </DataCell>
      <DataCell label={t('admin-staff.assigned')} data-col="extra" numeric>
        {count(member.assigned)}
      </DataCell>
      <DataCell label={t('admin-staff.status')}>
        <StatusBadge kind={memberLooks[member.status]}>
          {t(`admin-staff.statuses.${member.status}`)}
        </StatusBadge>
      </DataCell>
    </DataRow>
  );
}

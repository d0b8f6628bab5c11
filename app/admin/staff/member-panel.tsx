import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { permissionsOfQuestion } from '#domain/desk/request-list.ts';
import type { Limits } from '#domain/staff/limits.ts';
import { query } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { useLimitWords } from '../desk/limit-note.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
import { useMayOpen } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { ConfirmMemberDialog, EndAccessDialog, RolesDialog } from './member-dialogs.tsx';
import { MemberLinks } from './member-links.tsx';
import type { Role } from './role-choice.tsx';
import { Sessions } from './sessions.tsx';
import { type Member, memberLooks } from './team-words.ts';

const ACTS_SHOWN = 50;

type Asked =
  | 'details'
  | 'roles'
  | 'limits'
  | 'suspend'
  | 'leave'
  | 'resume'
  | 'endSessions'
  | 'renewInvitation'
  | 'cancelInvitation';

/** A member of the staff: roles with since and by whom, access, sessions and their last acts (STAFF-13). */
export function MemberPanel({
  id,
  roles,
  onClose,
}: {
  id: string;
  roles: readonly Role[];
  onClose: () => void;
}) {
  const t = useT();
  const [asked, setAsked] = useState<Asked | null>(null);
  const read = useQuery(query.staff.show.queryOptions({ input: { id } }));
  const close = () => setAsked(null);
  return (
    <ReadPanel
      id={id}
      kind={t('admin-staff.one')}
      read={read}
      title={({ member }) => member.name}
      overline={({ member }) => member.title ?? undefined}
      actions={({ member }) => <MemberActions member={member} onAsk={setAsked} />}
      onClose={onClose}
    >
      {({ member, linkCount, links, limits, sessions }) => (
        <>
          <MemberFacts member={member} />
          <MemberLinks member={member} count={linkCount} links={links} />
          <MemberLimits limits={limits} />
          <Sessions memberId={id} sessions={sessions} />
          <LastActs id={id} />
          {asked === null ? null : asked === 'details' ? (
            <DetailsDialog member={member} onClose={close} />
          ) : asked === 'roles' ? (
            <RolesDialog member={member} roles={roles} onClose={close} />
          ) : asked === 'limits' ? (
            <LimitsDialog member={member} limits={limits} onClose={close} />
          ) : asked === 'suspend' || asked === 'leave' ? (
            <EndAccessDialog member={member} event={asked} onClose={close} />
          ) : (
            <ConfirmMemberDialog member={member} act={asked} onClose={close} />
          )}
        </>
      )}
    </ReadPanel>
  );
}

/** What the reader may do to this person now; to themselves nothing that gives or takes access (STAFF-21). */
function MemberActions({ member, onAsk }: { member: Member; onAsk: (asked: Asked) => void }) {
  const t = useT();
  const may = useMay();
  const { session } = useSession();
  const { status } = member;
  const isOneself = session?.userId === member.id;
  const isHere = status === 'active' || status === 'suspended';
  const isOrWillBeHere = isHere || status === 'invited';
  const buttons: readonly (readonly [Asked, boolean])[] = [
    ['roles', may('staff.changeRoles') && isOrWillBeHere],
    ['limits', may('staff.changeLimits') && isOrWillBeHere],
    ['details', may('staff.changeDetails') && isOrWillBeHere],
    ['renewInvitation', may('staff.renewInvitation') && status === 'invited'],
    ['cancelInvitation', may('staff.cancelInvitation') && status === 'invited'],
    ['resume', may('staff.resume') && status === 'suspended'],
    ['endSessions', may('staff.endSessions') && member.openSessions > 0],
    ['suspend', may('staff.suspend') && status === 'active'],
    ['leave', may('staff.leave') && isHere],
  ];
  const shown = buttons.filter(([act, isPossible]) => isPossible && (!isOneself || act === 'details'));
  const isEnd = (act: Asked) => act === 'suspend' || act === 'leave';
  const inCluster = (acts: typeof buttons) =>
    acts.length === 0 ? null : (
      <div className="cluster">
        {acts.map(([act]) => (
          <Button
            key={act}
            size="dense"
            tone={isEnd(act) ? 'danger-quiet' : 'secondary'}
            onClick={() => onAsk(act)}
          >
            {t(`admin-staff.act.${act}`)}
          </Button>
        ))}
      </div>
    );
  return (
    <div className="member-acts">
      {isOneself ? <p className="cell-note">{t('admin-staff.oneself')}</p> : null}
      {inCluster(shown.filter(([act]) => !isEnd(act)))}
      {inCluster(shown.filter(([act]) => isEnd(act)))}
    </div>
  );
}

function MemberFacts({ member }: { member: Member }) {
  const t = useT();
  const { moment, day } = useFormats();
  const { status } = member;
  return (
    <>
      <DefinitionList
        items={[
          {
            term: t('admin-staff.status'),
            value: (
              <StatusBadge kind={memberLooks[status]}>{t(`admin-staff.statuses.${status}`)}</StatusBadge>
            ),
          },
          ...(member.email ? [{ term: t('admin-staff.email'), value: member.email }] : []),
          ...(member.phone
            ? [
                {
                  term: t('admin-staff.phone'),
                  value: <a href={`tel:${member.phone.replace(/[^+\d]/g, '')}`}>{member.phone}</a>,
                },
              ]
            : []),
          { term: t('admin-staff.secondFactor'), value: <SecondFactors member={member} /> },
          {
            term: t('admin-staff.lastSignIn'),
            value: member.lastSignInAt ? moment(member.lastSignInAt) : t('admin-staff.never'),
          },
          {
            term: t('admin-staff.assigned'),
            value: <AssignedFiles member={member} />,
          },
          ...(status === 'invited' && member.invitationEndsAt
            ? [{ term: t('admin-staff.invitationUntil'), value: moment(member.invitationEndsAt) }]
            : []),
          ...(member.suspensionReason
            ? [{ term: t('admin-staff.suspendedBecause'), value: member.suspensionReason }]
            : []),
        ]}
      />
      <section className="desk-panel-part">
        <h3>{t('admin-staff.roles')}</h3>
        <ul className="member-roles">
          {member.roles.map(({ code, label, since, grantedBy }) => (
            <li key={code}>
              {label}
              <span className="cell-note">
                {grantedBy
                  ? t('admin-staff.sinceBy', { day: day(since), by: grantedBy })
                  : t('admin-staff.since', { day: day(since) })}
              </span>
            </li>
          ))}
        </ul>
        {member.conflictReason ? (
          <p>{t('admin-staff.conflictAccepted', { reason: member.conflictReason })}</p>
        ) : null}
      </section>
    </>
  );
}

/** How many files the person follows, with the lists in which they stand. */
function AssignedFiles({ member: { id, assigned } }: { member: Member }) {
  const t = useT();
  const may = useMay();
  const mayOpen = useMayOpen();
  const isAskable = permissionsOfQuestion({ assignee: id }).every(may);
  return (
    <>
      {t('admin-staff.assignedCount', { count: assigned })}
      {assigned > 0 && isAskable ? (
        <span className="member-files">
          {(['clients', 'loans', 'withdrawals', 'fees'] as const).filter(mayOpen).map((section) => (
            <a key={section} href={adminHref(section, { assignee: id })}>
              {t(`admin.tabs.${section}`)}
            </a>
          ))}
        </span>
      ) : null}
    </>
  );
}

/** « Clé d'accès », « Application » or « Aucun ». */
export function SecondFactors({ member }: { member: Member }) {
  const t = useT();
  if (member.secondFactors.length === 0) return t('admin-staff.noFactor');
  return member.secondFactors.map((factor) => t(`admin-staff.factors.${factor}`)).join(', ');
}

/** How much the person does alone, beside the limits of their roles; nothing without one. */
function MemberLimits({ limits }: { limits: Limits }) {
  const t = useT();
  const inWords = useLimitWords();
  if (limits.length === 0) return null;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-staff.limits.heading')}</h3>
      <ul className="member-roles">
        {limits.map(({ operation, ...limit }) => (
          <li key={operation}>
            {t(`admin-audit.operations.${operation}`)}
            <span className="cell-note">{inWords(limit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last acts of the audit trail, for who may read it. */
function LastActs({ id }: { id: string }) {
  const t = useT();
  const may = useMay();
  const { moment } = useFormats();
  const acts = useQuery({
    ...query.audit.list.queryOptions({ input: { actorId: id, limit: ACTS_SHOWN } }),
    enabled: may('audit.list'),
  });
  const entries = acts.data?.entries ?? [];
  if (entries.length === 0) return null;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-staff.lastActs')}</h3>
      <ul className="member-roles">
        {entries.map((entry) => (
          <li key={entry.number}>
            {t(`admin-audit.operations.${entry.operation}`)}
            <span className="cell-note">
              {moment(entry.at)} · {t(`admin-audit.outcomes.${entry.outcome}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

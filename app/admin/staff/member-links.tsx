import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { DeclaredLink, Member } from './team-words.ts';

/** « Liens déclarés »: how many; by name, and to take back, for who watches over conflicts (STAFF-40). */
export function MemberLinks({
  member,
  count,
  links,
}: {
  member: Member;
  count: number;
  links: readonly DeclaredLink[] | null;
}) {
  const t = useT();
  const may = useMay();
  const { day } = useFormats();
  const { session } = useSession();
  const [asked, setAsked] = useState<DeclaredLink | null>(null);
  if (count === 0) return null;
  const mayRemove = may('staff.removeLink') && session?.userId !== member.id;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-staff.links')}</h3>
      {links ? (
        <ul className="member-roles">
          {links.map((link) => (
            <li key={link.clientId}>
              {link.displayName}
              <span className="cell-note">
                {t(`admin-staff.relations.${link.relation}`)} ·{' '}
                {t('admin-staff.since', { day: day(link.declaredAt) })}
              </span>
              {mayRemove ? (
                <Button size="dense" tone="quiet" onClick={() => setAsked(link)}>
                  {t('admin-staff.removeLink.act')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('admin-staff.linkCount', { count })}</p>
      )}
      {asked ? <RemoveLinkDialog member={member} link={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

function RemoveLinkDialog({
  member,
  link,
  onClose,
}: {
  member: Member;
  link: DeclaredLink;
  onClose: () => void;
}) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const { send, sending } = useSubmission(api.staff.removeLink, {
    onSuccess: () => {
      done('admin-staff.removeLink.done');
      void refresh(['staff']);
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-staff.failed'),
  });
  return (
    <ConfirmDialog
      size="small"
      title={t('admin-staff.removeLink.title', { client: link.displayName })}
      description={t('admin-staff.removeLink.text', { name: member.name })}
      submit={t('admin-staff.removeLink.submit')}
      submitting={t('admin-staff.saving')}
      tone="danger"
      sending={sending}
      onConfirm={() => send({ id: member.id, clientId: link.clientId })}
      onClose={onClose}
    />
  );
}

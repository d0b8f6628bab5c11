import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { useAnnounce } from '../desk/announce.ts';

/** The open sessions of a member, each of which can be ended alone (STAFF-16). */
export function Sessions({
  memberId,
  sessions,
}: {
  memberId: string;
  sessions: readonly { id: string; address: string | null; userAgent: string | null; usedAt: string }[];
}) {
  const t = useT();
  const may = useMay();
  const { moment } = useFormats();
  const { done, failed } = useAnnounce();
  const { send, isSending, input } = useSubmission(api.staff.endSession, {
    onSuccess: () => {
      done('admin-staff.endSession.done');
      void refresh(['staff']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      void refresh(['staff']);
    },
  });
  if (sessions.length === 0) return null;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-staff.sessions', { count: sessions.length })}</h3>
      <ul className="member-roles">
        {sessions.map(({ id, address, userAgent, usedAt }) => (
          <li key={id} className="member-session">
            <span>
              <span className="tabular">{address ?? '–'}</span>
              <span className="cell-note">
                {moment(usedAt)} · {userAgent ?? t('admin-staff.unknownDevice')}
              </span>
            </span>
            {may('staff.endSession') ? (
              <Button
                size="dense"
                tone="quiet"
                loading={isSending && input?.sessionId === id}
                aria-disabled={isSending || undefined}
                aria-label={t('admin-staff.endSession.label', { moment: moment(usedAt) })}
                onClick={() => send({ id: memberId, sessionId: id })}
              >
                {t('admin-staff.endSession.act')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** « Fermer toutes les sessions de l'équipe »: the reader's own too, who signs in again (STAFF-16). */
export function EndTeamSessions() {
  const t = useT();
  const may = useMay();
  const { failed } = useAnnounce();
  const [isAsked, setAsked] = useState(false);
  const { send, sending } = useSubmission<Record<string, never>, unknown>(() => api.staff.endTeamSessions(), {
    // The next read finds the session ended, and leads to the sign-in.
    onSuccess: () => void refresh(['staff']),
    onProblem: (problem) => {
      failed(problem, 'admin-staff.failed');
      setAsked(false);
    },
  });
  if (!may('staff.endTeamSessions')) return null;
  return (
    <>
      <p className="team-end">
        <Button size="dense" tone="danger-quiet" onClick={() => setAsked(true)}>
          {t('admin-staff.endTeamSessions.act')}
        </Button>
      </p>
      {isAsked ? (
        <ConfirmDialog
          size="small"
          tone="danger"
          title={t('admin-staff.endTeamSessions.title')}
          description={t('admin-staff.endTeamSessions.text')}
          submit={t('admin-staff.endTeamSessions.submit')}
          submitting={t('admin-staff.saving')}
          sending={sending}
          onConfirm={() => send({})}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

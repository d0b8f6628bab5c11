import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBankNow } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { deviceOf } from '../../office/device-name.ts';
import { isDemo } from '../../page/institution.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';

/** Number of sessions shown at first. */
const shownAtFirst = 4;

/** Ends one session, or all but this one. */
function useEndings() {
  const t = useT();
  const showProblem = useProblemToast();
  const ended = () => {
    void refresh(['session']);
    toast({ title: t('client-profile.sessions.ended') });
  };
  const ending = useSubmission(api.profile.endSession, {
    onSuccess: ended,
    onProblem: (problem) => {
      // The session had already expired, or was ended by a press whose answer was lost.
      if (problem.code === 'not-found') return ended();
      void refresh(['session']);
      showProblem(problem);
    },
  });
  const endingOthers = useSubmission(api.profile.endOtherSessions, {
    onSuccess: () => {
      void refresh(['session']);
      toast({ title: t('client-profile.sessions.endedOthers') });
    },
    onProblem: (problem) => {
      void refresh(['session']);
      showProblem(problem);
    },
  });
  return { ending, endingOthers };
}

/** Names a device by its browser and system. */
function useDeviceWords() {
  const t = useT();
  return (userAgent: string | null) => {
    const { browser, system } = deviceOf(userAgent ?? '');
    if (browser && system) return t('client-profile.sessions.on', { browser, system });
    return browser ?? system ?? t('client-profile.sessions.unknown');
  };
}

type Session = Awaited<ReturnType<typeof api.profile.sessions>>['sessions'][number];

/** The device of a session, and when it was last used. */
function SessionText({ session, name }: { session: Session; name: string }) {
  const t = useT();
  const format = useFormats();
  const now = useBankNow();
  return (
    <div className="request-text">
      <p className="request-title">{name}</p>
      <p className="request-note tabular">
        {t('client-profile.sessions.lastUsed', { ago: format.ago(session.lastUsedAt, now) })}
        {/* Demonstration accounts are shared: their visitors' IP addresses are private. */}
        {session.ipAddress && !isDemo ? ` · ${session.ipAddress}` : null}
      </p>
    </div>
  );
}

/** The client's open sessions, and the way to end them. */
export function DeviceSessions() {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const asked = useQuery(query.profile.sessions.queryOptions());
  const { ending, endingOthers } = useEndings();
  const isEnding = ending.isSending || endingOthers.isSending;
  const words = useDeviceWords();
  const sessions = asked.data?.sessions;
  return (
    <Card
      title={t('client-profile.sessions.title')}
      flush={sessions !== undefined}
      actions={
        sessions && sessions.length > 1 ? (
          <Button
            size="dense"
            aria-disabled={ending.isSending || undefined}
            loading={endingOthers.isSending}
            onClick={() => endingOthers.send({})}
          >
            {t('client-profile.sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {sessions ? (
        <ul className="requests">
          {(isWhole ? sessions : sessions.slice(0, shownAtFirst)).map((session) => (
            <li key={session.id} className="request" data-row={session.id}>
              <SessionText session={session} name={words(session.userAgent)} />
              <div className="request-state">
                {session.isCurrent ? (
                  <Badge tone="brand">{t('client-profile.sessions.current')}</Badge>
                ) : (
                  <Button
                    size="dense"
                    aria-label={t('client-profile.sessions.endOf', { device: words(session.userAgent) })}
                    aria-disabled={isEnding || undefined}
                    loading={ending.isSending && ending.input?.id === session.id}
                    onClick={() => ending.send({ id: session.id })}
                  >
                    {t('client-profile.sessions.end')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {sessions && sessions.length > shownAtFirst && !isWhole ? (
        <p className="card-more">
          <Button tone="quiet" size="dense" onClick={() => setWhole(true)}>
            {t('client-profile.sessions.all', { count: sessions.length })}
          </Button>
        </p>
      ) : null}
      {asked.isError && !sessions ? (
        <ErrorState
          title={t('client-profile.sessions.failed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {sessions || asked.isError ? null : <SkeletonList label={t('common.loading')} rows={2} />}
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SESSION_WARNING_SECONDS } from '#domain/sessions/limits.ts';
import { onActivity } from '../api/activity.ts';
import { query } from '../api/queries.ts';
import { useWords } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useHiddenUntilAsked } from './shown-again.ts';

const warningMs = SESSION_WARNING_SECONDS * 1000;
/** Interval, in milliseconds, at which input alone, without calls, prolongs the session. */
const tellEveryMs = 60_000;

/** Remaining time of the session, counted from the arrival of its answer, so that it does not depend on the computer's clock. */
function useTimeLeft() {
  const { data, dataUpdatedAt, refetch } = useQuery(query.session.current.queryOptions());
  const session = data?.session;
  const [nowMs, setNowMs] = useState(Date.now);
  const lastsMs = session ? Date.parse(session.expiresAt) - Date.parse(session.now) : null;
  const endsAtMs = lastsMs === null ? null : dataUpdatedAt + lastsMs;
  const expiresAt = session?.expiresAt ?? null;
  const askedAbout = useRef<string | null>(null);
  const isAbsolute = session !== undefined && session !== null && session.expiresAt === session.endsAt;

  useEffect(() => {
    if (endsAtMs === null) return;
    setNowMs(Date.now());
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = Date.now();
      setNowMs(now);
      // After the end, this request is refused and leads to the sign-in.
      if (now >= endsAtMs) void refetch();
      timer = setTimeout(tick, 1000);
    };
    const warn = () => {
      // Another tab may have prolonged it: asked once per end, because each answer shifts it by the network's latency.
      if (askedAbout.current !== expiresAt) void refetch();
      askedAbout.current = expiresAt;
      tick();
    };
    timer = setTimeout(warn, Math.max(0, endsAtMs - warningMs - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAtMs, expiresAt, refetch]);

  useEffect(
    () =>
      onActivity(() => {
        if (Date.now() - dataUpdatedAt >= tellEveryMs) void refetch();
      }),
    [dataUpdatedAt, refetch],
  );

  const leftMs = endsAtMs === null ? null : endsAtMs - nowMs;
  return { leftMs, isAbsolute, stay: () => void refetch() };
}

/** Warns before the session ends for inactivity, while it can still be prolonged; a page shown again asks for the session first. */
export function SessionEnd({ onLeave }: { onLeave: () => void }) {
  const { t } = useWords();
  useHiddenUntilAsked();
  const { leftMs, isAbsolute, stay } = useTimeLeft();
  const [isRead, setRead] = useState(false);
  const isNear = leftMs !== null && leftMs <= warningMs && leftMs > 0;
  useEffect(() => {
    if (!isNear) setRead(false);
  }, [isNear]);
  if (!isNear || isRead) return null;
  const seconds = Math.ceil(leftMs / 1000);
  // At its absolute end a session cannot be prolonged, so the dialog only informs.
  const close = isAbsolute ? () => setRead(true) : stay;
  return (
    <Dialog
      open
      size="small"
      onClose={close}
      title={t('security.ending.title')}
      description={t(isAbsolute ? 'security.ending.absolute' : 'security.ending.idle')}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onLeave}>{t('common.signOut')}</Button>
          <Button tone="primary" onClick={close} data-autofocus>
            {t(isAbsolute ? 'security.ending.understood' : 'security.ending.stay')}
          </Button>
        </>
      }
    >
      <p className="tabular" role="timer">
        {t('security.ending.left', { count: seconds })}
      </p>
    </Dialog>
  );
}

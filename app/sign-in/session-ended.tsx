import { useEffect, useState } from 'react';
import { useT } from '../i18n/t.ts';
import { endedSession } from '../page/drafts.ts';
import { Notice } from '../ui/notice.tsx';

/** Explains why signing in is required again after a session ended without a sign-out. */
export function SessionEnded() {
  const t = useT();
  const [ended, setEnded] = useState<ReturnType<typeof endedSession>>(null);
  // After hydration: the first render must match the prerendered page.
  useEffect(() => setEnded(endedSession()), []);
  if (!ended) return null;
  return (
    <Notice className="session-ended" tone="info" live="polite" title={t('sign-in.ended.title')}>
      {t(ended.hasDrafts ? 'sign-in.ended.textKept' : 'sign-in.ended.text')}
    </Notice>
  );
}

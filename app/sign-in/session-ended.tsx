import { useEffect, useState } from 'react';
import { useT } from '../i18n/t.ts';
import { endedSession } from '../page/drafts.ts';
import { Notice } from '../ui/notice.tsx';

/** Says why one has to sign in again, when a session ended without its person having asked for it. */
export function SessionEnded() {
  const t = useT();
  const [ended, setEnded] = useState<ReturnType<typeof endedSession>>(null);
  // After the first drawing, which must be that of the prerendered page.
  useEffect(() => setEnded(endedSession()), []);
  if (!ended) return null;
  return (
    <Notice className="session-ended" tone="info" live="polite" title={t('sign-in.ended.title')}>
      {t(ended.hasDrafts ? 'sign-in.ended.textKept' : 'sign-in.ended.text')}
    </Notice>
  );
}

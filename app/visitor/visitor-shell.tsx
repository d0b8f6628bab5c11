import type { ReactNode } from 'react';
import { useT } from '../i18n/t.ts';
import { Still } from '../page/still.tsx';
import { SkipLink } from '../ui/layout.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { CardRequestHost } from './card-request-host.tsx';
import { ChatButton } from './chat-button.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { Masthead } from './masthead.tsx';

/** The shell of every public page. */
export default function VisitorShell({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className="visitor">
      <SkipLink>{t('common.skipToContent')}</SkipLink>
      {/* Displayed at the foot of the screen, but first in keyboard order: refusing must not take fifty tab stops. */}
      <CookieBanner />
      <Masthead />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Still name="footer" part="Footer" />
      <ChatButton />
      <CardRequestHost />
      <ToastHost label={t('common.messages')} closeLabel={t('common.close')} />
    </div>
  );
}

import OctagonAlert from 'lucide-react/icons/octagon-alert';
import type { ReactNode } from 'react';
import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { SkipLink } from '../ui/layout.tsx';
import { ChatButton } from './chat-button.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Masthead } from './masthead.tsx';

/** Shown by the loader of a page (app/start/inline/islands.js) when the code of something that was asked for cannot be fetched. */
export function CouldNotOpen() {
  const t = useT();
  return (
    <div className="toasts">
      <div className="toast" data-tone="destructive" role="alert">
        <OctagonAlert className="toast-icon" aria-hidden="true" />
        <div className="toast-text">
          <p className="toast-title">{t('visitor.form.failed')}</p>
          <p className="toast-description">{t('visitor.form.failedText')}</p>
        </div>
      </div>
    </div>
  );
}

/** The shell of every public page. What moves in it is a native popover or the work of the page's script (page-script.ts). */
export function VisitorShell({ children }: { children: ReactNode }) {
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
      <Footer />
      <ChatButton />
      <Island name="card-request" start="asked" />
    </div>
  );
}

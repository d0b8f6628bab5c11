import './sign-in.css';
import { QueryClientProvider } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { useT } from '../i18n/t.ts';
import { Brand } from '../page/brand.tsx';
import { DemoRibbon } from '../page/demo-ribbon.tsx';
import { LanguagePreference, ThemePreference } from '../page/preferences.tsx';
import { SkipLink } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { ToastHost } from '../ui/toast.tsx';

/** The shell of signing in and signing up: the brand and a link back to the site, without other navigation. */
export default function SignInShell({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <QueryClientProvider client={queryClient}>
      <div className="entrance">
        <SkipLink>{t('common.skipToContent')}</SkipLink>
        <header className="entrance-top">
          <DemoRibbon />
          <div className="page entrance-head" data-width="wide">
            <Brand />
            <LanguagePreference area="sign-in" />
          </div>
        </header>
        <main className="entrance-main" id="main" tabIndex={-1}>
          <noscript>
            <div className="page entrance-page">
              <Notice>{t('common.needsJavaScript')}</Notice>
            </div>
          </noscript>
          {children}
        </main>
        <footer className="page entrance-foot" data-width="wide">
          <a className="back-link" href="/">
            <ArrowLeft aria-hidden="true" />
            {t('common.backToSite')}
          </a>
          <ThemePreference />
        </footer>
        <ToastHost label={t('common.messages')} closeLabel={t('common.close')} />
      </div>
    </QueryClientProvider>
  );
}

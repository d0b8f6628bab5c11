import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useSessionOnArrival } from '../api/session.ts';
import { useT } from '../i18n/t.ts';
import { hasAccounts } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { tokenIn, useAnotherLink } from '../page/token-in-address.ts';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { SessionEnded } from './session-ended.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpIntroduction } from './sign-up-introduction.tsx';
import './entrance-forms.css';

/** A signed-in visitor is sent home; one in the middle of signing up may also want to sign in. */
function useSentHome(isWanted: boolean): void {
  const session = useSessionOnArrival();
  const isDecided = useRef(false);
  useEffect(() => {
    if (session === undefined || isDecided.current) return;
    // Only on arrival: the form redirects after its own sign-in.
    isDecided.current = true;
    const hasHome = session !== null && (session.isAdministrator || session.hasAccount);
    if (isWanted && hasHome) navigate(session.home, { replace: true });
  }, [session, isWanted]);
}

/** `/auth` and `/compte`: signing in, starting to sign up, and resetting a forgotten password. */
export default function ClientSignIn() {
  const t = useT();
  const query = new URLSearchParams(useSearch());
  // The token of a mailed link is removed from the address at once, so that neither the history nor a page opened from here keeps it; the
  // remaining query says that a new password is being chosen.
  const isResetting = query.has('token');
  const [token, setToken] = useState('');
  useEffect(() => {
    const given = tokenIn(location.hash);
    if (given === null) return;
    setToken(given);
    navigate(`${location.pathname}?token`, { replace: true });
  }, []);
  const tab = query.get('tab') === 'inscription' ? 'signUp' : 'signIn';
  useAnotherLink();
  useSentHome(!isResetting);

  const open = (next: string) =>
    navigate(location.pathname + (next === 'signUp' ? '?tab=inscription' : ''), { replace: true });

  return (
    <Page className="entrance-page">
      <PageHead title={t('sign-in.heading')} />
      <PageTitle size="quiet" lead={t(hasAccounts ? 'sign-in.lead' : 'sign-in.leadLender')}>
        {t('sign-in.heading')}
      </PageTitle>
      <SessionEnded />
      <Card ledge>
        {!isResetting ? (
          <Tabs
            label={t('sign-in.tabsLabel')}
            selected={tab}
            onSelect={open}
            tabs={[
              { key: 'signIn', label: t('sign-in.tabs.signIn'), panel: <SignInForm /> },
              { key: 'signUp', label: t('sign-in.tabs.signUp'), panel: <SignUpIntroduction /> },
            ]}
          />
        ) : (
          <NewPasswordForm key={token} token={token} />
        )}
      </Card>
    </Page>
  );
}

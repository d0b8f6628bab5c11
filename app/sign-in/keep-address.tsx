import { useMutation } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { useEffect, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { query } from '../api/queries.ts';
import { useProblemToast } from '../form/problem-toast.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { tokenIn, useAnotherLink } from '../page/token-in-address.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import './entrance-forms.css';

/**
 * `/garder-mon-adresse`: where the link in the mail to the present address leads when another one was asked for. A press stops the change,
 * not the visit: programs that open the links of a mail to check them must not stop what its owner asked for.
 */
export default function KeepAddress() {
  const t = useT();
  const showProblem = useProblemToast();
  // The token leaves the address at once: neither the history nor a page opened from here shall hold it.
  const [token] = useState(() => (typeof location === 'undefined' ? '' : (tokenIn(location.hash) ?? '')));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  useAnotherLink();
  const [isOver, setOver] = useState(!token);
  const stop = useMutation({
    ...query.profile.stopEmail.mutationOptions(),
    onError: (error) => {
      const problem = asProblem(error);
      if (problem.code === 'auth.invalid-token' || problem.code === 'request.invalid') setOver(true);
      else showProblem(problem);
    },
  });
  // A number is not broken at the end of a line.
  const phone = { ...institution.phone, display: institution.phone.display.replaceAll(' ', '\u00a0') };

  return (
    <Page className="entrance-page">
      <PageHead title={t('keep-address.title')} />
      <PageTitle size="quiet">{t('keep-address.title')}</PageTitle>
      <Card ledge>
        {stop.data ? (
          <Notice
            tone="success"
            live="polite"
            title={t('keep-address.done')}
            actions={
              <LinkButton tone="primary" href={`/auth#token=${stop.data.passwordToken}`}>
                {t('keep-address.newPassword')}
              </LinkButton>
            }
          >
            <div className="stack">
              <p>{t('keep-address.doneText')}</p>
              <p>{t('keep-address.check', { phone: phone.display })}</p>
            </div>
          </Notice>
        ) : isOver ? (
          <Notice
            tone="warning"
            live="assertive"
            title={t('keep-address.over')}
            actions={
              <LinkButton href={phone.href} icon={<Phone aria-hidden="true" />}>
                {t('keep-address.call', { phone: phone.display })}
              </LinkButton>
            }
          >
            {t('keep-address.overText')}
          </Notice>
        ) : (
          <div className="stack">
            <p>{t('keep-address.text')}</p>
            <section className="stack" aria-labelledby="what-happens">
              <h2 className="entrance-subtitle" id="what-happens">
                {t('keep-address.what')}
              </h2>
              <ul className="entrance-list">
                <li>{t('keep-address.whatAddress')}</li>
                <li>{t('keep-address.whatDevices')}</li>
                <li>{t('keep-address.whatPassword')}</li>
              </ul>
            </section>
            <p>
              <Button
                tone="primary"
                loading={stop.isPending}
                loadingText={t('keep-address.stopping')}
                onClick={() => stop.mutate({ token })}
              >
                {t('keep-address.stop')}
              </Button>
            </p>
            <p className="entrance-note">{t('keep-address.wasMe')}</p>
          </div>
        )}
      </Card>
    </Page>
  );
}

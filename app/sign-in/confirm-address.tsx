import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { query } from '../api/queries.ts';
import { useProblemToast } from '../form/problem-toast.ts';
import { useT } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';
import { tokenIn, useAnotherLink } from '../page/token-in-address.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import './entrance-forms.css';

/**
 * `/confirmer-adresse`: where the link to a new address leads. A press confirms, not the visit: programs that open the links of a mail
 * to check them must not change anyone's address.
 */
export default function ConfirmAddress() {
  const t = useT();
  const showProblem = useProblemToast();
  // The token leaves the address at once: neither the history nor a page opened from here shall hold it.
  const [token] = useState(() => (typeof location === 'undefined' ? '' : (tokenIn(location.hash) ?? '')));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  useAnotherLink();
  const [end, setEnd] = useState<'over' | 'taken' | null>(token ? null : 'over');
  const confirm = useMutation({
    ...query.profile.confirmEmail.mutationOptions(),
    onError: (error) => {
      const problem = asProblem(error);
      if (problem.code === 'auth.email-taken') setEnd('taken');
      else if (problem.code === 'auth.invalid-token' || problem.code === 'request.invalid') setEnd('over');
      else showProblem(problem);
    },
  });

  return (
    <Page className="entrance-page">
      <PageHead title={t('confirm-address.title')} />
      <PageTitle size="quiet">{t('confirm-address.title')}</PageTitle>
      <Card ledge>
        {confirm.data ? (
          <Notice
            tone="success"
            live="polite"
            title={t('confirm-address.done')}
            actions={<LinkButton href="/client-dashboard">{t('confirm-address.toSpace')}</LinkButton>}
          >
            {t('confirm-address.doneText', { email: confirm.data.email })}
          </Notice>
        ) : end ? (
          <Notice tone="warning" live="assertive" title={t(`confirm-address.${end}`)}>
            {t(`confirm-address.${end}Text`)}
          </Notice>
        ) : (
          <div className="stack">
            <p>{t('confirm-address.text')}</p>
            <p>
              <Button
                tone="primary"
                loading={confirm.isPending}
                loadingText={t('confirm-address.sending')}
                onClick={() => confirm.mutate({ token })}
              >
                {t('confirm-address.confirm')}
              </Button>
            </p>
          </div>
        )}
      </Card>
    </Page>
  );
}

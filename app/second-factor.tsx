import './second-factor.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query, refresh } from './api/queries.ts';
import { useFormats } from './i18n/format.ts';
import { useWords } from './i18n/t.ts';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Notice } from './ui/notice.tsx';
import { ErrorState, SkeletonList } from './ui/states.tsx';

// Opened once or twice in a lifetime: fetched when they are.
const SetUpDialog = lazy(() =>
  import('./second-factor-dialogs.tsx').then((file) => ({ default: file.SetUpDialog })),
);
const ProofDialog = lazy(() =>
  import('./second-factor-dialogs.tsx').then((file) => ({ default: file.ProofDialog })),
);

/** Fewer than this and it is time for new ones. */
const fewCodes = 3;

type Opened = 'setUp' | 'renew' | 'off';

/** « Sécurité »: the authenticator app of whoever is signed in, client or administrator. */
export function SecondFactorCard() {
  const { t } = useWords();
  const format = useFormats();
  const asked = useQuery(query.secondFactor.current.queryOptions());
  const [opened, setOpened] = useState<Opened | null>(null);
  const state = asked.data;
  const close = () => {
    setOpened(null);
    // Only now: whoever had nothing but this to do leaves the screen with its codes on it.
    void refresh(['session']);
  };
  return (
    <Card
      title={t('security.title')}
      actions={
        state ? (
          <Badge tone={state.activatedAt ? 'success' : 'neutral'}>
            {t(state.activatedAt ? 'security.isOn' : 'security.isOff')}
          </Badge>
        ) : null
      }
    >
      {state ? (
        <div className="stack">
          {state.isRequired && !state.activatedAt ? (
            <Notice tone="warning" title={t('security.requiredTitle')}>
              {t('security.required')}
            </Notice>
          ) : null}
          <p>
            {state.activatedAt
              ? t('security.since', { day: format.day(state.activatedAt) })
              : t('security.lead')}
          </p>
          {state.activatedAt ? <p>{t('security.codes.left', { count: state.recoveryCodesLeft })}</p> : null}
          {state.activatedAt && state.recoveryCodesLeft < fewCodes ? (
            <Notice tone="warning">{t('security.codes.few')}</Notice>
          ) : null}
          <div className="cluster">
            {state.activatedAt ? (
              <>
                <Button size="dense" onClick={() => setOpened('renew')}>
                  {t('security.renew.open')}
                </Button>
                <Button size="dense" tone="danger-quiet" onClick={() => setOpened('off')}>
                  {t('security.off.open')}
                </Button>
              </>
            ) : (
              <Button
                size="dense"
                tone={state.isRequired ? 'primary' : 'secondary'}
                onClick={() => setOpened('setUp')}
              >
                {t('security.setUp.open')}
              </Button>
            )}
          </div>
        </div>
      ) : null}
      {asked.isError && !state ? (
        <ErrorState
          title={t('security.failed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {state || asked.isError ? null : <SkeletonList label={t('common.loading')} rows={2} />}
      <Suspense fallback={null}>
        {opened === 'setUp' ? <SetUpDialog onClose={close} /> : null}
        {opened === 'renew' || opened === 'off' ? <ProofDialog action={opened} onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}

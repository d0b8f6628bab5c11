import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type * as z from 'zod/mini';
import type { clientAlert } from '#contract/client-alerts.ts';
import type { AlertKind } from '#domain/clients/alert.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { ClientSummary } from './client-words.ts';
import { setterOf } from './set-alert.ts';

const AlertDialog = lazy(() => import('./alert-dialog.tsx'));

type Alert = z.infer<typeof clientAlert>;

/** Who placed it and when. */
function PlacedBy({ alert }: { alert: Alert }) {
  const t = useT();
  const { moment } = useFormats();
  return (
    <p className="cell-note">
      {t('admin-clients.alerts.by', {
        name: alert.placedBy ?? t('admin.someone'),
        moment: moment(alert.placedAt),
      })}
    </p>
  );
}

/** The button that lifts what is said about a client. */
function LiftButton({ client, kind }: { client: ClientSummary; kind: AlertKind }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const { send, isSending } = useSubmission(setterOf(kind), {
    onSuccess: () => {
      done('admin-clients.alerts.lifted', client.displayName);
      void refresh(['clients']);
    },
    onProblem: (problem) => failed(problem, 'admin-clients.alerts.failed'),
  });
  return (
    <Button size="dense" loading={isSending} onClick={() => send({ id: client.id, reason: null })}>
      {t('admin-clients.alerts.lift')}
    </Button>
  );
}

/** The freeze of a client's assets, for those who may know of it (PAY-62); null without one. */
function useFreeze(accountId: string): Alert | null {
  const mayKnow = useMay()('clientAlerts.legalBlocks');
  const { data } = useQuery({ ...query.clientAlerts.legalBlocks.queryOptions(), enabled: mayKnow });
  return data?.blocks.find((block) => block.accountId === accountId) ?? null;
}

/** What the staff say about a client: a warning, which holds transfers for a check (PAY-60), and a freeze of assets (PAY-62). */
// Longer than 70 lines: it is one card of two notices, the warning and the freeze, each with its words and its buttons.
export function AlertsCard({ client }: { client: ClientSummary }) {
  const t = useT();
  const may = useMay();
  const [asked, setAsked] = useState<AlertKind | null>(null);
  const shown = useQuery(query.clientAlerts.show.queryOptions({ input: { id: client.id } }));
  const freeze = useFreeze(client.id);
  const warning = shown.data?.warning ?? null;
  return (
    <Card
      title={t('admin-clients.alerts.title')}
      actions={
        <div className="cluster">
          {shown.data && may('clientAlerts.setWarning') ? (
            <Button size="dense" tone="quiet" onClick={() => setAsked('warning')}>
              {t(warning ? 'admin-clients.alerts.changeWarning' : 'admin-clients.alerts.warn')}
            </Button>
          ) : null}
          {may('clientAlerts.setLegalBlock') && !freeze ? (
            <Button size="dense" tone="quiet" onClick={() => setAsked('legal-block')}>
              {t('admin-clients.alerts.freeze')}
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="stack">
        {freeze ? (
          <Notice
            tone="warning"
            title={t('admin-clients.alerts.frozen')}
            actions={
              may('clientAlerts.setLegalBlock') ? (
                <LiftButton client={client} kind="legal-block" />
              ) : undefined
            }
          >
            <p>{t('admin-clients.alerts.frozenText')}</p>
            <p>{freeze.reason}</p>
            <PlacedBy alert={freeze} />
          </Notice>
        ) : null}
        {shown.data ? (
          warning ? (
            <>
              <p>{warning.reason}</p>
              <PlacedBy alert={warning} />
              <p className="cell-note">
                {t(
                  shown.data.isLookedAt
                    ? 'admin-clients.alerts.lookedAt'
                    : 'admin-clients.alerts.notLookedAt',
                )}
              </p>
              {may('clientAlerts.setWarning') ? (
                <div>
                  <LiftButton client={client} kind="warning" />
                </div>
              ) : null}
            </>
          ) : (
            <p className="cell-note">{t('admin-clients.alerts.none')}</p>
          )
        ) : shown.isError ? (
          <ErrorState
            title={t('admin-clients.alerts.loadFailed')}
            retryLabel={t('common.retry')}
            retrying={shown.isFetching}
            onRetry={() => void shown.refetch()}
          />
        ) : (
          <SkeletonList label={t('common.loading')} rows={1} />
        )}
      </div>
      {asked ? (
        <Suspense>
          <AlertDialog
            client={client}
            kind={asked}
            before={asked === 'warning' ? warning : null}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

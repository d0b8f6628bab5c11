import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { TRANSFER_LIMITS } from '#domain/withdrawals/limits.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import type { ClientSummary } from './client-words.ts';

const LimitsDialog = lazy(() => import('./limits-dialog.tsx'));

/** What a client may send at most, and what is left of it; staff lower it here and raise nothing (PAY-58). */
export function LimitsCard({ client }: { client: ClientSummary }) {
  const t = useT();
  const format = useFormats();
  const may = useMay();
  const [isLowering, setLowering] = useState(false);
  const asked = useQuery(query.transferLimits.review.queryOptions({ input: { id: client.id } }));
  const limits = asked.data?.transferLimits;
  const amountOf = (amountMinor: number | null) =>
    amountMinor === null ? t('admin-clients.limits.none') : format.amount(amountMinor, client.currency);
  return (
    <Card
      title={t('admin-clients.limits.title')}
      actions={
        limits && may('transferLimits.lower') ? (
          <Button
            size="dense"
            tone="quiet"
            aria-label={t('admin-clients.limits.lowerOf', { name: client.displayName })}
            onClick={() => setLowering(true)}
          >
            {t('admin-clients.limits.lower')}
          </Button>
        ) : undefined
      }
    >
      {limits ? (
        <>
          <DefinitionList
            items={TRANSFER_LIMITS.map((limit) => {
              const [limitMinor, leftMinor] = [limits.limits[`${limit}Minor`], limits.left[`${limit}Minor`]];
              return {
                term: t(`admin-clients.limits.${limit}`),
                value: (
                  <>
                    {amountOf(limitMinor)}
                    {limit !== 'operation' && leftMinor !== null ? (
                      <span className="cell-note">
                        {t('admin-clients.limits.rest', { amount: amountOf(leftMinor) })}
                      </span>
                    ) : null}
                  </>
                ),
              };
            })}
          />
          {limits.raise ? (
            <p className="cell-note">
              {t('admin-clients.limits.raise', { moment: format.moment(limits.raise.effectiveAt) })}
            </p>
          ) : null}
        </>
      ) : asked.isError ? (
        <ErrorState
          title={t('admin-clients.limits.loadFailed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : (
        <SkeletonList label={t('common.loading')} rows={3} />
      )}
      {limits && isLowering ? (
        <Suspense>
          <LimitsDialog client={client} limits={limits} onClose={() => setLowering(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

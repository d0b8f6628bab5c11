import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { TRANSFER_LIMITS } from '#domain/withdrawals/limits.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import type { TransferLimits } from './transfer-limits.ts';

const LimitsDialog = lazy(() => import('./limits-dialog.tsx'));
const InstantLimitsDialog = lazy(() => import('./instant-limits-dialog.tsx'));

/** A raise that waits, with the way to cancel it: somebody else may have asked for it (PAY-58). */
function RaiseNotice({ limits }: { limits: TransferLimits }) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const { send, isSending } = useSubmission(api.transferLimits.change, {
    onSuccess: () => {
      void refresh(['withdrawals']);
      toast({ title: t('client-transfers.limits.cancelled') });
    },
    onProblem: (problem) => {
      void refresh(['withdrawals']);
      showProblem(problem);
    },
  });
  if (!limits.raise) return null;
  const { effectiveAt, limits: raised } = limits.raise;
  const words = TRANSFER_LIMITS.filter((limit) => raised[`${limit}Minor`] !== limits.limits[`${limit}Minor`]);
  return (
    <Notice
      tone="warning"
      title={t('client-transfers.limits.raiseAt', {
        moment: format.moment(effectiveAt),
      })}
      actions={
        <Button size="dense" loading={isSending} onClick={() => send({ action: 'cancel' })}>
          {t('client-transfers.limits.notYou')}
        </Button>
      }
    >
      <ul className="plain-list">
        {words.map((limit) => {
          const amountMinor = raised[`${limit}Minor`];
          return (
            <li key={limit}>
              {t(`client-transfers.limits.${limit}`)}
              {t('client-transfers.limits.to')}
              {amountMinor === null
                ? t('client-transfers.limits.none')
                : format.amount(amountMinor, limits.currency)}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function Limits({ limits }: { limits: TransferLimits }) {
  const t = useT();
  const format = useFormats();
  const amountOf = (amountMinor: number | null) =>
    amountMinor === null ? t('client-transfers.limits.none') : format.amount(amountMinor, limits.currency);
  return (
    <>
      {limits.leftMinor === null ? null : (
        <p>
          {t('client-transfers.limits.left', { amount: format.amount(limits.leftMinor, limits.currency) })}
        </p>
      )}
      <DefinitionList
        look="ledger"
        items={TRANSFER_LIMITS.map((limit) => {
          const [limitMinor, leftMinor] = [limits.limits[`${limit}Minor`], limits.left[`${limit}Minor`]];
          return {
            term: t(`client-transfers.limits.${limit}`),
            value: (
              <>
                {amountOf(limitMinor)}
                {limit !== 'operation' && leftMinor !== null ? (
                  <span className="transfer-recap-note">
                    {t('client-transfers.limits.rest', { amount: amountOf(leftMinor) })}
                  </span>
                ) : null}
              </>
            ),
          };
        })}
      />
    </>
  );
}

/** « Virements instantanés » (PAY-43): the client's own limits for them, which hold at once. */
function InstantLimits({ limits }: { limits: TransferLimits }) {
  const t = useT();
  const format = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { operationMinor, dayMinor, dayLeftMinor } = limits.instant;
  const amountOf = (amountMinor: number | null) =>
    amountMinor === null ? t('client-transfers.limits.none') : format.amount(amountMinor, limits.currency);
  return (
    <section className="stack">
      <div className="page-head-row">
        <h3>{t('client-transfers.limits.instant')}</h3>
        <Button
          size="dense"
          aria-label={t('client-transfers.limits.instantChangeOf')}
          onClick={() => setOpen(true)}
        >
          {t('client-transfers.limits.instantChange')}
        </Button>
      </div>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('client-transfers.limits.operation'), value: amountOf(operationMinor) },
          {
            term: t('client-transfers.limits.day'),
            value: (
              <>
                {amountOf(dayMinor)}
                {dayLeftMinor === null ? null : (
                  <span className="transfer-recap-note">
                    {t('client-transfers.limits.rest', { amount: amountOf(dayLeftMinor) })}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      {isOpen ? (
        <Suspense>
          <InstantLimitsDialog limits={limits} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** « Plafonds de virement »: what may leave the account at most, lowered at once, raised after a wait (PAY-56 to PAY-58). */
export function LimitsCard() {
  const t = useT();
  const asked = useQuery(query.transferLimits.show.queryOptions());
  const [action, setAction] = useState<'lower' | 'raise' | null>(null);
  const limits = asked.data?.transferLimits;
  const canRaise = limits && TRANSFER_LIMITS.some((limit) => limits.limits[`${limit}Minor`] !== null);
  return (
    <Card
      title={t('client-transfers.limits.title')}
      actions={
        limits ? (
          <div className="cluster">
            <Button size="dense" onClick={() => setAction('lower')}>
              {t('client-transfers.limits.lower')}
            </Button>
            {canRaise ? (
              <Button size="dense" onClick={() => setAction('raise')}>
                {t('client-transfers.limits.raise')}
              </Button>
            ) : null}
          </div>
        ) : undefined
      }
    >
      {limits ? (
        <div className="stack">
          <RaiseNotice limits={limits} />
          <Limits limits={limits} />
          {limits.instant.isOffered ? <InstantLimits limits={limits} /> : null}
        </div>
      ) : asked.isError ? (
        <ErrorState
          title={t('client-transfers.limits.loadFailed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : (
        <SkeletonList label={t('common.loading')} rows={3} />
      )}
      {limits && action ? (
        <Suspense>
          <LimitsDialog limits={limits} action={action} onClose={() => setAction(null)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

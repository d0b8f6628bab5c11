import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { maskedIban } from '#domain/accounts/iban.ts';
import { mayDo } from '#domain/standing-orders/standing-order.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { makesTransfers, type Overview } from '../accounts/overview.ts';
import { TransferDialog } from '../withdrawals/transfer-dialog.tsx';
import { hasPauseAhead, type StandingOrder, useScheduleWords } from './standing-order-words.ts';

const StandingOrderAction = lazy(() => import('./standing-order-action.tsx'));

const LOOKS: Readonly<Record<StandingOrder['state'], StatusKind>> = {
  active: 'done',
  paused: 'waiting',
  suspended: 'refused',
  ended: 'idle',
};

/** What is done with an order in a dialog of its own. */
export type Asked = { readonly order: StandingOrder; readonly action: 'pause' | 'resume' | 'end' | 'change' };

const ACTIONS = ['change', 'pause', 'resume', 'end'] as const;

/** The word of an action: resuming an order whose pause has not begun withdraws the pause. */
const wordOf = (order: StandingOrder, action: Asked['action']) =>
  action === 'resume' && hasPauseAhead(order) ? 'cancelPause' : action;

/** What became of the order, where there is more to say than its next day. */
function Remark({ order }: { order: StandingOrder }) {
  const t = useT();
  const format = useFormats();
  const { pause, last, suspensionReason } = order;
  return (
    <>
      {suspensionReason ? (
        <p className="request-reason">{t(`client-transfers.programmed.suspension.${suspensionReason}`)}</p>
      ) : null}
      {pause ? (
        <p className="request-note">
          {pause.until
            ? t('client-transfers.programmed.pausedUntil', {
                from: format.day(pause.from),
                until: format.day(pause.until),
              })
            : t('client-transfers.programmed.pausedFrom', { from: format.day(pause.from) })}
        </p>
      ) : null}
      {last?.failure ? (
        <p className="request-reason">
          {t('client-transfers.programmed.failed', {
            day: format.day(last.day),
            failure: t(`notifications.standingFailures.${last.failure}`),
          })}
        </p>
      ) : null}
    </>
  );
}

function OrderRow({ order, onAsk }: { order: StandingOrder; onAsk: (asked: Asked) => void }) {
  const t = useT();
  const format = useFormats();
  const words = useScheduleWords();
  const isPauseAhead = hasPauseAhead(order);
  const may = ACTIONS.filter(
    (action) =>
      mayDo(order.state, action, isPauseAhead) &&
      // A pause that lies ahead is withdrawn before another is asked for: never both buttons.
      !(action === 'pause' && isPauseAhead) &&
      (order.isChangeable || action === 'pause' || action === 'resume'),
  );
  return (
    <li className="request" data-row={order.id}>
      <div className="request-text">
        <p className="request-title">{order.recipientName}</p>
        <p className="request-note">
          {order.bankName} · <span className="tabular nowrap">{maskedIban(order.iban)}</span>
        </p>
        <p className="request-note">
          {words(order)}
          {order.isInstant ? ` · ${t('client-transfers.speed.instant')}` : null}
          {order.nextDay ? (
            <>
              {' · '}
              {t(
                order.frequency === 'once'
                  ? 'client-transfers.programmed.onDay'
                  : 'client-transfers.programmed.next',
                { day: format.day(order.nextDay) },
              )}
            </>
          ) : null}
        </p>
        <Remark order={order} />
      </div>
      <div className="request-state">
        <Amount minor={order.amountMinor} currency={order.currency} align="end" />
        <StatusBadge kind={LOOKS[order.state]}>
          {t(`client-transfers.programmed.state.${order.state}`)}
        </StatusBadge>
      </div>
      {may.length > 0 ? (
        <div className="request-actions">
          {may.map((action) => (
            <Button
              key={action}
              size="dense"
              tone={action === 'end' ? 'danger-quiet' : 'secondary'}
              aria-label={t(`client-transfers.programmed.${wordOf(order, action)}Of`, {
                name: order.recipientName,
              })}
              onClick={() => onAsk({ order, action })}
            >
              {t(`client-transfers.programmed.${wordOf(order, action)}`)}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}

/** Orders that ended are shown while they are few: what was sent is in the list of transfers. */
const MOST_ENDED = 3;

/** « Virements programmés » (PAY-44): the transfers of later days and the regular ones. */
export function ProgrammedCard({ overview }: { overview: Overview }) {
  const t = useT();
  const list = useQuery(query.standingOrders.list.queryOptions());
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const all = list.data?.standingOrders;
  const orders = all && [
    ...all.filter(({ state }) => state !== 'ended'),
    ...all.filter(({ state }) => state === 'ended').slice(0, MOST_ENDED),
  ];
  // Who makes no transfers programs none; what was programmed before is still theirs to end.
  if (!makesTransfers(overview) && (orders ?? []).length === 0) return null;
  return (
    <Card title={t('client-transfers.programmed.title')} flush>
      {orders === undefined ? (
        list.isError ? (
          <ErrorState
            title={t('client-transfers.programmed.loadFailed')}
            retryLabel={t('common.retry')}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonList label={t('common.loading')} rows={2} />
        )
      ) : orders.length === 0 ? (
        <EmptyState title={t('client-transfers.programmed.empty')}>
          {t('client-transfers.programmed.emptyText')}
        </EmptyState>
      ) : (
        <ul className="requests">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {asked?.action === 'change' ? (
        <TransferDialog
          open
          onClose={close}
          overview={overview}
          simulation={null}
          again={null}
          changed={asked.order}
        />
      ) : asked ? (
        <Suspense>
          <StandingOrderAction order={asked.order} action={asked.action} onClose={close} />
        </Suspense>
      ) : null}
    </Card>
  );
}

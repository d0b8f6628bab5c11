import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { fee } from '#contract/fees.ts';
import { actionsFrom, type FeeStatus } from '#domain/fees/status.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { lends } from '../../page/institution.ts';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReceiptDrawing } from '../../ui/drawings/receipt.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { useConfirmedAct } from '../frame/confirmed-act.ts';
import { DownloadButton } from '../frame/download-button.tsx';

type Fee = z.infer<typeof fee>;

const looks: Record<FeeStatus, StatusKind> = {
  unpaid: 'attention',
  pending_validation: 'waiting',
  paid: 'done',
};

function DeclareDialog({ fee, onClose }: { fee: Fee; onClose: () => void }) {
  const t = useT();
  const format = useFormats();
  const { send, sending } = useConfirmedAct(api.fees.declarePaid, {
    done: () => ({ title: t('client-fees.done'), description: t('client-fees.doneText') }),
    situation: t('client-fees.failed'),
    rereads: ['fees'],
    onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      size="small"
      title={t('client-fees.declareTitle')}
      description={t('client-fees.declareText', {
        amount: format.amount(fee.amountMinor, fee.currency),
        description: fee.description,
      })}
      submit={t('client-fees.declareConfirm')}
      submitting={t('client-fees.declaring')}
      sending={sending}
      onConfirm={() => send({ id: fee.id })}
    />
  );
}

/** The last event of a fee, in one line. */
function FeeHistory({ fee }: { fee: Fee }) {
  const t = useT();
  const format = useFormats();
  const facts = [t('client-fees.created', { date: format.day(fee.createdAt) })];
  if (fee.status === 'pending_validation' && fee.declaredAt)
    facts.push(t('client-fees.declared', { date: format.day(fee.declaredAt) }));
  if (fee.paidAt) facts.push(t('client-fees.paid', { date: format.day(fee.paidAt) }));
  if (fee.status === 'paid' && fee.paymentMethod) facts.push(t('client-fees.inPerson'));
  return (
    <p className="request-note tabular">
      {facts.join(' · ')}
      {fee.receiptNumber ? (
        <>
          {' · '}
          <span className="request-reference">{t('client-fees.receipt', { number: fee.receiptNumber })}</span>
        </>
      ) : null}
    </p>
  );
}

/** The state of a fee; one suspended by a loan shows until when, and cannot be paid (LC-14). */
function FeeState({ fee }: { fee: Fee }) {
  const t = useT();
  const format = useFormats();
  const { suspension } = fee;
  if (!suspension)
    return <StatusBadge kind={looks[fee.status]}>{t(`client-fees.status.${fee.status}`)}</StatusBadge>;
  return (
    <StatusBadge kind="waiting">
      {suspension.until
        ? t('client-fees.suspendedUntil', { date: format.day(suspension.until) })
        : t('client-fees.suspended')}
    </StatusBadge>
  );
}

function FeeRow({ fee, onDeclare }: { fee: Fee; onDeclare: () => void }) {
  const t = useT();
  const mayDeclare = !fee.suspension && actionsFrom(fee.status, 'client').includes('declare-paid');
  return (
    <li className="request" data-row={fee.id}>
      <div className="request-text">
        <p className="request-title">{fee.description}</p>
        <FeeHistory fee={fee} />
      </div>
      <div className="request-state">
        <Amount minor={fee.amountMinor} currency={fee.currency} align="end" />
        <FeeState fee={fee} />
        {fee.receiptNumber ? (
          <DownloadButton
            path={`/api/documents/fees/${fee.id}/receipt.pdf`}
            isTranslated
            label={t('client-fees.getReceiptOf', { description: fee.description })}
          >
            {t('client-fees.getReceipt')}
          </DownloadButton>
        ) : null}
        {mayDeclare ? (
          <Button
            size="dense"
            aria-label={t('client-fees.declareOf', { description: fee.description })}
            onClick={onDeclare}
          >
            {t('client-fees.declare')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** « Frais et Charges »: the fees and their state. No fee is ever a condition for a loan. */
export function FeesSection() {
  const t = useT();
  const fees = useQuery(query.fees.list.queryOptions());
  const [declared, setDeclared] = useState<Fee | null>(null);
  const list = fees.data?.fees;
  return (
    <div className="stack" data-gap="5">
      <Card flush={list !== undefined}>
        {list && list.length > 0 ? (
          <ul className="requests">
            {list.map((fee) => (
              <FeeRow key={fee.id} fee={fee} onDeclare={() => setDeclared(fee)} />
            ))}
          </ul>
        ) : null}
        {list && list.length === 0 ? (
          <EmptyState drawing={<ReceiptDrawing />} title={t('client-fees.empty')} headingLevel="h2">
            {t('client-fees.emptyText')}
          </EmptyState>
        ) : null}
        {fees.isError && !list ? (
          <ErrorState
            title={t('client-fees.loadFailed')}
            headingLevel="h2"
            retryLabel={t('common.retry')}
            retrying={fees.isFetching}
            onRetry={() => void fees.refetch()}
          />
        ) : null}
        {list || fees.isError ? null : <SkeletonList label={t('common.loading')} rows={4} />}
      </Card>
      {/* Where another house lends it pays out, and the law's sentence below says it all (LC-6, CMF L519-6). */}
      {lends ? <p className="section-note">{t('client-fees.note')}</p> : null}
      <NoPaymentBeforeLoan />
      {declared ? <DeclareDialog fee={declared} onClose={() => setDeclared(null)} /> : null}
    </div>
  );
}

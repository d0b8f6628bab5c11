import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { clientHref } from '../frame/sections.ts';
import { AwaitedApproval, approvalProps } from '../tasks/awaited-approval.tsx';
import { Claims } from './claims.tsx';
import { CorrectionsPart } from './corrections-part.tsx';
import { type DisputeAction, DisputeDialog } from './dispute-dialog.tsx';
import type { Dispute } from './posting.ts';
import { PostingDialog } from './posting-dialog.tsx';
import './corrections.css';

const looks: Readonly<Record<Dispute['state'], StatusKind>> = {
  open: 'attention',
  refunded: 'done',
  suspected: 'waiting',
  borne: 'idle',
};

interface AskedOfDispute {
  readonly dispute: Dispute;
  readonly onAsk: (action: DisputeAction) => void;
  readonly onShowLoss: () => void;
}

/** What can be done to a dispute now: refund it, keep a suspicion, bear its refund, or look at the loss that it became. */
function DisputeActions({ dispute, onAsk, onShowLoss }: AskedOfDispute) {
  const t = useT();
  const may = useMay();
  const { state, approvalSince } = dispute;
  const waits = approvalProps(approvalSince, t('admin.approval.waits'));
  const ask = (action: DisputeAction) => () => {
    if (approvalSince === null) onAsk(action);
  };
  if (state === 'borne')
    return (
      <RowActions>
        {may('corrections.showPosting') ? (
          <Button size="dense" tone="quiet" onClick={onShowLoss}>
            {t('admin-corrections.show')}
          </Button>
        ) : null}
      </RowActions>
    );
  if (state === 'refunded')
    return dispute.isBearable && may('corrections.decideDispute.bear') ? (
      <RowActions>
        <Button size="dense" tone="quiet" {...waits} onClick={ask('bear')}>
          {t('admin-corrections.bear')}
        </Button>
      </RowActions>
    ) : null;
  return (
    <RowActions>
      {may('corrections.decideDispute.refund') ? (
        <Button size="dense" data-shortcut="a" {...waits} onClick={ask('refund')}>
          {t('admin-corrections.refund')}
        </Button>
      ) : null}
      {state === 'open' && may('corrections.decideDispute.suspect') ? (
        <Button size="dense" tone="quiet" onClick={() => onAsk('suspect')}>
          {t('admin-corrections.suspect')}
        </Button>
      ) : null}
    </RowActions>
  );
}

function DisputeRow(asked: AskedOfDispute) {
  const t = useT();
  const { day, moment } = useFormats();
  const { dispute } = asked;
  const { client, amountMinor, currency, state, refundBy, openedAt, movedAt, reference, statement, note } =
    dispute;
  return (
    <DataRow data-row={dispute.id}>
      <DataCell rowHeader>
        <a href={clientHref(client.accountId)} data-row-link>
          {client.displayName}
        </a>
        <span className="cell-note">{moment(openedAt)}</span>
      </DataCell>
      <DataCell label={t('admin-corrections.columns.movement')} data-below="row">
        <span className="tabular nowrap">{reference}</span>
        <span className="cell-note">{day(movedAt)}</span>
        {statement ? <span className="cell-note">{`«\u00a0${statement}\u00a0»`}</span> : null}
      </DataCell>
      <DataCell label={t('admin-corrections.amount')} numeric>
        <Amount minor={amountMinor} currency={currency} />
      </DataCell>
      <DataCell label={t('admin-corrections.columns.state')}>
        <StatusBadge kind={looks[state]}>
          {state === 'open'
            ? t('admin-corrections.toRefund')
            : t(
                dispute.isTakenBack
                  ? 'admin-corrections.disputeStates.taken-back'
                  : `admin-corrections.disputeStates.${state}`,
              )}
        </StatusBadge>
        {state === 'open' ? (
          <span className="cell-note">{t('admin-corrections.refundBy', { date: day(refundBy) })}</span>
        ) : null}
        <AwaitedApproval since={dispute.approvalSince} />
        {note ? <span className="cell-note">{note}</span> : null}
        {dispute.loss ? (
          <span className="cell-note">
            {`${day(dispute.loss.at)} – ${t(`admin-corrections.lossMotives.${dispute.loss.motive}`)}`}
          </span>
        ) : null}
      </DataCell>
      <DataCell>
        <DisputeActions {...asked} />
      </DataCell>
    </DataRow>
  );
}

/** « Contestations » (PAY-55): what clients say they did not authorise: what waits first, by its deadline, then what is decided. */
function Disputes() {
  const t = useT();
  const [asked, setAsked] = useState<{ dispute: Dispute; action: DisputeAction } | null>(null);
  const [loss, setLoss] = useState<string | null>(null);
  const list = useInfiniteQuery(
    query.corrections.disputes.infiniteOptions({
      input: (cursor: string | undefined) => ({ list: 'all' as const, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const disputes = list.data?.pages.flatMap((page) => page.disputes) ?? [];
  return (
    <>
      <CorrectionsPart
        title={t('admin-corrections.disputes')}
        list={list}
        count={disputes.length}
        skeletonRows={3}
        empty={{ title: t('admin-corrections.noDisputes'), text: t('admin-corrections.noDisputesText') }}
        columns={[
          { label: t('admin-corrections.columns.client') },
          { label: t('admin-corrections.columns.movement') },
          { label: t('admin-corrections.amount'), isNumeric: true },
          { label: t('admin-corrections.columns.state') },
          { label: t('admin-corrections.columns.action') },
        ]}
      >
        {disputes.map((dispute) => (
          <DisputeRow
            key={dispute.id}
            dispute={dispute}
            onAsk={(action) => setAsked({ dispute, action })}
            onShowLoss={() => setLoss(dispute.loss?.postingId ?? null)}
          />
        ))}
      </CorrectionsPart>
      {asked ? <DisputeDialog {...asked} onClose={() => setAsked(null)} /> : null}
      {loss ? (
        <PostingDialog id={loss} title={t('admin-corrections.lossTitle')} onClose={() => setLoss(null)} />
      ) : null}
    </>
  );
}

/** « Corrections »: disputes of clients, and what is claimed from them after a mistake. */
export function CorrectionsView() {
  const t = useT();
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-corrections.intro')}</p>
      </div>
      <Disputes />
      <Claims />
    </>
  );
}

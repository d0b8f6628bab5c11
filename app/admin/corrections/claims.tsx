import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { clientHref } from '../frame/sections.ts';
import { CorrectionsPart } from './corrections-part.tsx';
import { GiveUpDialog } from './give-up-dialog.tsx';
import type { Claim } from './posting.ts';
import { PostingDialog } from './posting-dialog.tsx';

interface AskedOfClaim {
  readonly claim: Claim;
  readonly onGiveUp: () => void;
  readonly onShowLoss: () => void;
}

/** What can be done to a claim now: give it up, or look at the loss that it became, which can be reversed. */
function ClaimActions({ claim, onGiveUp, onShowLoss }: AskedOfClaim) {
  const t = useT();
  const may = useMay();
  const isLost = claim.loss !== null;
  if (!may(isLost ? 'corrections.showPosting' : 'corrections.giveUp')) return null;
  return (
    <RowActions>
      <Button size="dense" tone="quiet" onClick={isLost ? onShowLoss : onGiveUp}>
        {t(isLost ? 'admin-corrections.show' : 'admin-corrections.bear')}
      </Button>
    </RowActions>
  );
}

function ClaimRow(asked: AskedOfClaim) {
  const t = useT();
  const { day } = useFormats();
  const { id, client, since, reason, owedMinor, currency, loss } = asked.claim;
  return (
    <DataRow data-row={id}>
      <DataCell rowHeader>
        {client ? (
          <a href={clientHref(client.accountId)} data-row-link>
            {client.displayName}
          </a>
        ) : (
          t('admin-corrections.formerClient')
        )}
      </DataCell>
      <DataCell label={t('admin-corrections.columns.since')} data-below="row">
        <span className="nowrap">{day(since)}</span>
      </DataCell>
      <DataCell label={t('admin-corrections.reason')}>{reason}</DataCell>
      <DataCell label={t('admin-corrections.columns.owed')} numeric>
        {loss ? (
          <>
            <StatusBadge kind="idle">{t('admin-corrections.claimLost')}</StatusBadge>
            <span className="cell-note">
              <Amount minor={loss.amountMinor} currency={currency} />
            </span>
            <span className="cell-note">
              {`${day(loss.at)} – ${t(`admin-corrections.claimLossMotives.${loss.motive}`)}`}
            </span>
          </>
        ) : (
          <Amount minor={owedMinor} currency={currency} />
        )}
      </DataCell>
      <DataCell>
        <ClaimActions {...asked} />
      </DataCell>
    </DataRow>
  );
}

/** « Sommes à recouvrer » (PAY-54): what clients had spent of money that was not theirs, then what the house gave up of it. */
export function Claims() {
  const t = useT();
  const [asked, setAsked] = useState<Claim | null>(null);
  const [loss, setLoss] = useState<string | null>(null);
  const list = useInfiniteQuery(
    query.corrections.receivables.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const claims = list.data?.pages.flatMap((page) => page.receivables) ?? [];
  return (
    <>
      <CorrectionsPart
        title={t('admin-corrections.receivables')}
        list={list}
        count={claims.length}
        skeletonRows={2}
        empty={{
          title: t('admin-corrections.noReceivables'),
          text: t('admin-corrections.noReceivablesText'),
        }}
        columns={[
          { label: t('admin-corrections.columns.client') },
          { label: t('admin-corrections.columns.since') },
          { label: t('admin-corrections.reason') },
          { label: t('admin-corrections.columns.owed'), isNumeric: true },
          { label: t('admin-corrections.columns.action') },
        ]}
      >
        {claims.map((claim) => (
          <ClaimRow
            key={claim.id}
            claim={claim}
            onGiveUp={() => setAsked(claim)}
            onShowLoss={() => setLoss(claim.loss?.postingId ?? null)}
          />
        ))}
      </CorrectionsPart>
      {asked ? <GiveUpDialog claim={asked} onClose={() => setAsked(null)} /> : null}
      {loss ? (
        <PostingDialog
          id={loss}
          title={t('admin-corrections.claimLossTitle')}
          onClose={() => setLoss(null)}
        />
      ) : null}
    </>
  );
}

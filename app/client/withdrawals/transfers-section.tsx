import { useState } from 'react';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EnvelopeDrawing } from '../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { makesTransfers, type Overview } from '../accounts/overview.ts';
import { openDialog } from '../frame/sections.ts';
import { PayeesCard } from '../payees/payees-card.tsx';
import { ProgrammedCard } from '../standing-orders/programmed-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { RecallsCard } from './recalls-card.tsx';
import { TransferRows } from './transfer-rows.tsx';

/** Transfers that are shown before older ones are asked for; those under way are always. */
const FIRST_ROWS = 6;

/** The transfers, the latest ones first; what is older is one press away, so that what follows is within reach. */
function LatestTransfers({ withdrawals }: { withdrawals: Overview['withdrawals'] }) {
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
  const latest = withdrawals.filter(
    ({ status }, index) => showsAll || index < FIRST_ROWS || isOpenWithdrawalStatus(status),
  );
  const hidden = withdrawals.length - latest.length;
  return (
    <>
      <TransferRows withdrawals={latest} />
      {hidden > 0 ? (
        <p className="card-more">
          <Button size="dense" tone="quiet" onClick={() => setShowsAll(true)}>
            {t('client-transfers.older', { count: hidden })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

export function TransfersSection({ overview }: { overview: Overview }) {
  const t = useT();
  return (
    <div className="stack" data-gap="5">
      <Card flush>
        {overview.withdrawals.length > 0 ? (
          <LatestTransfers withdrawals={overview.withdrawals} />
        ) : (
          <EmptyState
            drawing={<EnvelopeDrawing />}
            title={t('client-transfers.empty')}
            headingLevel="h2"
            action={
              makesTransfers(overview) ? (
                // The primary button of the screen is in its head.
                <Button onClick={() => openDialog('transfer')}>{t('client.askTransfer')}</Button>
              ) : null
            }
          >
            {t('client-transfers.emptyText')}
          </EmptyState>
        )}
      </Card>
      <ProgrammedCard overview={overview} />
      <RecallsCard />
      {makesTransfers(overview) ? (
        <>
          <PayeesCard />
          <LimitsCard />
        </>
      ) : null}
    </div>
  );
}

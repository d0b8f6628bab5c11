import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EnvelopeDrawing } from '../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Overview } from '../accounts/overview.ts';
import { openDialog } from '../frame/sections.ts';
import { PayeesCard } from '../payees/payees-card.tsx';
import { TransferRows } from './transfer-rows.tsx';

export function TransfersSection({ overview }: { overview: Overview }) {
  const t = useT();
  return (
    <div className="stack" data-gap="5">
      <Card flush>
        {overview.withdrawals.length > 0 ? (
          <TransferRows withdrawals={overview.withdrawals} />
        ) : (
          <EmptyState
            drawing={<EnvelopeDrawing />}
            title={t('client-transfers.empty')}
            headingLevel="h2"
            action={
              <Button tone="primary" onClick={() => openDialog('transfer')}>
                {t('client.askTransfer')}
              </Button>
            }
          >
            {t('client-transfers.emptyText')}
          </EmptyState>
        )}
      </Card>
      <PayeesCard />
    </div>
  );
}

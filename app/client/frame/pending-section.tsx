import type { ReactNode } from 'react';
import { isOpenLoan } from '#domain/loans/phases.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useT } from '../../i18n/t.ts';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { hasTransfers, makesTransfers, type Overview } from '../accounts/overview.ts';
import { LoanRows } from '../loans/loans-section.tsx';
import { TransferRows } from '../withdrawals/transfer-rows.tsx';
import { clientHref, openDialog } from './sections.ts';

/** Recent answers; the whole history has its own section. */
const settledAtMost = 3;

/** Requests of one kind: the open ones first, then those already answered. */
function Requests<Request>({
  title,
  requests,
  isOpen,
  rows,
  empty,
  all,
}: {
  title: string;
  requests: readonly Request[];
  isOpen: (request: Request) => boolean;
  rows: (requests: readonly Request[]) => ReactNode;
  empty: ReactNode;
  /** Link to the whole list. */
  all: ReactNode;
}) {
  const t = useT();
  const open = requests.filter(isOpen);
  const settled = requests.filter((request) => !isOpen(request)).slice(0, settledAtMost);
  return (
    <Card title={title} flush>
      {requests.length === 0 ? empty : null}
      {open.length > 0 ? (
        <>
          <h3 className="requests-title">{t('client.pending.open')}</h3>
          {rows(open)}
        </>
      ) : null}
      {settled.length > 0 ? (
        <>
          <h3 className="requests-title">{t('client.pending.settled')}</h3>
          {rows(settled)}
          <p className="card-more">{all}</p>
        </>
      ) : null}
    </Card>
  );
}

/** « Demandes en cours »: loan and transfer requests with their state and, where there is one, the reason. */
export function PendingSection({ overview }: { overview: Overview }) {
  const t = useT();
  return (
    <div className="stack" data-gap="5">
      <Requests
        title={t('client.pending.loans')}
        requests={overview.loans}
        isOpen={({ phase }) => isOpenLoan(phase)}
        rows={(loans) => <LoanRows loans={loans} />}
        all={<a href={clientHref('loans')}>{t('client.pending.allLoans')}</a>}
        empty={
          <EmptyState
            title={t('client.pending.noLoans')}
            action={<Button onClick={() => openDialog('loan')}>{t('client.askLoan')}</Button>}
          >
            {t('client.pending.noLoansText')}
          </EmptyState>
        }
      />
      {hasTransfers(overview) ? (
        <Requests
          title={t('client.pending.transfers')}
          requests={overview.withdrawals}
          isOpen={({ status }) => isOpenWithdrawalStatus(status)}
          rows={(withdrawals) => <TransferRows withdrawals={withdrawals} />}
          all={<a href={clientHref('transfers')}>{t('client.pending.allTransfers')}</a>}
          empty={
            <EmptyState
              title={t('client.pending.noTransfers')}
              action={
                makesTransfers(overview) ? (
                  <Button onClick={() => openDialog('transfer')}>{t('client.askTransfer')}</Button>
                ) : null
              }
            >
              {t('client.pending.noTransfersText')}
            </EmptyState>
          }
        />
      ) : null}
      <NoPaymentBeforeLoan />
    </div>
  );
}

import { Suspense } from 'react';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import type { Loan } from '../accounts/overview.ts';
import { DownloadButton } from '../frame/download-button.tsx';
import { clientHref, openDialog } from '../frame/sections.ts';
import { LenderNote } from './lender-parts.ts';
import { RefusalSentences } from './loan-file.tsx';
import { LoanStatusBadge, LoanSubLine } from './loan-status.tsx';
import { LoanServicing } from './servicing/loan-servicing.tsx';

/** Of a house that does not lend: with whom the request is (LC-6). */
function WithLender({ loan }: { loan: Loan }) {
  return loan.intermediation ? (
    <Suspense>
      <LenderNote loan={loan} />
    </Suspense>
  ) : null;
}

/** Why a request ended without a loan, and the way to a new one or to somebody who explains (LC-26). */
function Ended({ loan }: { loan: Loan }) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const isRefused = loan.phase === 'refused';
  return (
    <>
      <WithLender loan={loan} />
      {loan.phase === 'cancelled' ? <p>{t('client-loans.file.cancelled')}</p> : null}
      {isRefused && loan.reviewedAt ? (
        <p>{t('client-loans.details.rejected', { date: format.day(loan.reviewedAt) })}</p>
      ) : null}
      {loan.reasonCode ? (
        <div>
          <p className="figure-label">{t('client-loans.details.reason')}</p>
          <p>{tKey(`loan-reasons.reasons.${loan.reasonCode}`)}</p>
        </div>
      ) : null}
      {loan.reasonNote ? (
        <div>
          <p className="figure-label">{t('client-loans.details.note')}</p>
          <p>{loan.reasonNote}</p>
        </div>
      ) : null}
      {isRefused ? <RefusalSentences loan={loan} /> : null}
      <div className="cluster">
        <Button tone="primary" onClick={() => openDialog('loan')}>
          {t('client-loans.details.again')}
        </Button>
        {isRefused ? (
          <LinkButton href={clientHref('help')}>{t('client-loans.file.advisor')}</LinkButton>
        ) : null}
      </div>
    </>
  );
}

/** What became of a request or a loan, in its first line. */
function Decision({ loan }: { loan: Loan }) {
  const { t } = useWords();
  const format = useFormats();
  if (loan.status === 'rejected') return <Ended loan={loan} />;
  if (loan.intermediation) return <WithLender loan={loan} />;
  if (loan.status === 'pending') return <p>{t('client-loans.details.waiting')}</p>;
  if (loan.status === 'processing') return <p>{t('client-loans.details.processing')}</p>;
  if (loan.phase === 'repaid' && loan.endedOn)
    return (
      <>
        <p>{t('client-loans.details.repaid', { date: format.day(loan.endedOn) })}</p>
        <div>
          <DownloadButton path={`/api/loans/${loan.id}/settlement.pdf`} isTranslated size="regular">
            {t('client-repayments.papers.settlement')}
          </DownloadButton>
        </div>
      </>
    );
  return <p>{t('client-loans.details.approved', { date: format.day(loan.reviewedAt ?? loan.createdAt) })}</p>;
}

/** What was borrowed and when, under what counts now. */
function Origin({ loan }: { loan: Loan }) {
  const { t } = useWords();
  const format = useFormats();
  return (
    <>
      {t('client-loans.offer.amount')}
      {' · '}
      <Amount minor={loan.amountMinor} currency={loan.currency} />
      {/* One whose payout came back is on no account of theirs. */}
      {loan.freeze === 'payout-returned'
        ? null
        : ` · ${t('client-loans.details.approved', { date: format.day(loan.reviewedAt ?? loan.createdAt) })}`}
    </>
  );
}

/** The head of a loan's page: of a running loan the next instalment, of every other what became of it, and the one thing to do now. */
export function LoanHead({ loan }: { loan: Loan }) {
  const { t } = useWords();
  const format = useFormats();
  const isRunning = loan.phase === 'active';
  const instalment = format.amount(loan.instalmentMinor, loan.currency);
  // Until the payout the part of the contract says how far it is: an offer is not granted yet.
  const isInContract = loan.status === 'approved' && !loan.paidOutAt && !loan.intermediation;
  return (
    <Card
      ledge
      title={loan.purpose}
      actions={
        <>
          {/* Why it was refused stands below in full. */}
          {loan.phase === 'refused' ? null : <LoanSubLine loan={loan} />}
          <LoanStatusBadge status={loan.status} />
        </>
      }
      footer={
        isRunning ? (
          <Origin loan={loan} />
        ) : (
          <>
            {t('client-loans.asked', { date: format.moment(loan.createdAt) })}
            {loan.status === 'rejected' && !loan.intermediation
              ? ` · ${t('client-loans.summary', { months: format.months(loan.durationMonths), instalment })}`
              : null}
          </>
        )
      }
    >
      {isRunning ? (
        <LoanServicing loan={loan} />
      ) : (
        <div className="stack">
          <Figure label={t(loan.paidOutAt ? 'client-loans.offer.amount' : 'client-loans.details.requested')}>
            <Amount minor={loan.amountMinor} currency={loan.currency} />
          </Figure>
          {isInContract ? null : (
            <div className="loan-decision">
              <Decision loan={loan} />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

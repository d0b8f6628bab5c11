import { withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { shownSum } from '#domain/money/money.ts';
import type { Sending } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { isDemo } from '../../page/institution.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LimitNote } from '../desk/limit-note.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { useCommitments } from './commitments.tsx';
import { IssueOffer } from './contract-offer.tsx';
import { DebtRatio } from './debt-ratio.tsx';
import { OfferBasis } from './loan-file-basis.tsx';
import { approvalCommandOf, debtRatioOf, type ReviewedLoan } from './loan-words.ts';
import { MissingGuards, useLoanFile } from './missing-guards.tsx';

interface ApproveLoanDialogProps {
  loan: ReviewedLoan;
  sending: Sending;
  onApprove: () => void;
  onClose: () => void;
}

/** What is approved, and what a payout at once does to the balance of the client; a live institution pays nothing out here (LC-5). */
function ApprovedFigures({
  loan,
  isJudged,
  ratio,
}: {
  loan: ReviewedLoan;
  /** Whether the ratio is that of the certified sheet, which another card shows. */
  isJudged: boolean;
  ratio: number | null | undefined;
}) {
  const t = useT();
  const { amount } = useFormats();
  const { currency } = loan;
  const commitments = useCommitments(loan);
  const paidMinor = loan.amountMinor;
  const beforeMinor = loan.client.balanceMinor;
  // Stored amounts may be too large to add; the server refuses such a payout.
  const afterMinor = shownSum([beforeMinor, paidMinor]);
  return (
    <DefinitionList
      look="ledger"
      items={[
        { term: t('admin-loans.purpose'), value: loan.purpose },
        {
          term: t('admin-loans.instalment'),
          value: t('admin-loans.instalmentsOf', {
            count: loan.durationMonths,
            amount: amount(loan.instalmentMinor, currency),
          }),
        },
        ...commitments,
        ...(isJudged
          ? []
          : [
              {
                term: t('admin-loans.debtRatio'),
                value: <DebtRatio bps={ratio} policyBps={loan.debtRatioPolicyBps} />,
              },
            ]),
        ...(isDemo
          ? [
              {
                term: t('admin-loans.balanceBefore'),
                value: <Amount minor={beforeMinor} currency={currency} />,
              },
              {
                term: t('admin-loans.paid'),
                value: <Amount minor={paidMinor} currency={currency} signed />,
              },
              {
                term: t('admin-loans.balanceAfter'),
                value: <Amount minor={afterMinor} currency={currency} />,
                strong: true,
              },
            ]
          : [
              {
                term: t('admin-loans.amount'),
                value: <Amount minor={paidMinor} currency={currency} />,
                strong: true,
              },
            ]),
      ]}
    />
  );
}

/**
 * Approves a request: by a contract, or, in a demonstration, by a payout at once (LC-2). The payout is its last button; a live institution has the
 * contract only (LC-5).
 */
export function ApproveLoanDialog({ loan, sending, onApprove, onClose }: ApproveLoanDialogProps) {
  const t = useT();
  const { amount } = useFormats();
  const asked = useLoanFile(loan.id);
  const file = asked.data?.file;
  // What the client certified counts before what they typed into the request (LC-39).
  const judged = file?.judged ?? null;
  const ratio = judged ? judged.debtRatioBps : debtRatioOf(loan);
  const { operation, input } = approvalCommandOf(loan);
  const propose = useProposeWord(operation, isDemo ? input : null);
  return (
    <ConfirmDialog
      title={t('admin-loans.approveTitle', { name: loan.client.displayName })}
      description={t('admin-loans.approveText')}
      submit={
        isDemo
          ? (propose ?? t('admin-loans.approveAndPay', { amount: amount(loan.amountMinor, loan.currency) }))
          : null
      }
      submitting={t('admin-loans.approving')}
      sending={sending}
      onConfirm={onApprove}
      onClose={onClose}
    >
      {ratio === undefined || withinDebtRatioPolicy(ratio, loan.debtRatioPolicyBps) ? null : (
        <Notice tone="warning" title={t('admin-loans.outsidePolicyTitle')}>
          {t('admin-loans.outsidePolicyText')}
        </Notice>
      )}
      <ApprovedFigures loan={loan} isJudged={judged !== null} ratio={ratio} />
      <LimitNote
        operation={isDemo ? 'loans.decide.approve' : 'loanOffers.issue'}
        eurMinor={loan.amountMinor}
      />
      {file ? <OfferBasis loan={loan} file={file} /> : null}
      {file ? <MissingGuards missing={file.missing} tabIndex={0} /> : null}
      <IssueOffer loan={loan} file={file} onIssued={onClose} />
    </ConfirmDialog>
  );
}

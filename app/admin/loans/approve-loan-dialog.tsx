import { withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { add, money } from '#domain/money/money.ts';
import type { Sending } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DebtRatio } from './debt-ratio.tsx';
import { debtRatioOf, type ReviewedLoan } from './loan-words.ts';

/** The last look before money leaves: what is paid, to whom, and the balance before and after. */
export function ApproveLoanDialog({
  loan,
  sending,
  onApprove,
  onClose,
}: {
  loan: ReviewedLoan;
  sending: Sending;
  onApprove: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { amount } = useFormats();
  const { currency } = loan;
  const paid = money(loan.amountMinor, currency);
  const before = money(loan.client.balanceMinor, currency);
  const after = add(before, paid);
  const ratio = debtRatioOf(loan);
  return (
    <ConfirmDialog
      title={t('admin-loans.approveTitle', { name: loan.client.displayName })}
      description={t('admin-loans.approveText')}
      submit={t('admin-loans.approveAndPay', { amount: amount(paid.amountMinor, currency) })}
      submitting={t('admin-loans.approving')}
      sending={sending}
      onConfirm={onApprove}
      onClose={onClose}
    >
      {withinDebtRatioPolicy(ratio) ? null : (
        <Notice tone="warning" title={t('admin-loans.outsidePolicyTitle')}>
          {t('admin-loans.outsidePolicyText')}
        </Notice>
      )}
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
          { term: t('admin-loans.debtRatio'), value: <DebtRatio bps={ratio} /> },
          {
            term: t('admin-loans.balanceBefore'),
            value: <Amount minor={before.amountMinor} currency={currency} />,
          },
          {
            term: t('admin-loans.paid'),
            value: <Amount minor={paid.amountMinor} currency={currency} signed />,
          },
          {
            term: t('admin-loans.balanceAfter'),
            value: <Amount minor={after.amountMinor} currency={currency} />,
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}

import { withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { add, money } from '#domain/money/money.ts';
import { Amount } from '../amount.tsx';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { DebtRatio } from './debt-ratio.tsx';
import { debtRatioOf, type ReviewedLoan } from './loan-words.ts';

/** The last look before money leaves: what is paid, to whom, and the balance before and after. */
export function ApproveLoanDialog({
  loan,
  isSending,
  onApprove,
  onClose,
}: {
  loan: ReviewedLoan;
  isSending: boolean;
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
    <Dialog
      open
      onClose={onClose}
      title={t('admin-loans.approveTitle', { name: loan.client.displayName })}
      description={t('admin-loans.approveText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            tone="primary"
            data-autofocus
            loading={isSending}
            loadingText={t('admin-loans.approving')}
            onClick={onApprove}
          >
            {t('admin-loans.approveAndPay', { amount: amount(paid.amountMinor, currency) })}
          </Button>
        </>
      }
    >
      <div className="stack">
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
      </div>
    </Dialog>
  );
}

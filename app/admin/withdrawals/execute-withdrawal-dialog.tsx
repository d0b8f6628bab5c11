import { formatIban } from '#domain/accounts/iban.ts';
import { money, subtract } from '#domain/money/money.ts';
import { coverageOf } from '#domain/withdrawals/coverage.ts';
import type { Sending } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

/** Confirms a debit: the recipient, and the balance before and after. */
export function ExecuteWithdrawalDialog({
  withdrawal,
  sending,
  onExecute,
  onClose,
}: {
  withdrawal: ReviewedWithdrawal;
  sending: Sending;
  onExecute: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { amount } = useFormats();
  const { client, currency } = withdrawal;
  const sent = money(withdrawal.amountMinor, currency);
  const before = money(client.balanceMinor, currency);
  const after = subtract(before, sent);
  const isShort = coverageOf({ ...client, amountMinor: sent.amountMinor }) === 'short';
  return (
    <ConfirmDialog
      title={t('admin-withdrawals.executeTitle', { name: client.displayName })}
      description={t('admin-withdrawals.executeText')}
      submit={t('admin-withdrawals.executeAmount', { amount: amount(sent.amountMinor, currency) })}
      submitting={t('admin-withdrawals.executing')}
      sending={sending}
      onConfirm={onExecute}
      onClose={onClose}
    >
      {isShort ? (
        <Notice tone="warning" title={t('admin-withdrawals.coverage.short')}>
          {t('admin-withdrawals.shortText')}
        </Notice>
      ) : null}
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-withdrawals.bank'), value: withdrawal.clientBankName },
          { term: t('admin-withdrawals.iban'), value: formatIban(withdrawal.clientIban) },
          {
            term: t('admin-withdrawals.balanceBefore'),
            value: <Amount minor={before.amountMinor} currency={currency} />,
          },
          {
            term: t('admin-withdrawals.sent'),
            value: <Amount minor={-sent.amountMinor} currency={currency} />,
          },
          {
            term: t('admin-withdrawals.balanceAfter'),
            value: <Amount minor={after.amountMinor} currency={currency} />,
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}

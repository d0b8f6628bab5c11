import * as z from 'zod/mini';
import { formatIban } from '#domain/accounts/iban.ts';
import { ownPayeeName, payeeName } from '#domain/payees/payee.ts';
import { minimumWithdrawalMinor, withdrawalInputFor } from '#domain/withdrawals/request.ts';
import { useScreenForm } from '../../form/form.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import type { Overview } from '../accounts/overview.ts';

/** What is typed for a transfer, begun with the simulation of the public site where there is one. */
export function useTransferForm(
  { currency }: Overview['account'],
  simulation: KeptTransfer | null,
  clientName: string,
) {
  const { t, locale } = useWords();
  const format = useFormats();
  const minimum = minimumWithdrawalMinor(currency);
  return useScreenForm({
    // A simulation starts with its own figures, not with an earlier draft.
    draft: simulation ? 'transfer:simulated' : 'transfer',
    initial: {
      // The public simulator counts in euro.
      amount: simulation && currency === 'EUR' ? amountAsTyped(simulation.amountMinor, 'EUR', locale) : '',
      iban: simulation ? formatIban(simulation.recipientIban.toUpperCase()) : '',
      bankName: '',
      recipientKind: simulation?.recipientName ? 'other' : 'own',
      recipientName: simulation?.recipientName ?? '',
    },
    schema: z.extend(withdrawalInputFor(currency), { recipientName: payeeName }),
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      iban: typed.iban,
      bankName: typed.bankName,
      // The name of an account of one's own is shown, not typed (PAY-10).
      recipientName: typed.recipientKind === 'own' ? ownPayeeName(clientName) : typed.recipientName,
    }),
    labels: {
      recipientName: t('client-transfers.request.recipientName'),
      amount: t('client-transfers.request.amount'),
      iban: t('client-transfers.request.iban'),
      bankName: t('client-transfers.request.bank'),
    },
    controls: { amountMinor: 'amount' },
    rephrase: (message) =>
      message === 'validation.amount.min'
        ? { key: 'validation.amount.minOf', values: { min: format.amount(minimum, currency) } }
        : null,
  });
}

export type TransferForm = ReturnType<typeof useTransferForm>;

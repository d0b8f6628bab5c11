import { activateAccountInput } from '#domain/accounts/activation.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts } from '../../page/institution.ts';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import { useAnnounce } from '../desk/announce.ts';
import { LimitNote } from '../desk/limit-note.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';

/**
 * « Activer le compte »: records the first deposit really received, which may be zero, and credits it in full. While a loan forbids payments
 * there is no field: the account is activated without a deposit (LC-14), as all are where the house takes none (LC-6).
 */
// Longer than 70 lines: it is one form, its sending and its field.
export function ActivateDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const { currency } = client;
  const isWithoutDeposit = Boolean(client.paymentBan) || !hasAccounts;
  const form = useScreenForm({
    draft: `activation:${client.id}`,
    // Zero by default: a hasty press credits no money.
    initial: { amount: writeDecimalString(minorToDecimalString(0, currency), locale) },
    schema: activateAccountInput,
    currency,
    toInput: (typed) => ({
      receivedMinor: isWithoutDeposit ? 0 : typedAmount(typed.amount, currency, locale),
    }),
    controls: { receivedMinor: 'amount' },
  });
  const typed = typedAmount(form.typed.amount, currency, locale);
  const received = currency === 'EUR' && !isWithoutDeposit ? (typed ?? null) : null;
  const { send, sending } = useSubmission(api.accounts.activate, {
    onSuccess: (result) => {
      done(
        'admin-clients.activate.done',
        // Where no deposit is taken there is no balance to tell of.
        hasAccounts
          ? t('admin-clients.activate.balance', { balance: amount(result.balanceMinor, result.currency) })
          : client.displayName,
      );
      void refresh(['account', 'transactions', 'clients']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.activate.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      // A loan was requested meanwhile: refetch so that the client's card shows it.
      if (problem.code === 'account.deposit-while-loan-open') void refresh(['clients']);
      if (problem.code !== 'account.already-activated' && problem.status !== 404) return;
      void refresh(['clients']);
      onClose();
    },
  });
  const receivedMinor = isWithoutDeposit ? 0 : (typed ?? null);
  const propose = useProposeWord(
    'accounts.activate',
    receivedMinor === null ? null : { id: client.id, receivedMinor },
  );
  return (
    <FormDialog
      title={t('admin-clients.activate.title', { name: client.displayName })}
      {...(hasAccounts ? { description: t('admin-clients.activate.text') } : {})}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={propose ?? t('admin-clients.activate.submit')}
      submitting={t('admin-clients.saving')}
      sending={sending}
      onSend={(input) => send({ id: client.id, ...input })}
      onClose={onClose}
    >
      {client.paymentBan && hasAccounts ? (
        <Notice tone="warning" title={t('admin-clients.activate.forbiddenTitle')}>
          {t('admin-clients.activate.forbiddenText')}
        </Notice>
      ) : isWithoutDeposit ? null : (
        <AmountField
          label={t('admin-clients.activate.received')}
          hint={t('admin-clients.activate.hint', {
            deposit: amount(client.activationDepositMinor, currency),
          })}
          required
          data-autofocus
          width="sm"
          suffix={currency}
          // Select the default zero, so that typing replaces it.
          onFocus={(event) => event.target.select()}
          {...form.field('amount')}
        />
      )}
      <LimitNote operation="accounts.activate" eurMinor={received} />
    </FormDialog>
  );
}

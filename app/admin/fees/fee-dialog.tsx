import { createFeeInput, FEE_CURRENCY } from '#domain/fees/fee.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import { useAnnounce } from '../desk/announce.ts';
import { positiveAmount } from '../desk/positive-amount.ts';

/** « Créer des frais », in euro. While a loan of the client forbids payments it says why no fee can be created. */
export function FeeDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  return client.paymentBan ? (
    <FeeForbidden client={client} onClose={onClose} />
  ) : (
    <FeeForm client={client} onClose={onClose} />
  );
}

function FeeForbidden({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey } = useWords();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin-clients.fee.title')}
      description={client.displayName}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className="stack">
        <Notice tone="warning" title={t('admin-clients.fee.forbiddenTitle')}>
          {tKey('errors.fee.loan-open.detail')}
        </Notice>
        <NoPaymentBeforeLoan />
      </div>
    </Dialog>
  );
}

function FeeForm({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    draft: `fee:${client.id}`,
    initial: { amount: '', description: '' },
    schema: createFeeInput,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, FEE_CURRENCY, locale),
      description: typed.description,
    }),
    controls: { amountMinor: 'amount' },
    labels: { amount: t('admin-clients.amount'), description: t('admin-clients.description') },
    rephrase: positiveAmount,
    currency: FEE_CURRENCY,
  });
  const { send, sending } = useSubmission(api.fees.create, {
    remembered: { name: `fee:${client.id}` },
    onSuccess: ({ fee }) => {
      done('admin-clients.fee.done', `${fee.description} · ${amount(fee.amountMinor, fee.currency)}`);
      void refresh(['fees', 'clients']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.fee.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      // A loan was requested meanwhile: refetch so that the client's card shows it.
      if (problem.code === 'fee.loan-open' || problem.status === 404) void refresh(['clients']);
      if (problem.status === 404) onClose();
    },
  });
  return (
    <FormDialog
      title={t('admin-clients.fee.title')}
      description={client.displayName}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t('admin-clients.fee.submit')}
      submitting={t('admin-clients.saving')}
      sending={sending}
      onSend={(input) => send({ id: client.id, ...input })}
      onClose={onClose}
    >
      <AmountField
        label={t('admin-clients.amount')}
        required
        data-autofocus
        width="sm"
        suffix="€"
        {...form.field('amount')}
      />
      <TextField
        label={t('admin-clients.description')}
        hint={t('admin-clients.fee.descriptionHint')}
        required
        {...form.field('description')}
      />
      <NoPaymentBeforeLoan />
    </FormDialog>
  );
}

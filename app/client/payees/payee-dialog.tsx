import type * as z from 'zod/mini';
import type { payee } from '#contract/payees.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { type PayeeInput, payeeInput } from '#domain/payees/payee.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useT } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toasts.ts';
import { IbanField } from './iban-field.tsx';

type Payee = z.infer<typeof payee>;

/**
 * Keeps a payee, or changes one. The server asks for a confirmation (PAY-10); its address, which no form of ours asks for, stays as it was.
 * @param props `payee` is the one to change or to begin with; null for a new one.
 */
// Longer than 70 lines: it is the fields of one form, in the order of the screen.
export function PayeeDialog({ payee: known, onClose }: { payee: Payee | null; onClose: () => void }) {
  const t = useT();
  const id = known?.id ?? null;
  const form = useScreenForm({
    draft: `payee:${id}`,
    initial: {
      name: known?.name ?? '',
      iban: known ? formatIban(known.iban) : '',
      bankName: known?.bankName ?? '',
      nickname: known?.nickname ?? '',
    },
    schema: payeeInput,
    labels: {
      name: t('client-transfers.payees.name'),
      iban: t('client-transfers.payees.iban'),
      bankName: t('client-transfers.payees.bank'),
      nickname: t('client-transfers.payees.nickname'),
    },
  });
  const refuse = useRefusal(form);
  const save = (input: PayeeInput, options: Parameters<typeof api.payees.save>[1]) =>
    id === null ? api.payees.save(input, options) : api.payees.change({ ...input, id }, options);
  const { send, sending } = useSubmission(save, {
    onSuccess: () => {
      void refresh(['payees']);
      toast({ title: t('client-transfers.payees.saved') });
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem);
      if (problem.status !== 404) return;
      void refresh(['payees']);
      onClose();
    },
  });
  return (
    <FormDialog
      size="small"
      title={t(id === null ? 'client-transfers.payees.addTitle' : 'client-transfers.payees.changeTitle')}
      form={form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      submit={t('client-transfers.payees.submit')}
      submitting={t('client-transfers.payees.saving')}
      sending={sending}
      onSend={(input) => send({ ...input, ...(known?.address ? { address: known.address } : {}) })}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('client-transfers.payees.name')}
        hint={t('client-transfers.request.recipientNameHint')}
        autoComplete="off"
        required
        data-autofocus
      />
      <IbanField
        field={form.field('iban')}
        typed={form.typed.iban}
        label={t('client-transfers.payees.iban')}
      />
      <TextField
        {...form.field('bankName')}
        label={t('client-transfers.payees.bank')}
        autoComplete="off"
        required
      />
      <TextField
        {...form.field('nickname')}
        label={t('client-transfers.payees.nickname')}
        hint={t('client-transfers.payees.nicknameHint')}
        autoComplete="off"
      />
    </FormDialog>
  );
}

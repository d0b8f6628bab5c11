import { useState } from 'react';
import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { RECALL_REASONS, recallReason } from '#domain/withdrawals/recalls.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDialogAct, useFormAct } from '../desk/dialog-act.ts';

const demandInput = z.object({ referenceNumber: requiredText(40), reason: recallReason });

/** Records another bank's demand for what a client received (PAY-42). Nothing is preselected: the client is told the reason that the bank gave. */
export function RecordRecallDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const form = useScreenForm({
    draft: 'recall',
    initial: { referenceNumber: '', reason: '' },
    schema: demandInput,
    labels: {
      referenceNumber: t('admin-withdrawals.recalls.reference'),
      reason: t('admin-withdrawals.recalls.reason'),
    },
  });
  const { send, sending } = useFormAct(form, api.recalls.record, {
    say: (done) => done('admin-withdrawals.recalls.recorded'),
    rereads: ['withdrawals'],
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-withdrawals.recalls.record')}
      description={t('admin-withdrawals.recalls.recordText')}
      size="small"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-withdrawals.recalls.recordSubmit')}
      submitting={t('admin-withdrawals.recalls.sending')}
      sending={sending}
      onSend={(input) => send(input)}
      onClose={onClose}
    >
      <TextField
        {...form.field('referenceNumber')}
        data-autofocus
        label={t('admin-withdrawals.recalls.reference')}
        hint={t('admin-withdrawals.recalls.referenceHint')}
        required
      />
      <Select
        {...form.field('reason')}
        label={t('admin-withdrawals.recalls.reason')}
        placeholder={t('admin-withdrawals.recalls.reasonHint')}
        options={RECALL_REASONS.map((value) => ({
          value,
          label: t(`admin-withdrawals.recallReasons.${value}`),
        }))}
        required
      />
    </FormDialog>
  );
}

/** Gives the client what the house has to act against the payee (PAY-41). */
export function InformDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const [information, setInformation] = useState('');
  const { send, sending } = useDialogAct(api.recalls.follow, {
    say: (done) => done('admin-withdrawals.recalls.informed'),
    situation: 'admin-withdrawals.recalls.failed',
    rereads: ['withdrawals'],
    onClose,
  });
  return (
    <SendingDialog
      open
      title={t('admin-withdrawals.recalls.inform')}
      description={t('admin-withdrawals.recalls.informText')}
      submit={information.trim() === '' ? null : t('admin-withdrawals.recalls.inform')}
      submitting={t('admin-withdrawals.recalls.sending')}
      sending={sending}
      onConfirm={() => send({ id, information })}
      onClose={onClose}
    >
      <TextArea
        label={t('admin-withdrawals.recalls.information')}
        value={information}
        onChange={(event) => setInformation(event.currentTarget.value)}
      />
    </SendingDialog>
  );
}

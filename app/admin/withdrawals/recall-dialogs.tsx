import { useState } from 'react';
import { RECALL_REASONS, type RecallReason } from '#domain/withdrawals/recalls.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useDialogAct } from '../desk/dialog-act.ts';

/** Records another bank's demand for what a client received (PAY-42). */
export function RecordRecallDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const [referenceNumber, setReferenceNumber] = useState('');
  const [reason, setReason] = useState<RecallReason>('DUPL');
  const { send, sending } = useSubmission(api.recalls.record, {
    onSuccess: () => {
      done('admin-withdrawals.recalls.recorded');
      void refresh(['withdrawals']);
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-withdrawals.recalls.failed'),
  });
  return (
    <SendingDialog
      open
      title={t('admin-withdrawals.recalls.record')}
      description={t('admin-withdrawals.recalls.recordText')}
      submit={referenceNumber.trim() === '' ? null : t('admin-withdrawals.recalls.record')}
      submitting={t('admin-withdrawals.recalls.sending')}
      sending={sending}
      onConfirm={() => send({ referenceNumber, reason })}
      onClose={onClose}
    >
      <TextField
        label={t('admin-withdrawals.recalls.reference')}
        hint={t('admin-withdrawals.recalls.referenceHint')}
        value={referenceNumber}
        onChange={(event) => setReferenceNumber(event.currentTarget.value)}
      />
      <Select
        label={t('admin-withdrawals.recalls.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value as RecallReason)}
        options={RECALL_REASONS.map((value) => ({
          value,
          label: t(`admin-withdrawals.recallReasons.${value}`),
        }))}
      />
    </SendingDialog>
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

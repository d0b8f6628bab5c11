import { useState } from 'react';
import { R_CODES, type RCode } from '#domain/mandates/r-transactions.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { DayToSend, Debit, DebitFile } from './mandate-words.ts';

/** Puts the announced direct debits of a day into one file (PAY-70); the server asks for a confirmation. */
export function ExportDebitsDialog({
  day,
  onExported,
  onClose,
}: {
  day: DayToSend;
  onExported: (file: DebitFile) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const { send, sending } = useDialogAct(api.directDebits.export, {
    say: (done, { batch }) => done('direct-debits.export.done', batch.messageId),
    situation: 'direct-debits.failed',
    rereads: ['mandates'],
    onDone: ({ batch }) => onExported(batch),
    onClose,
  });
  return (
    <ConfirmDialog
      size="small"
      title={t('direct-debits.export.title', { day: format.day(day.collectionOn) })}
      description={t('direct-debits.export.text', { day: format.day(day.sendBy) })}
      submit={t('direct-debits.export.button')}
      submitting={t('direct-debits.sending')}
      sending={sending}
      onConfirm={() => send({ collectionOn: day.collectionOn })}
      onClose={onClose}
    />
  );
}

/** What a person records of a file while they keep the account by hand. */
export type FileAction = 'settle' | 'cancel';

/** Records by hand that our bank credited a file, or that it did not take it. */
export function CloseDebitFileDialog({
  file,
  action,
  onClose,
}: {
  file: DebitFile;
  action: FileAction;
  onClose: () => void;
}) {
  const t = useT();
  const { send, sending } = useDialogAct(api.directDebits[action], {
    say: (done) => done(`direct-debits.${action}.done`, file.messageId),
    situation: 'direct-debits.failed',
    rereads: ['mandates'],
    onClose,
  });
  return (
    <ConfirmDialog
      size="small"
      tone={action === 'cancel' ? 'danger' : 'primary'}
      title={t(`direct-debits.${action}.title`, { file: file.messageId })}
      description={t(`direct-debits.${action}.text`)}
      submit={t(`direct-debits.${action}.button`)}
      submitting={t('direct-debits.sending')}
      sending={sending}
      onConfirm={() => send({ id: file.id })}
      onClose={onClose}
    />
  );
}

/** Records by hand that a bank refused a direct debit or took it back, by its code (PAY-71). */
export function DebitFailureDialog({ debit, onClose }: { debit: Debit; onClose: () => void }) {
  const t = useT();
  const [reasonCode, setReasonCode] = useState<RCode>('AM04');
  const { send, sending } = useDialogAct(api.directDebits.recordFailure, {
    say: (done) => done('direct-debits.failure.done', debit.displayName),
    situation: 'direct-debits.failed',
    rereads: ['mandates', 'loans'],
    onClose,
  });
  return (
    <SendingDialog
      open
      size="small"
      title={t('direct-debits.failure.title', { name: debit.displayName })}
      description={t('direct-debits.failure.text')}
      submit={t('direct-debits.failure.button')}
      submitting={t('direct-debits.sending')}
      sending={sending}
      onConfirm={() => send({ id: debit.id, reasonCode })}
      onClose={onClose}
    >
      <Select
        label={t('direct-debits.failure.code')}
        value={reasonCode}
        onChange={(event) => setReasonCode(event.currentTarget.value as RCode)}
        options={R_CODES.map((value) => ({ value, label: t(`direct-debits.codes.${value}`) }))}
      />
    </SendingDialog>
  );
}

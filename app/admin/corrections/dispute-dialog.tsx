import * as z from 'zod/mini';
import { LOSS_MOTIVES } from '#domain/corrections/dispute.ts';
import { correctionReason } from '#domain/corrections/reversal.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { useDialogAct, useFormAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { LossDialog } from './loss-dialog.tsx';
import type { Dispute } from './posting.ts';

export type DisputeAction = 'refund' | 'suspect' | 'bear';

interface Asked {
  readonly dispute: Dispute;
  readonly onClose: () => void;
}

const REREADS = ['account', 'transactions', 'corrections', 'clients'] as const;

function RefundDialog({ dispute, onClose }: Asked) {
  const t = useT();
  const { amount } = useFormats();
  const { send, sending } = useDialogAct(api.corrections.decideDispute, {
    say: (done) => done('admin-corrections.refundDone'),
    situation: 'admin.updateFailed',
    rereads: REREADS,
    onClose,
  });
  const propose = useProposeWord('corrections.decideDispute.refund', { id: dispute.id, action: 'refund' });
  return (
    <ConfirmDialog
      title={t('admin-corrections.refund')}
      description={t('admin-corrections.refundText', {
        name: dispute.client.displayName,
        amount: amount(dispute.amountMinor, dispute.currency),
      })}
      submit={propose ?? t('admin-corrections.refundSubmit')}
      submitting={t('admin-corrections.sending')}
      sending={sending}
      onConfirm={() => send({ id: dispute.id, action: 'refund' as const })}
      onClose={onClose}
    />
  );
}

/** The house bears a refund whose money does not come back. */
function BearDialog({ dispute, onClose }: Asked) {
  const t = useT();
  const { amount } = useFormats();
  const { id } = dispute;
  const { send, sending } = useDialogAct(api.corrections.decideDispute, {
    say: (done) => done('admin-corrections.bearDone'),
    situation: 'admin.updateFailed',
    rereads: REREADS,
    onClose,
  });
  const propose = useProposeWord('corrections.decideDispute.bear', {
    id,
    action: 'bear',
    motive: LOSS_MOTIVES[0],
  });
  return (
    <LossDialog
      description={t('admin-corrections.bearText', {
        name: dispute.client.displayName,
        amount: amount(dispute.amountMinor, dispute.currency),
      })}
      motives={LOSS_MOTIVES}
      words={(motive) => t(`admin-corrections.lossMotives.${motive}`)}
      propose={propose}
      sending={sending}
      onSend={(motive) => send({ id, action: 'bear' as const, motive })}
      onClose={onClose}
    />
  );
}

const schema = z.object({ note: correctionReason });

function SuspectDialog({ dispute, onClose }: Asked) {
  const t = useT();
  const form = useScreenForm({
    draft: `suspect:${dispute.id}`,
    initial: { note: '' },
    schema,
    labels: { note: t('admin-corrections.suspectNote') },
  });
  const { send, sending } = useFormAct(form, api.corrections.decideDispute, {
    say: (done) => done('admin-corrections.suspectDone'),
    rereads: REREADS,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-corrections.suspect')}
      description={t('admin-corrections.suspectText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-corrections.suspectSubmit')}
      submitting={t('admin-corrections.sending')}
      sending={sending}
      onSend={({ note }) => send({ id: dispute.id, action: 'suspect' as const, note })}
      onClose={onClose}
    >
      <TextArea
        label={t('admin-corrections.suspectNote')}
        hint={t('admin-corrections.suspectHint')}
        required
        rows={3}
        data-autofocus
        {...form.field('note')}
      />
    </FormDialog>
  );
}

const DIALOGS = { refund: RefundDialog, suspect: SuspectDialog, bear: BearDialog };

/** Decides a dispute (PAY-55): refund, keep why the client is suspected, or bear the refund. */
export function DisputeDialog({ action, ...asked }: Asked & { readonly action: DisputeAction }) {
  const Chosen = DIALOGS[action];
  return <Chosen {...asked} />;
}

import { CLAIM_LOSS_MOTIVES } from '#domain/corrections/receipt.ts';
import { api } from '../../api/client.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useDialogAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { LossDialog } from './loss-dialog.tsx';
import type { Claim } from './posting.ts';

/** The house gives up what it claims from a client after a mistake (PAY-54). */
export function GiveUpDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const t = useT();
  const { amount } = useFormats();
  const { id, client, owedMinor, currency } = claim;
  const { send, sending } = useDialogAct(api.corrections.giveUp, {
    say: (done) => done('admin-corrections.bearDone'),
    situation: 'admin.updateFailed',
    rereads: ['corrections', 'clients'],
    onClose,
  });
  const propose = useProposeWord('corrections.giveUp', { id, motive: CLAIM_LOSS_MOTIVES[0] });
  const owed = amount(owedMinor, currency);
  return (
    <LossDialog
      description={
        client
          ? t('admin-corrections.giveUpText', { name: client.displayName, amount: owed })
          : t('admin-corrections.giveUpFormerText', { amount: owed })
      }
      motives={CLAIM_LOSS_MOTIVES}
      words={(motive) => t(`admin-corrections.claimLossMotives.${motive}`)}
      propose={propose}
      sending={sending}
      onSend={(motive) => send({ id, motive })}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import * as z from 'zod/mini';
import { correctionReason } from '#domain/corrections/reversal.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { ClientSearch, type FoundClient } from '../desk/client-search.tsx';
import { useFormAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { CorrectionReason, reasonToPropose } from './correction-reason.tsx';
import type { PostingOfBooks } from './posting.ts';

const schema = z.object({ reason: correctionReason });

/**
 * « Reprendre ce virement » (PAY-53, PAY-54): from the client who got it by mistake. The right one gets it at once when they are named; a
 * transfer of a statement may wait in « À imputer » instead.
 */
export function TakeBackDialog({ posting, onClose }: { posting: PostingOfBooks; onClose: () => void }) {
  const t = useT();
  const { amount } = useFormats();
  const [right, setRight] = useState<FoundClient | null>(null);
  const wrong = posting.entries.find(({ client }) => client !== null);
  const canWait = posting.document?.kind === 'bank-line';
  const form = useScreenForm({
    draft: `take-back:${posting.id}`,
    initial: { reason: '' },
    schema,
    labels: { reason: t('admin-corrections.reason') },
  });
  const { send, sending } = useFormAct(form, api.corrections.create, {
    name: `take-back:${posting.id}`,
    say: (done, { receivableMinor }) =>
      done(
        'admin-corrections.takenBack',
        receivableMinor > 0 && wrong
          ? t('admin-corrections.claimed', { amount: amount(receivableMinor, wrong.currency) })
          : undefined,
      ),
    rereads: ['account', 'transactions', 'corrections', 'bank', 'clients'],
    onClose,
  });
  const propose = useProposeWord('corrections.create', {
    postingId: posting.id,
    reason: reasonToPropose(form.typed.reason, t('admin-corrections.takeBack')),
    ...(right ? { rightAccountId: right.id } : {}),
  });
  return (
    <FormDialog
      title={t('admin-corrections.takeBack')}
      description={
        wrong
          ? t('admin-corrections.takeBackText', {
              name: wrong.client?.displayName ?? '',
              amount: amount(wrong.amountMinor, wrong.currency),
            })
          : undefined
      }
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-corrections.takeBackSubmit')}
      submitting={t('admin-corrections.sending')}
      tone="danger"
      sending={sending}
      onSend={({ reason }) =>
        send({ postingId: posting.id, reason, ...(right ? { rightAccountId: right.id } : {}) })
      }
      onClose={onClose}
    >
      <CorrectionReason field={form.field('reason')} />
      <ClientSearch
        label={t('admin-corrections.rightClient')}
        hint={t(canWait ? 'admin-corrections.rightClientHint' : 'admin-corrections.rightClientRequired')}
        chosen={right}
        onChoose={setRight}
      />
    </FormDialog>
  );
}

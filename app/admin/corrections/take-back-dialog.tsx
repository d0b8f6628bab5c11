import { useState } from 'react';
import * as z from 'zod/mini';
import { correctionReason, MIN_REASON } from '#domain/corrections/reversal.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ClientSearch, type FoundClient } from '../desk/client-search.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { PostingOfBooks } from './posting.ts';

const schema = z.object({ reason: correctionReason });

/**
 * « Reprendre ce virement » (PAY-53, PAY-54): from the client who got it by mistake. The right one gets it at once when they are named; a
 * transfer of a statement may wait in « À imputer » instead.
 */
// Longer than 70 lines: it is one form, its sending and its two fields.
export function TakeBackDialog({ posting, onClose }: { posting: PostingOfBooks; onClose: () => void }) {
  const t = useT();
  const { amount } = useFormats();
  const { done } = useAnnounce();
  const [right, setRight] = useState<FoundClient | null>(null);
  const wrong = posting.entries.find(({ client }) => client !== null);
  const canWait = posting.document?.kind === 'bank-line';
  const form = useScreenForm({
    draft: `take-back:${posting.id}`,
    initial: { reason: '' },
    schema,
    labels: { reason: t('admin-corrections.reason') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.corrections.create, {
    onSuccess: ({ receivableMinor }) => {
      done(
        'admin-corrections.takenBack',
        receivableMinor > 0 && wrong
          ? t('admin-corrections.claimed', { amount: amount(receivableMinor, wrong.currency) })
          : undefined,
      );
      void refresh(['account', 'transactions', 'corrections', 'bank', 'clients']);
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  // A reason changes nothing of who must approve: until one is typed another stands for it.
  const typed = form.typed.reason.trim();
  const propose = useProposeWord('corrections.create', {
    postingId: posting.id,
    reason: typed.length < MIN_REASON ? t('admin-corrections.takeBack') : typed,
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
      <TextArea
        label={t('admin-corrections.reason')}
        hint={t('admin-corrections.reasonHint')}
        required
        rows={2}
        data-autofocus
        {...form.field('reason')}
      />
      <ClientSearch
        label={t('admin-corrections.rightClient')}
        hint={t(canWait ? 'admin-corrections.rightClientHint' : 'admin-corrections.rightClientRequired')}
        chosen={right}
        onChoose={setRight}
      />
    </FormDialog>
  );
}

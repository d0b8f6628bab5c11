import { useRef } from 'react';
import * as z from 'zod/mini';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAnnounce } from './announce.ts';
import type { ClientSummary } from './client-words.ts';

/** As people type it: case, accents and spaces around do not prove intent. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** « Supprimer »: says what goes, what stays and that nothing brings it back; the name must be typed. */
export function DeleteDialog({
  client,
  onDeleted,
  onClose,
}: {
  client: ClientSummary;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    initial: { confirmation: '' },
    schema: z.object({
      confirmation: z
        .string()
        .check(
          z.refine((text) => plain(text) === plain(client.displayName), 'admin-clients.remove.mismatch'),
        ),
    }),
  });
  // A deletion whose answer was lost is asked about again: that the client is gone is then the answer.
  const wasUnanswered = useRef(false);
  const leave = () => {
    onDeleted?.();
    void refresh(['clients', 'loans', 'withdrawals', 'fees']);
    onClose();
  };
  const { send, sending } = useSubmission(api.clients.remove, {
    onSuccess: ({ movedToUnclaimedMinor, currency }) => {
      done(
        'admin-clients.remove.done',
        movedToUnclaimedMinor > 0
          ? t('admin-clients.remove.moved', { amount: amount(movedToUnclaimedMinor, currency) })
          : undefined,
      );
      leave();
    },
    onProblem: (problem) => {
      const isGone = problem.status === 404;
      if (isGone && wasUnanswered.current) done('admin-clients.remove.done');
      else failed(problem, 'admin-clients.remove.failed');
      if (problem.code === 'unanswered') wasUnanswered.current = true;
      if (isGone) leave();
    },
  });
  return (
    <FormDialog
      title={t('admin-clients.remove.title', { name: client.displayName })}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-clients.remove.submit')}
      submitting={t('admin-clients.remove.removing')}
      tone="danger"
      sending={sending}
      onSend={() => send({ id: client.id })}
      onClose={onClose}
    >
      <Notice tone="danger" title={t('admin-clients.remove.irreversible')}>
        <ul className="plain-points">
          <li>{t('admin-clients.remove.goes')}</li>
          <li>{t('admin-clients.remove.stays')}</li>
          {client.balanceMinor > 0 ? (
            <li>
              {t('admin-clients.remove.balance', { amount: amount(client.balanceMinor, client.currency) })}
            </li>
          ) : null}
          {client.hasOpenLoan ? <li>{t('admin-clients.remove.openLoan')}</li> : null}
        </ul>
      </Notice>
      <TextField
        label={t('admin-clients.remove.type', { name: client.displayName })}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.field('confirmation')}
      />
    </FormDialog>
  );
}

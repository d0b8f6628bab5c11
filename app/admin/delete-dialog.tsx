import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { api } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';
import { refresh } from '../api/queries.ts';
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
  const removal = useMutation({
    mutationFn: () => api.clients.remove({ id: client.id }),
    onSuccess: ({ movedToUnclaimedMinor, currency }) => {
      done(
        'admin-clients.remove.done',
        movedToUnclaimedMinor > 0
          ? t('admin-clients.remove.moved', { amount: amount(movedToUnclaimedMinor, currency) })
          : undefined,
      );
      onDeleted?.();
      void refresh(['clients', 'loans', 'withdrawals', 'fees']);
      onClose();
    },
    onError: (error) => {
      const problem = asProblem(error);
      failed(problem, 'admin-clients.remove.failed');
      if (problem.status !== 404) return;
      onDeleted?.();
      void refresh(['clients']);
      onClose();
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
      isSending={removal.isPending}
      onSend={() => removal.mutate()}
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

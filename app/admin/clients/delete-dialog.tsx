import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import type { removal } from '#contract/clients.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { ClientSummary } from './client-words.ts';

/** Case, accents and surrounding spaces are ignored when the typed name is compared. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Removal = z.infer<typeof removal>;

interface Deleting {
  readonly client: ClientSummary;
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/**
 * « Supprimer »: says what is deleted, what is kept, what happens to the money in figures, and that it is irreversible; the name must be typed.
 * While deletion is forbidden it says why (LC-104).
 */
export function DeleteDialog(of: Deleting) {
  const { t, tKey } = useWords();
  const { data, isError } = useQuery({
    ...query.clients.removal.queryOptions({ input: { id: of.client.id } }),
    // Refetch: cached figures may be outdated.
    gcTime: 0,
    staleTime: 0,
  });
  if (data && data.obstacles.length === 0) return <DeleteForm {...of} removal={data} />;
  const messageId = data?.batchMessageId ?? '';
  return (
    <Dialog
      open
      onClose={of.onClose}
      title={t('admin-clients.remove.title', { name: of.client.displayName })}
      closeLabel={t('common.close')}
      footer={<Button onClick={of.onClose}>{t('common.close')}</Button>}
    >
      {data ? (
        <Notice tone="warning" title={t('admin-clients.remove.forbidden')}>
          <ul className="plain-points">
            {data.obstacles.map((obstacle) => (
              <li key={obstacle}>{tKey(`errors.${obstacle}.detail`, { messageId })}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {isError ? <Notice tone="danger" title={t('admin-clients.remove.unread')} /> : null}
      {data || isError ? null : <SkeletonList label={t('admin-clients.remove.looking')} rows={3} />}
    </Dialog>
  );
}

/** The effect of the deletion on the client's money; nothing for an account without balance or debt. */
function RemovalFigures({ removal }: { removal: Removal }) {
  const t = useT();
  const { currency, balanceMinor, owedMinor, setOffMinor, writtenOffMinor, unclaimedMinor } = removal;
  if (balanceMinor === 0 && owedMinor === 0) return null;
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;
  const line = (
    key: 'figureOwed' | 'figureSetOff' | 'figureWrittenOff' | 'figureUnclaimed',
    minor: number,
  ) => (minor > 0 ? [{ term: t(`admin-clients.remove.${key}`), value: amount(minor) }] : []);
  return (
    <section aria-label={t('admin-clients.remove.figures')}>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-clients.remove.figureBalance'), value: amount(balanceMinor) },
          ...line('figureOwed', owedMinor),
          ...line('figureSetOff', setOffMinor),
          ...line('figureWrittenOff', writtenOffMinor),
          ...line('figureUnclaimed', unclaimedMinor),
        ]}
      />
    </section>
  );
}

// Longer than 70 lines: it is one form, its sending and what the removal does.
function DeleteForm({ client, removal, onDeleted, onClose }: Deleting & { removal: Removal }) {
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
  // After a lost answer the deletion is repeated: « not found » then means that it was done.
  const wasUnanswered = useRef(false);
  const leave = () => {
    onDeleted?.();
    void refresh(['clients', 'loans', 'withdrawals', 'fees']);
    onClose();
  };
  const { send, sending } = useSubmission(api.clients.remove, {
    onSuccess: ({ setOffMinor, writtenOffMinor, movedToUnclaimedMinor, currency }) => {
      const said = (key: 'setOff' | 'writtenOff' | 'moved', minor: number) =>
        minor > 0 ? [t(`admin-clients.remove.${key}`, { amount: amount(minor, currency) })] : [];
      const moved = [
        ...said('setOff', setOffMinor),
        ...said('writtenOff', writtenOffMinor),
        ...said('moved', movedToUnclaimedMinor),
      ];
      done('admin-clients.remove.done', moved.length > 0 ? moved.join(' ') : undefined);
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
  const propose = useProposeWord('clients.remove', { id: client.id });
  return (
    <FormDialog
      title={t('admin-clients.remove.title', { name: client.displayName })}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-clients.remove.submit')}
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
        </ul>
      </Notice>
      <RemovalFigures removal={removal} />
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AssignIbanInput, assignIbanInput } from '#domain/accounts/account.ts';
import { formatIban, ibanVerdict } from '#domain/accounts/iban.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';

/** The next free IBAN of the institution's own range, where it has one. */
function ProposedIban({ onTake }: { onTake: (proposed: AssignIbanInput) => void }) {
  const { t } = useWords();
  // Asked for at each opening: a colleague may have given the last one meanwhile.
  const { data: proposal } = useQuery({
    ...query.accounts.proposeIban.queryOptions(),
    staleTime: 0,
    gcTime: 0,
  });
  if (!proposal?.iban) return null;
  const { iban, bankName } = proposal;
  return (
    <div>
      <Button size="dense" onClick={() => onTake({ iban, bankName })}>
        {t('admin-clients.iban.propose')}
      </Button>
    </div>
  );
}

/** « Gérer l'IBAN »: sets or changes the account's IBAN and bank name. An invalid IBAN is refused. */
// Longer than 70 lines: it is one form, its sending and its fields.
export function IbanDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey } = useWords();
  const { done, failed } = useAnnounce();
  // The list behind updates live; the form compares against the value it was opened with.
  const [shown] = useState(client.iban);
  const form = useScreenForm({
    draft: `iban:${client.id}`,
    initial: { iban: client.iban ? formatIban(client.iban) : '', bankName: client.bankName ?? '' },
    schema: assignIbanInput,
    labels: { iban: t('admin-clients.iban.iban'), bankName: t('admin-clients.iban.bankName') },
  });
  const { send, sending } = useSubmission(api.accounts.assignIban, {
    onSuccess: (assigned) => {
      done('admin-clients.iban.done', `${formatIban(assigned.iban)} · ${assigned.bankName}`);
      void refresh(['account', 'clients']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.iban.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      if (problem.code !== 'account.iban-changed' && problem.status !== 404) return;
      void refresh(['clients']);
      onClose();
    },
  });
  const verdict = ibanVerdict(form.typed.iban);
  const remark = verdict.ok ? tKey('validation.iban.valid') : tKey(`validation.iban.${verdict.reason}`);
  const { error, ...iban } = form.field('iban');
  const propose = useProposeWord(
    'accounts.assignIban',
    verdict.ok
      ? { id: client.id, ...form.typed, bankName: form.typed.bankName || '–', replaces: shown }
      : null,
  );

  return (
    <FormDialog
      title={t('admin-clients.iban.title')}
      description={client.displayName}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missingIban') : t('admin.reviewForm')}
      submit={propose ?? t('admin-clients.iban.submit')}
      submitting={t('admin-clients.saving')}
      sending={sending}
      onSend={(input: AssignIbanInput) => send({ id: client.id, ...input, replaces: shown })}
      onClose={onClose}
    >
      <TextField
        label={t('admin-clients.iban.iban')}
        hint={t('admin-clients.iban.hint')}
        required
        data-autofocus
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={error}
        remark={form.typed.iban.trim() && !error ? <span data-ok={verdict.ok}>{remark}</span> : undefined}
        {...iban}
        onBlur={(event) => {
          form.set('iban', formatIban(event.target.value));
          void iban.onBlur(event);
        }}
      />
      <ProposedIban
        onTake={({ iban: proposed, bankName }) => {
          form.set('iban', formatIban(proposed));
          form.set('bankName', bankName);
        }}
      />
      <TextField
        label={t('admin-clients.iban.bankName')}
        required
        autoComplete="off"
        {...form.field('bankName')}
      />
    </FormDialog>
  );
}

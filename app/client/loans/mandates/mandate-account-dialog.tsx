import { useState } from 'react';
import * as z from 'zod/mini';
import { ibanVerdict } from '#domain/accounts/iban.ts';
import { requiredText } from '#domain/fields.ts';
import { ownPayeeName, payeeIban } from '#domain/payees/payee.ts';
import { asksClient } from '#domain/payees/payee-check.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { useT } from '../../../i18n/t.ts';
import { hasAccounts } from '../../../page/institution.ts';
import { Checkbox } from '../../../ui/choices.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Overview, useOverview } from '../../accounts/overview.ts';
import { IbanField } from '../../payees/iban-field.tsx';
import type { PayeeCheck } from '../../withdrawals/last-look.ts';
import type { Mandate } from './mandate.ts';

const schema = z.object({ iban: payeeIban, bankName: requiredText(100) });
type Account = z.infer<typeof schema>;

/** What the bank of the account said of its holder, for the client to judge (PAY-15). */
function HolderNotice({ check }: { check: PayeeCheck }) {
  const t = useT();
  if (check.result === 'match') return null;
  return (
    <Notice
      tone="warning"
      live="polite"
      title={t(`client-mandates.form.check.${check.result}`, { name: check.name ?? '' })}
    >
      <p>{t('client-mandates.form.warning')}</p>
      {check.isSimulated ? <p className="payee-check-note">{t('client-transfers.check.simulated')}</p> : null}
    </Notice>
  );
}

/** Asks whose account it is, and prepares the mandate for it once its holder is checked (PAY-68, PAY-12). Nothing holds before the signature. */
// Longer than 70 lines: it binds the steps of one form: the account, the check of its holder and the sending.
function AccountDialog({
  loanId,
  changed,
  clientName,
  onPrepared,
  onClose,
}: {
  loanId: string;
  /** The mandate whose account is changed; null for a new one. */
  changed: Mandate | null;
  clientName: Overview['profile']['displayName'];
  onPrepared: (mandate: Mandate) => void;
  onClose: () => void;
}) {
  const t = useT();
  const holder = ownPayeeName(clientName);
  const [usesAccount, setUsesAccount] = useState(changed?.usesAccount ?? false);
  const [judged, setJudged] = useState<{ account: Account; check: PayeeCheck } | null>(null);
  const form = useScreenForm({
    draft: `mandate:${loanId}`,
    initial: { iban: '', bankName: '' },
    schema,
    labels: { iban: t('client-mandates.form.iban'), bankName: t('client-mandates.form.bank') },
    verdict: ({ iban }) => {
      const found = ibanVerdict(iban);
      return found.ok ? [] : [{ field: 'iban', message: `validation.iban.${found.reason}` }];
    },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.mandates.draft, {
    onSuccess: ({ mandate }) => {
      void refresh(['mandates']);
      onPrepared(mandate);
    },
    onProblem: (problem) => {
      setJudged(null);
      refuse(problem);
    },
  });
  const prepare = (account: Account, check: PayeeCheck) =>
    send({ loanId, ...account, usesAccount, payeeCheckId: check.id, acceptedResult: check.result });
  const { send: ask, sending: asking } = useSubmission(
    ({ iban }: Account, options: Parameters<typeof api.payeeChecks.ask>[1]) =>
      api.payeeChecks.ask({ iban, name: holder, orderKind: 'mandate' }, options),
    {
      onSuccess: ({ check }, account) => {
        if (asksClient(check)) setJudged({ account, check });
        else prepare(account, check);
      },
      onProblem: (problem) => refuse(problem),
    },
  );
  return (
    <FormDialog
      size="small"
      title={t(changed ? 'client-mandates.form.changeTitle' : 'client-mandates.form.title')}
      description={judged ? undefined : t('client-mandates.form.lead')}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      leave={judged ? t('client-transfers.check.correct') : undefined}
      onLeave={judged ? () => setJudged(null) : undefined}
      isLeaveFirst={judged !== null}
      submit={t(judged ? 'client-transfers.check.goOn' : 'client-mandates.form.submit')}
      tone={judged ? 'secondary' : 'primary'}
      submitting={t('client-mandates.form.submitting')}
      sending={judged || sending.state !== 'idle' ? sending : asking}
      onSend={(account: Account) => (judged ? prepare(judged.account, judged.check) : ask(account))}
      onClose={onClose}
    >
      {judged ? (
        <HolderNotice check={judged.check} />
      ) : (
        <>
          <DefinitionList items={[{ term: t('client-mandates.facts.holder'), value: holder }]} />
          <IbanField
            field={form.field('iban')}
            typed={form.typed.iban}
            label={t('client-mandates.form.iban')}
            data-autofocus
          />
          <TextField
            {...form.field('bankName')}
            label={t('client-mandates.form.bank')}
            autoComplete="off"
            required
          />
          {hasAccounts ? (
            <Checkbox
              name="usesAccount"
              label={t('client-mandates.form.usesAccount')}
              hint={t('client-mandates.form.usesAccountHint')}
              checked={usesAccount}
              onChange={(event) => setUsesAccount(event.target.checked)}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** The same, once the client's name is known. */
export function MandateAccountDialog(props: Omit<Parameters<typeof AccountDialog>[0], 'clientName'>) {
  const { data } = useOverview();
  return data ? <AccountDialog {...props} clientName={data.profile.displayName} /> : null;
}

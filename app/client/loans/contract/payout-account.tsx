import { useState } from 'react';
import * as z from 'zod/mini';
import { formatIban, ibanVerdict } from '#domain/accounts/iban.ts';
import { payoutAccountInput } from '#domain/loans/payout-account.ts';
import { ownPayeeName } from '#domain/payees/payee.ts';
import type { TransferPhase } from '#domain/withdrawals/phases.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { useOverview } from '../../accounts/overview.ts';
import { IbanField } from '../../payees/iban-field.tsx';
import type { LoanContractOf } from './contract-reading.ts';

type Payout = NonNullable<LoanContractOf['payout']>;

const schema = z.object(payoutAccountInput);

/** The account that the loan is paid out to: IBAN and bank; its holder is the client. */
function AccountDialog({ loan, holder, onClose }: { loan: Loan; holder: string; onClose: () => void }) {
  const t = useT();
  const form = useScreenForm({
    draft: `payout:${loan.id}`,
    initial: { iban: '', bankName: '' },
    schema,
    labels: { iban: 'IBAN', bankName: t('client-payout.bank') },
    verdict: ({ iban }) => {
      const found = ibanVerdict(iban);
      return found.ok ? [] : [{ field: 'iban', message: `validation.iban.${found.reason}` }];
    },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.loanOffers.givePayoutAccount, {
    onSuccess: () => {
      void refresh(['loans', 'withdrawals', 'account']);
      toast({ title: t('client-payout.given') });
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      size="small"
      title={t('client-payout.title')}
      description={t('client-payout.lead')}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={t('client-payout.submit')}
      submitting={t('client-payout.submitting')}
      sending={sending}
      onSend={(account) => send({ id: loan.id, ...account })}
      onClose={onClose}
    >
      <DefinitionList items={[{ term: t('client-payout.holder'), value: holder }]} />
      <IbanField field={form.field('iban')} typed={form.typed.iban} label="IBAN" data-autofocus />
      <TextField {...form.field('bankName')} label={t('client-payout.bank')} autoComplete="off" required />
    </FormDialog>
  );
}

/** Where the money of the payout is; null for a transfer that came back, which the notice says. */
const STAGES: Partial<Record<TransferPhase, 'waiting' | 'bank' | 'sent' | 'settled'>> = {
  validated: 'waiting',
  exported: 'bank',
  accepted: 'bank',
  sent: 'sent',
  settled: 'settled',
};

/** What is asked of the client: the account, at first or after the money came back. */
function Asked({ loan, payout, onGive }: { loan: Loan; payout: Payout; onGive: () => void }) {
  const t = useT();
  const format = useFormats();
  const about = payout.transfer ? 'back' : 'asked';
  const amount = format.amount(payout.transfer?.amountMinor ?? loan.amountMinor, loan.currency);
  return (
    <Notice
      tone="warning"
      title={t(`client-payout.${about}.title`)}
      actions={
        <Button tone="primary" onClick={onGive}>
          {t('client-payout.give')}
        </Button>
      }
    >
      {t(`client-payout.${about}.text`, { amount })}
    </Notice>
  );
}

/** The account at another bank that a finance company pays the loan out to (LC-6): asked, given, checked, and where the money is. */
export default function PayoutAccount({ loan, payout }: { loan: Loan; payout: Payout }) {
  const t = useT();
  const format = useFormats();
  const [isGiving, setGiving] = useState(false);
  const { data } = useOverview();
  const { account, transfer } = payout;
  const stage = transfer && STAGES[transfer.phase];
  const open = () => setGiving(true);
  return (
    <section className="stack" aria-label={t('client-payout.title')}>
      {payout.isAsked ? <Asked loan={loan} payout={payout} onGive={open} /> : null}
      {payout.isBack && loan.phase === 'active' ? <p>{t('client-payout.back.giveUp')}</p> : null}
      {account ? (
        <DefinitionList
          look="ledger"
          items={[
            {
              term: t('client-payout.title'),
              value: (
                <>
                  <span className="iban tabular">{formatIban(account.iban)}</span>
                  <span className="due-state">{account.bankName}</span>
                </>
              ),
              strong: true,
            },
          ]}
        />
      ) : null}
      {account ? <p>{t(account.isVerified ? 'client-payout.own' : 'client-payout.checking')}</p> : null}
      {transfer && stage ? (
        <p>
          {t(`client-payout.transfer.${stage}`, {
            amount: format.amount(transfer.amountMinor, loan.currency),
            date: transfer.settledOn ? format.day(transfer.settledOn) : '',
          })}
        </p>
      ) : null}
      {loan.phase === 'retracting' && !payout.isBack ? <p>{t('client-payout.sendBack')}</p> : null}
      {payout.canChange && account && !payout.isAsked ? (
        <div>
          <Button onClick={open}>{t('client-payout.change')}</Button>
        </div>
      ) : null}
      {isGiving && data ? (
        <AccountDialog
          loan={loan}
          holder={ownPayeeName(data.profile.displayName)}
          onClose={() => setGiving(false)}
        />
      ) : null}
    </section>
  );
}

import { STAFF_FREEZES } from '#domain/loans/freezes.ts';
import {
  ACTS_WITH_AMOUNT,
  ACTS_WITH_DOCUMENT,
  formalNoticeInput,
  freezeInput,
  OPERATION_OF_RECOVERY_ACT,
  type RecoveryAct,
  recoveryActInput,
  recoveryInput,
  unfreezeInput,
} from '#domain/loans/recovery.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { api } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT, useWords } from '../../../i18n/t.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { AmountField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDialogAct, useFormAct } from '../../desk/dialog-act.ts';
import { useProposeWord } from '../../proposals/approval-needed.ts';
import type { ReviewedLoan } from '../loan-words.ts';

interface DialogOf {
  readonly loan: ReviewedLoan;
  readonly onClose: () => void;
}

/** What a step of recovery changes on the screens. */
const REREADS = ['loans'] as const;

/** « Mise en demeure » (LC-81): the sum, the letter's number; the client is told at once. */
export function FormalNoticeDialog({
  loan,
  notice,
  onClose,
}: DialogOf & {
  notice: { readonly amountMinor: number; readonly instalments: number; readonly lastDay: string } | null;
}) {
  const t = useT();
  const format = useFormats();
  const form = useScreenForm({
    draft: `formal-notice:${loan.id}`,
    initial: { registeredNumber: '' },
    schema: formalNoticeInput,
    labels: { registeredNumber: t('admin-recovery.noticeForm.number') },
  });
  const { send, sending } = useFormAct(form, api.loanRecovery.formalNotice, {
    say: (done) => done('admin-recovery.noticeForm.done'),
    rereads: REREADS,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-recovery.noticeForm.title')}
      description={t('admin-recovery.noticeForm.lead')}
      size="small"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-recovery.noticeForm.submit')}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input })}
      onClose={onClose}
    >
      {notice ? (
        <DefinitionList
          look="ledger"
          items={[
            {
              term: t('admin-recovery.noticeForm.amount'),
              value: format.amount(notice.amountMinor, loan.currency),
              strong: true,
            },
            { term: t('admin-recovery.noticeForm.instalments'), value: notice.instalments },
            { term: t('admin-recovery.noticeForm.lastDay'), value: format.day(notice.lastDay) },
          ]}
        />
      ) : null}
      <TextField
        {...form.field('registeredNumber')}
        data-autofocus
        label={t('admin-recovery.noticeForm.number')}
        hint={t('admin-recovery.noticeForm.numberHint')}
        optionalText={t('common.optional')}
      />
    </FormDialog>
  );
}

type Call = (typeof api.loanRecovery)['provide'] & (typeof api.loanRecovery)['taxCosts'];

/** The route of each act. */
const CALLS: Readonly<Record<RecoveryAct, Call>> = {
  acceleration: api.loanRecovery.accelerate as Call,
  provision: api.loanRecovery.provide as Call,
  release: api.loanRecovery.provide as Call,
  'write-off': api.loanRecovery.writeOff as Call,
  'interest-forfeiture': api.loanRecovery.forfeitInterest as Call,
  'taxed-costs': api.loanRecovery.taxCosts as Call,
};

const kindOf = (act: RecoveryAct) => (act === 'provision' || act === 'release' ? { kind: act } : {});

/** An act of recovery with its reason, and its amount and document where it has them (LC-75, LC-82, LC-84, LC-85, LC-94); others approve it (FOUR-22). */
// Longer than 70 lines: it is one form, its sending and who must approve it.
export function ActDialog({ loan, act, hint, onClose }: DialogOf & { act: RecoveryAct; hint: string }) {
  const { t, locale } = useWords();
  const { currency } = loan;
  const hasAmount = ACTS_WITH_AMOUNT.includes(act);
  const hasDocument = ACTS_WITH_DOCUMENT.includes(act);
  const form = useScreenForm({
    draft: `recovery:${act}:${loan.id}`,
    initial: { reason: '', amount: '', document: '' },
    schema: recoveryActInput,
    currency,
    toInput: (typed) => ({
      reason: typed.reason,
      ...(hasAmount ? { amountMinor: typedAmount(typed.amount, currency, locale) } : {}),
      ...(hasDocument ? { document: typed.document } : {}),
    }),
    labels: {
      reason: t('admin-recovery.form.reason'),
      amount: t('admin-recovery.amount'),
      document: t('admin-recovery.document'),
    },
    controls: { amountMinor: 'amount' },
  });
  const { send, sending } = useFormAct(form, CALLS[act], {
    name: `loan-${act}:${loan.id}`,
    say: (done) => done('admin-recovery.form.done'),
    rereads: REREADS,
    onClose,
  });
  // What is typed changes nothing of who must approve it.
  const propose = useProposeWord(OPERATION_OF_RECOVERY_ACT[act], {
    id: loan.id,
    reason: '-',
    ...kindOf(act),
    ...(hasAmount ? { amountMinor: 1 } : {}),
    ...(hasDocument ? { document: '-' } : {}),
  });
  return (
    <FormDialog
      title={t(`admin-recovery.form.titles.${act}`)}
      description={t(`admin-recovery.form.effects.${act}`)}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t(`admin-recovery.form.submits.${act}`)}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...kindOf(act), ...input } as Parameters<Call>[0])}
      onClose={onClose}
    >
      <p>{hint}</p>
      {hasAmount ? (
        <AmountField
          {...form.field('amount')}
          data-autofocus
          label={t('admin-recovery.amount')}
          suffix={currencyOf(currency).symbol}
          required
        />
      ) : null}
      {hasDocument ? (
        <TextField
          {...form.field('document')}
          label={t('admin-recovery.document')}
          hint={t('admin-recovery.form.orderHint')}
          required
        />
      ) : null}
      <TextArea
        {...form.field('reason')}
        label={t('admin-recovery.form.reason')}
        rows={3}
        required
        data-autofocus={!hasAmount}
      />
    </FormDialog>
  );
}

/** Freezes a loan on a document (LC-92, LC-93). */
export function FreezeDialog({ loan, onClose }: DialogOf) {
  const t = useT();
  const today = useBankDay();
  const form = useScreenForm({
    draft: `freeze:${loan.id}`,
    initial: { kind: '', fromDay: '', document: '' },
    schema: freezeInput,
    labels: {
      kind: t('admin-recovery.freezeForm.kind'),
      fromDay: t('admin-recovery.freezeForm.fromDay'),
      document: t('admin-recovery.document'),
    },
  });
  const { send, sending } = useFormAct(form, api.loanRecovery.freeze, {
    say: (done) => done('admin-recovery.freezeForm.done'),
    rereads: REREADS,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-recovery.freezeForm.title')}
      description={t('admin-recovery.freezeForm.lead')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-recovery.freezeForm.submit')}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, action: 'freeze', ...input })}
      onClose={onClose}
    >
      <Select
        {...form.field('kind')}
        data-autofocus
        label={t('admin-recovery.freezeForm.kind')}
        placeholder={t('admin-recovery.freezeForm.choose')}
        options={STAFF_FREEZES.map((one) => ({ value: one, label: t(`admin-recovery.freezes.${one}`) }))}
        required
      />
      <DateField
        {...form.field('fromDay')}
        max={today}
        label={t('admin-recovery.freezeForm.fromDay')}
        hint={t('admin-recovery.freezeForm.fromDayHint')}
        required
      />
      <TextField
        {...form.field('document')}
        label={t('admin-recovery.document')}
        hint={t('admin-recovery.freezeForm.documentHint')}
        required
      />
    </FormDialog>
  );
}

/** Lifts a freeze. */
export function UnfreezeDialog({ loan, onClose }: DialogOf) {
  const t = useT();
  const form = useScreenForm({
    draft: `unfreeze:${loan.id}`,
    initial: { document: '' },
    schema: unfreezeInput,
    labels: { document: t('admin-recovery.freezeForm.why') },
  });
  const { send, sending } = useFormAct(form, api.loanRecovery.freeze, {
    say: (done) => done('admin-recovery.freezeForm.lifted'),
    rereads: REREADS,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-recovery.freezeForm.liftTitle')}
      description={t('admin-recovery.freezeForm.liftLead')}
      size="small"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-recovery.freezeForm.lift')}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onSend={({ document }) => send({ id: loan.id, action: 'unfreeze', document })}
      onClose={onClose}
    >
      <TextField
        {...form.field('document')}
        label={t('admin-recovery.freezeForm.why')}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

/** Records money received for a loan that was written off (LC-85). */
export function ReceiptDialog({ loan, leftMinor, onClose }: DialogOf & { leftMinor: number }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { currency } = loan;
  const form = useScreenForm({
    draft: `recovered:${loan.id}`,
    initial: { amount: '', document: '' },
    schema: recoveryInput,
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      document: typed.document,
    }),
    labels: { amount: t('admin-recovery.amount'), document: t('admin-recovery.document') },
    controls: { amountMinor: 'amount' },
    verdict: ({ amountMinor }) =>
      amountMinor > leftMinor
        ? [
            {
              field: 'amountMinor',
              message: 'validation.amount.maxOf',
              params: { maxMinor: leftMinor, currency },
            },
          ]
        : [],
  });
  const { send, sending } = useFormAct(form, api.loanRecovery.recover, {
    name: `loan-recovery:${loan.id}`,
    say: (done) => done('admin-recovery.receipt.done'),
    rereads: REREADS,
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-recovery.receipt.title')}
      description={t('admin-recovery.receipt.lead', { amount: format.amount(leftMinor, currency) })}
      size="small"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-recovery.receipt.submit')}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input })}
      onClose={onClose}
    >
      <AmountField
        {...form.field('amount')}
        data-autofocus
        label={t('admin-recovery.amount')}
        suffix={currencyOf(currency).symbol}
        required
      />
      <TextField {...form.field('document')} label={t('admin-recovery.document')} required />
    </FormDialog>
  );
}

/** Records that an incident, or its deletion, was declared to the FICP (LC-83). */
export function FicpDialog({ loan, action, onClose }: DialogOf & { action: 'declare' | 'delete' }) {
  const t = useT();
  const { send, sending } = useDialogAct(api.loanRecovery.declareFicp, {
    say: (done) => done('admin-recovery.ficp.done'),
    situation: 'admin.updateFailed',
    rereads: REREADS,
    onClose,
  });
  return (
    <ConfirmDialog
      title={t(`admin-recovery.ficp.${action}Title`)}
      description={t(`admin-recovery.ficp.${action}Lead`)}
      size="small"
      submit={t(`admin-recovery.ficp.${action}`)}
      submitting={t('admin-recovery.sending')}
      sending={sending}
      onConfirm={() => send({ id: loan.id, action })}
      onClose={onClose}
    >
      <p>{t('admin-recovery.ficp.outside')}</p>
    </ConfirmDialog>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DUE_DAYS } from '#domain/loans/first-period.ts';
import { api } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { query, refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';

/** « Changer de date » (LC-68): the new day of the month, and what it changes before it is sent. */
export function DueDayDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const showProblem = useProblemToast();
  const [day, setDay] = useState('');
  const { data, error, isPlaceholderData } = useQuery({
    ...query.loanRepayments.dueDayQuote.queryOptions({ input: { id: loan.id, day: Number(day) } }),
    enabled: day !== '',
    placeholderData: keepPreviousData,
  });
  const { send, sending } = useSubmission(api.loanRepayments.changeDueDay, {
    onSuccess: ({ quote }) => {
      void refresh(['loans']);
      toast({
        title: t('client-repayments.dueDay.done'),
        description: t('client-repayments.dueDay.doneText', { date: format.day(quote.firstDueDate) }),
      });
      onClose();
    },
    onProblem: (problem) => showProblem(problem),
  });
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const quote = day === '' ? undefined : data?.quote;
  const refusal = error && day !== '' ? asProblem(error) : null;
  return (
    <ConfirmDialog
      title={t('client-repayments.dueDay.title')}
      description={t('client-repayments.dueDay.lead')}
      submit={quote && !refusal ? t('client-repayments.dueDay.submit') : null}
      submitting={t('client-repayments.dueDay.sending')}
      // The figures of the day before are still shown while those of another day are read.
      isReady={!isPlaceholderData}
      sending={sending}
      onConfirm={() => send({ id: loan.id, day: Number(day) })}
      onClose={onClose}
    >
      <Select
        label={t('client-repayments.dueDay.day')}
        placeholder={t('client-repayments.dueDay.choose')}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        options={DUE_DAYS.map((one) => ({
          value: String(one),
          label:
            one === 31
              ? t('client-repayments.dueDay.lastDay')
              : t('client-repayments.dueDay.dayOf', { day: one }),
        }))}
        required
      />
      {refusal ? (
        <Notice tone="warning" title={t('client-repayments.dueDay.unread')}>
          {tKey(`errors.${refusal.code}.detail`, refusal.params)}
        </Notice>
      ) : null}
      {quote && !refusal ? (
        <DefinitionList
          look="ledger"
          items={[
            { term: t('client-repayments.dueDay.first'), value: format.day(quote.firstDueDate) },
            { term: t('client-repayments.dueDay.firstAmount'), value: amount(quote.firstInstalmentMinor) },
            { term: t('client-repayments.dueDay.extra'), value: amount(quote.intercalaryInterestMinor) },
            { term: t('client-repayments.dueDay.then'), value: amount(quote.instalmentMinor) },
            { term: t('client-repayments.dueDay.end'), value: format.day(quote.endsOn) },
          ]}
        />
      ) : null}
    </ConfirmDialog>
  );
}

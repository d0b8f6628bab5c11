import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { query, refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { LoanActs } from '../repayments/loan-acts.tsx';
import { PayInstalmentDialog } from './pay-instalment-dialog.tsx';
import { payWord } from './pay-word.ts';

type Position = NonNullable<Loan['position']>;

/** What is left to pay when no instalment is late. */
function whatIsLeft({ lateInterestMinor, indemnityMinor }: NonNullable<Position['arrears']>) {
  if (lateInterestMinor > 0) return 'client-loans.servicing.state.lateOnlyInterest';
  return indemnityMinor > 0
    ? 'client-loans.servicing.state.lateOnlyIndemnity'
    : 'client-loans.servicing.state.lateOnlyCosts';
}

/** What is late: how much, since when, what a day costs; and how to pay it. */
function Arrears({ loan, position, onPay }: { loan: Loan; position: Position; onPay: () => void }) {
  const { t } = useWords();
  const format = useFormats();
  const { arrears } = position;
  if (!arrears) return null;
  const amount = (minor: number) => format.amount(minor, loan.currency);
  return (
    <Notice
      tone="danger"
      title={
        arrears.instalments > 0
          ? t('client-loans.servicing.state.late', { count: arrears.instalments })
          : t(whatIsLeft(arrears))
      }
      actions={
        <Button tone="primary" onClick={onPay}>
          {payWord(t, arrears.instalments)}
        </Button>
      }
    >
      <p>
        <strong>{t('client-loans.servicing.state.owed', { amount: amount(arrears.totalMinor) })}</strong>{' '}
        {arrears.since ? t('client-loans.servicing.state.since', { date: format.day(arrears.since) }) : null}
      </p>
      <p>
        {arrears.lateInterestMinor > 0
          ? `${t('client-loans.servicing.state.interest', { amount: amount(arrears.lateInterestMinor) })} `
          : null}
        {arrears.perDayMinor > 0
          ? `${t('client-loans.servicing.state.perDay', { amount: amount(arrears.perDayMinor) })} `
          : null}
        {arrears.indemnityMinor > 0
          ? t('client-loans.servicing.state.indemnity', { amount: amount(arrears.indemnityMinor) })
          : null}
        {arrears.costsMinor > 0
          ? ` ${t('client-loans.servicing.state.costs', { amount: amount(arrears.costsMinor) })}`
          : null}
        {arrears.indemnityMinor + arrears.costsMinor > 0 ? null : t('client-loans.servicing.state.noFee')}
      </p>
    </Notice>
  );
}

/** What was paid in advance, and how to get it back (LC-71). */
function Advance({ loan, position }: { loan: Loan; position: Position }) {
  const { t } = useWords();
  const format = useFormats();
  const showProblem = useProblemToast();
  const { send, isSending } = useSubmission(api.loanServicing.returnAdvance, {
    onSuccess: ({ returnedMinor }) => {
      void refresh(['loans', 'account']);
      toast({
        title: t('client-loans.servicing.state.takenBack'),
        description: t('client-loans.servicing.state.takenBackText', {
          amount: format.amount(returnedMinor, loan.currency),
        }),
      });
    },
    onProblem: (problem) => showProblem(problem),
  });
  if (position.advanceMinor === 0) return null;
  return (
    <Notice
      tone="success"
      actions={
        <Button
          loading={isSending}
          loadingText={t('client-loans.servicing.state.takingBack')}
          onClick={() => send({ id: loan.id })}
        >
          {t('client-loans.servicing.state.takeBack')}
        </Button>
      }
    >
      {t('client-loans.servicing.state.advance', {
        amount: format.amount(position.advanceMinor, loan.currency),
      })}
    </Notice>
  );
}

/**
 * Where a loan in repayment stands, at the head of its page: what is late first, then the next instalment and the capital left, and what can be done
 *. Of a frozen loan nothing is asked, so it shows the capital alone.
 */
export function LoanServicing({ loan: known }: { loan: Loan }) {
  const { t } = useWords();
  const format = useFormats();
  const [isPaying, setPaying] = useState(false);
  const asked = useQuery(query.loans.show.queryOptions({ input: { id: known.id } }));
  const loan = asked.data?.loan ?? known;
  const { position } = loan;
  if (!position) return asked.isPending ? <SkeletonList label={t('common.loading')} rows={2} /> : null;
  const { next, arrears } = position;
  const isFrozen = loan.freeze !== null;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <div className="stack">
      {isFrozen ? null : <Arrears loan={loan} position={position} onPay={() => setPaying(true)} />}
      <div className="figure-row">
        {next && !isFrozen ? (
          <Figure
            label={t('client-loans.servicing.state.next')}
            note={t('client-loans.details.nextOn', { date: format.day(next.dueDate) })}
          >
            {amount(next.amountMinor)}
          </Figure>
        ) : null}
        <Figure
          label={t('client-loans.servicing.state.left')}
          note={t('client-loans.servicing.state.repaid', {
            amount: format.amount(loan.amountMinor - position.capitalLeftMinor, loan.currency),
          })}
        >
          {amount(position.capitalLeftMinor)}
        </Figure>
      </div>
      {isFrozen ? null : <Advance loan={loan} position={position} />}
      <LoanActs loan={loan}>
        {arrears || isFrozen ? null : <Button onClick={() => setPaying(true)}>{payWord(t)}</Button>}
      </LoanActs>
      {isPaying ? (
        <PayInstalmentDialog loan={loan} position={position} onClose={() => setPaying(false)} />
      ) : null}
    </div>
  );
}

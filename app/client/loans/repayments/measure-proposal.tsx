import { useState } from 'react';
import type * as z from 'zod/mini';
import type { difficultiesOutput } from '#contract/loan-repayments.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { institution } from '../../../page/institution.ts';
import { CreditWarning } from '../../../page/legal-notices.tsx';
import { Disclosure } from '../../../ui/accordion.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { DownloadButton } from '../../frame/download-button.tsx';

type Proposal = NonNullable<z.infer<typeof difficultiesOutput>['proposal']>;

/** What a measure is, in a sentence. */
function useMeasureWords(loan: Loan) {
  const t = useT();
  const format = useFormats();
  return ({ measure }: Proposal) =>
    t(`client-repayments.measure.kinds.${measure.kind}`, {
      months: format.months(measure.months ?? 0),
      amount: format.amount(measure.amountMinor ?? 0, loan.currency),
      rate: format.rate(measure.annualRateBps ?? 0),
    });
}

/** Accepts or declines, with a dialog of its own for each. */
function useDecision(loan: Loan, proposal: Proposal) {
  const t = useT();
  const showProblem = useProblemToast();
  const [asked, setAsked] = useState<'accept' | 'decline' | null>(null);
  const close = () => setAsked(null);
  const done = (what: 'accepted' | 'declined') => {
    void refresh(['loans']);
    toast({
      title: t(`client-repayments.measure.${what}`),
      description: t(`client-repayments.measure.${what}Text`),
    });
    close();
  };
  const onProblem = (problem: Parameters<typeof showProblem>[0]) => {
    void refresh(['loans']);
    showProblem(problem);
    close();
  };
  const accept = useSubmission(api.loanRepayments.acceptMeasure, {
    onSuccess: () => done('accepted'),
    onProblem,
  });
  const decline = useSubmission(api.loanRepayments.declineMeasure, {
    onSuccess: () => done('declined'),
    onProblem,
  });
  const of = { id: loan.id, measureId: proposal.measure.id };
  return {
    asked,
    ask: setAsked,
    close,
    accepting: accept.sending,
    declining: decline.sending,
    accept: () =>
      accept.send({
        ...of,
        seenExtraInterestMinor: proposal.effect.extraInterestMinor,
        seenEnd: proposal.effect.after.endsOn,
      }),
    decline: () => decline.send(of),
  };
}

/** The new calendar, with the postponed interest in its own column (LC-88). */
function Calendar({ loan, proposal }: { loan: Loan; proposal: Proposal }) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <Disclosure title={t('client-repayments.measure.calendar')}>
      <Table
        caption={t('client-repayments.measure.calendar')}
        stack={false}
        rows={proposal.effect.rows}
        rowKey={(row) => row.number}
        columns={[
          {
            key: 'number',
            header: t('client-repayments.measure.number'),
            cell: (row) => row.number,
            rowHeader: true,
          },
          {
            key: 'due',
            header: t('client-repayments.measure.due'),
            cell: (row) => format.shortDay(row.dueDate),
          },
          {
            key: 'instalment',
            header: t('client-repayments.measure.instalment'),
            cell: (row) => amount(row.instalmentMinor),
            numeric: true,
          },
          {
            key: 'interest',
            header: t('client-repayments.measure.interest'),
            cell: (row) => amount(row.interestMinor),
            numeric: true,
          },
          {
            key: 'deferred',
            header: t('client-repayments.measure.deferred'),
            cell: (row) => amount(row.deferredInterestMinor),
            numeric: true,
          },
          {
            key: 'principal',
            header: t('client-repayments.measure.principal'),
            cell: (row) => amount(row.principalMinor),
            numeric: true,
          },
          {
            key: 'left',
            header: t('client-repayments.measure.left'),
            cell: (row) => amount(row.remainingMinor),
            numeric: true,
          },
        ]}
      />
    </Disclosure>
  );
}

function DecisionDialogs({ decision, words }: { decision: ReturnType<typeof useDecision>; words: string }) {
  const t = useT();
  return (
    <>
      {decision.asked === 'accept' ? (
        <ConfirmDialog
          title={t('client-repayments.measure.acceptTitle')}
          description={`${words}. ${t('client-repayments.measure.acceptText')}`}
          submit={t('client-repayments.measure.accept')}
          submitting={t('client-repayments.measure.accepting')}
          sending={decision.accepting}
          onConfirm={decision.accept}
          onClose={decision.close}
        />
      ) : null}
      {decision.asked === 'decline' ? (
        <ConfirmDialog
          title={t('client-repayments.measure.declineTitle')}
          description={t('client-repayments.measure.declineText')}
          submit={t('client-repayments.measure.decline')}
          submitting={t('client-repayments.measure.accepting')}
          sending={decision.declining}
          onConfirm={decision.decline}
          onClose={decision.close}
        />
      ) : null}
    </>
  );
}

/** How to complain, and the mediator (R312-14-1). */
function Complaints() {
  const t = useT();
  return (
    <p className="section-note">
      {t('client-repayments.measure.complain', {
        email: institution.customerServiceEmail,
        mediator: institution.mediator.name,
      })}
    </p>
  );
}

/** A measure that waits for the client: what it is, what it costs, its calendar, how to complain, and the two answers (LC-87). */
export function MeasureProposal({ loan, proposal }: { loan: Loan; proposal: Proposal }) {
  const t = useT();
  const format = useFormats();
  const decision = useDecision(loan, proposal);
  const words = useMeasureWords(loan)(proposal);
  const { measure, effect } = proposal;
  const { before, after, extraInterestMinor } = effect;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const change = (one: string, other: string) => `${one} → ${other}`;
  return (
    <Card
      title={t('client-repayments.measure.title')}
      footer={t('client-repayments.measure.until', { date: format.day(measure.openUntil) })}
    >
      <div className="stack">
        <p>
          <strong>{words}</strong>
        </p>
        <Figure
          label={t(
            extraInterestMinor < 0 ? 'client-repayments.measure.less' : 'client-repayments.measure.extra',
          )}
          size="large"
        >
          {amount(Math.abs(extraInterestMinor))}
        </Figure>
        <DefinitionList
          look="ledger"
          items={[
            {
              term: t('client-repayments.repay.instalment'),
              value: change(
                format.amount(before.instalmentMinor, loan.currency),
                format.amount(after.instalmentMinor, loan.currency),
              ),
            },
            {
              term: t('client-repayments.repay.left'),
              value: change(String(before.instalmentsLeft), String(after.instalmentsLeft)),
            },
            {
              term: t('client-repayments.repay.end'),
              value: change(format.shortDay(before.endsOn), format.shortDay(after.endsOn)),
            },
          ]}
        />
        <Calendar loan={loan} proposal={proposal} />
        <CreditWarning loud />
        <div className="loan-manage">
          <Button tone="primary" onClick={() => decision.ask('accept')}>
            {t('client-repayments.measure.accept')}
          </Button>
          <Button onClick={() => decision.ask('decline')}>{t('client-repayments.measure.decline')}</Button>
          <DownloadButton
            path={`/api/loans/${loan.id}/measures/${measure.id}/information.pdf`}
            size="regular"
          >
            {t('client-repayments.measure.pdf')}
          </DownloadButton>
        </div>
        <Complaints />
      </div>
      <DecisionDialogs decision={decision} words={words} />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { difficultiesOutput } from '#contract/loan-repayments.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { ReadFailed } from '../../desk/read-failed.tsx';
import { approvalProps } from '../../tasks/awaited-approval.tsx';
import type { ReviewedLoan } from '../loan-words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { MeasureDialog } from './measure-dialog.tsx';

type Answer = z.infer<typeof difficultiesOutput>;
type Measure = Answer['measures'][number];

const looks: Record<Measure['state'], StatusKind> = {
  proposed: 'waiting',
  accepted: 'done',
  declined: 'refused',
  replaced: 'idle',
};

/** One measure in a line: what it is, when it was proposed, how it stands. */
function MeasureLine({ measure, loan }: { measure: Measure; loan: ReviewedLoan }) {
  const t = useT();
  const format = useFormats();
  return (
    <li className="desk-line">
      {t(`admin-measures.kindsOf.${measure.kind}`, {
        months: format.months(measure.months ?? 0),
        amount: format.amount(measure.amountMinor ?? 0, loan.currency),
        rate: format.rate(measure.annualRateBps ?? 0),
      })}
      {measure.kind !== 'rate-cut' && measure.annualRateBps !== null
        ? `, ${t('admin-measures.kindsOf.rate-cut', { rate: format.rate(measure.annualRateBps) })}`
        : null}
      {measure.rateMonths === null
        ? null
        : ` ${t('admin-measures.forMonths', { months: format.months(measure.rateMonths) })}`}
      {', '}
      {format.shortDay(measure.proposedAt)}{' '}
      <StatusBadge kind={looks[measure.state]}>{t(`admin-measures.states.${measure.state}`)}</StatusBadge>
    </li>
  );
}

/** Since when a measure of the loan waits for the approval of others (FOUR-10); read with its recovery, beside which this stands. */
function useWaitingMeasure({ id, paidOutAt }: ReviewedLoan): string | null {
  const may = useMay();
  const { data } = useQuery({
    ...query.loanRecovery.review.queryOptions({ input: { id } }),
    enabled: may('loanRecovery.review') && paidOutAt !== null,
  });
  const waiting = data?.recovery.waiting.find(({ operation }) =>
    operation.startsWith('loanRepayments.measure'),
  );
  return waiting?.since ?? null;
}

function ProposeMeasure({ loan, onOpen }: { loan: ReviewedLoan; onOpen: () => void }) {
  const t = useT();
  const may = useMay();
  const approvalSince = useWaitingMeasure(loan);
  if (!may('loanRepayments.measure.propose')) return null;
  return (
    <Button size="dense" onClick={onOpen} {...approvalProps(approvalSince, t('admin.approval.waits'))}>
      {t('admin-measures.propose')}
    </Button>
  );
}

/** A loan's difficulties and measures, and what the staff may answer (LC-86, LC-87). */
export function LoanMeasures({ loan }: { loan: ReviewedLoan }) {
  const t = useT();
  const format = useFormats();
  const may = useMay();
  const [opened, setOpened] = useState<'measure' | 'answer' | null>(null);
  const read = useQuery({
    ...query.loanRepayments.review.queryOptions({ input: { id: loan.id } }),
    enabled: may('loanRepayments.review') && loan.paidOutAt !== null,
  });
  const { data } = read;
  if (!data) return <ReadFailed read={read} />;
  const [last] = data.difficulties;
  const waiting = last && !last.answeredAt ? last : null;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-measures.title')}</h3>
      {last ? (
        <>
          <p className="cell-note">
            {last.answeredAt
              ? t('admin-measures.answered', { date: format.day(last.answeredAt) })
              : t('admin-measures.told', {
                  date: format.day(last.toldAt),
                  due: format.day(last.answerDueOn),
                })}
          </p>
          <DefinitionList
            look="ledger"
            items={[
              { term: t('admin-measures.queue.change'), value: t(`admin-measures.changes.${last.change}`) },
              { term: t('admin-measures.since'), value: format.day(last.since) },
              {
                term: t('admin-measures.monthly'),
                value: <Amount minor={last.monthlyMinor} currency={loan.currency} />,
              },
            ]}
          />
          {last.answerNote ? <p>{last.answerNote}</p> : null}
        </>
      ) : null}
      {data.measures.length > 0 ? (
        <ul className="desk-lines" aria-label={t('admin-measures.history')}>
          {data.measures.map((measure) => (
            <MeasureLine key={measure.id} measure={measure} loan={loan} />
          ))}
        </ul>
      ) : null}
      {last || data.measures.length > 0 ? null : <p className="cell-note">{t('admin-measures.none')}</p>}
      {loan.phase === 'active' ? (
        <div className="desk-buttons">
          {!loan.freeze || loan.freeze === 'overindebtedness' ? (
            <ProposeMeasure loan={loan} onOpen={() => setOpened('measure')} />
          ) : null}
          {waiting && may('loanRepayments.answer') ? (
            <Button size="dense" tone="quiet" onClick={() => setOpened('answer')}>
              {t('admin-measures.answer')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {opened === 'measure' ? <MeasureDialog loan={loan} onClose={() => setOpened(null)} /> : null}
      {opened === 'answer' && waiting ? (
        <AnswerDialog loanId={loan.id} difficultyId={waiting.id} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  );
}

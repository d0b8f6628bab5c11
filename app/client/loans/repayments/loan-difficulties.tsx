import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../../api/queries.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { LoanReadFailed } from '../loan-read-failed.tsx';

const MeasureProposal = lazy(() =>
  import('../rare-parts.ts').then((file) => ({ default: file.MeasureProposal })),
);

/** How the client's last request for help stands, and the measure that waits for their agreement. */
export function LoanDifficulties({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormats();
  const asked = useQuery(query.loanRepayments.difficulties.queryOptions({ input: { id: loan.id } }));
  const { data } = asked;
  const [last] = data?.difficulties ?? [];
  // A measure waits for an answer by a day: that it may be here is not kept quiet.
  if (asked.isError && !data) return <LoanReadFailed asked={asked} headingLevel="h2" />;
  return (
    <>
      {data?.proposal ? (
        <Suspense>
          <MeasureProposal loan={loan} proposal={data.proposal} />
        </Suspense>
      ) : null}
      {last && !last.answeredAt ? (
        <Notice title={t('client-repayments.difficulty.title')}>
          {t('client-repayments.difficulty.waiting', {
            told: format.day(last.toldAt),
            due: format.day(last.answerDueOn),
          })}
        </Notice>
      ) : null}
      {last?.answeredAt && last.answer === 'none' ? (
        <Notice title={t('client-repayments.difficulty.answeredNone', { date: format.day(last.answeredAt) })}>
          <p>{last.answerNote}</p>
          <p>{t('client-repayments.difficulty.advice')}</p>
        </Notice>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { useT } from '../../../i18n/t.ts';
import { Card } from '../../../ui/card.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DownloadButton } from '../../frame/download-button.tsx';
import './repayments.css';

/** Every paper of a loan that was paid out, free at any time (LC-67, LC-105, LC-106); the certificate of one repaid stands at the head of its page. */
export function LoanPapers({ loan }: { loan: Loan }) {
  const t = useT();
  const { data } = useQuery(query.loanPapers.letters.queryOptions({ input: { id: loan.id } }));
  const path = `/api/loans/${loan.id}`;
  const isRunning = loan.phase === 'active' || loan.phase === 'accelerated';
  return (
    <Card title={t('client-repayments.papers.title')}>
      <div className="loan-papers">
        <DownloadButton path={`${path}/schedule.pdf`} isTranslated>
          {t('client-repayments.papers.schedule')}
        </DownloadButton>
        <DownloadButton path={`${path}/schedule.csv`} isTranslated>
          {t('client-repayments.papers.scheduleFile')}
        </DownloadButton>
        <DownloadButton path={`${path}/statement.pdf`} isTranslated>
          {t('client-repayments.papers.statement')}
        </DownloadButton>
        {isRunning ? (
          <DownloadButton path={`${path}/certificate.pdf`} isTranslated>
            {t('client-repayments.papers.certificate')}
          </DownloadButton>
        ) : null}
        {data?.letters.map(({ year }) => (
          <DownloadButton key={year} path={`${path}/letters/${year}.pdf`}>
            {t('client-repayments.papers.letter', { year })}
          </DownloadButton>
        ))}
      </div>
    </Card>
  );
}

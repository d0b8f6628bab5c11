import ChevronRight from 'lucide-react/icons/chevron-right';
import { useSearch } from 'wouter';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { lends } from '../../page/institution.ts';
import { LoanSentences } from '../../page/legal-notices.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CalendarDrawing } from '../../ui/drawings/calendar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Loan, Overview } from '../accounts/overview.ts';
import { loanHref, openDialog } from '../frame/sections.ts';
import { LoanDetails } from './loan-details.tsx';
import { LoanStatusBadge, LoanSubLine } from './loan-status.tsx';

/** One request, as a link to its details. */
function LoanRow({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormats();
  const instalment = format.amount(loan.instalmentMinor, loan.currency);
  const months = format.months(loan.durationMonths);
  return (
    <li>
      <a className="request" href={loanHref(loan.id)}>
        <div className="request-text">
          <p className="request-title">{loan.purpose}</p>
          <p className="request-note tabular">
            {t('client-loans.asked', { date: format.day(loan.createdAt) })}
            {' · '}
            {/* A lender fixes its own price (LC-6). */}
            {loan.intermediation ? months : t('client-loans.summary', { months, instalment })}
          </p>
        </div>
        <div className="request-state">
          <Amount minor={loan.amountMinor} currency={loan.currency} align="end" />
          <LoanStatusBadge status={loan.status} />
          <LoanSubLine loan={loan} />
        </div>
        <ChevronRight className="request-chevron" aria-hidden="true" />
      </a>
    </li>
  );
}

export function LoanRows({ loans }: { loans: readonly Loan[] }) {
  return (
    <ul className="requests">
      {loans.map((loan) => (
        <LoanRow key={loan.id} loan={loan} />
      ))}
    </ul>
  );
}

/** The client's loans, or the one in the address. */
export function LoansSection({ overview }: { overview: Overview }) {
  const t = useT();
  const asked = new URLSearchParams(useSearch()).get('loan');
  if (asked) return <LoanDetails key={asked} id={asked} known={overview.loans} />;
  return (
    <div className="stack" data-gap="5">
      <Card flush>
        {overview.loans.length > 0 ? (
          <LoanRows loans={overview.loans} />
        ) : (
          <EmptyState
            drawing={<CalendarDrawing />}
            title={t('client-loans.empty')}
            headingLevel="h2"
            // The primary button of the screen is in its head.
            action={<Button onClick={() => openDialog('loan')}>{t('client.askLoan')}</Button>}
          >
            {t(lends ? 'client-loans.emptyText' : 'client-loans.emptyTextElsewhere')}
          </EmptyState>
        )}
      </Card>
      <LoanSentences />
    </div>
  );
}

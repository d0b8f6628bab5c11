import type { LoanAction } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import { api } from '../../api/client.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useDecisions } from '../desk/decision.ts';
import { openNextAfterDecision } from '../desk/place-in-list.tsx';
import type { ReviewedLoan } from './loan-words.ts';

interface LoanDecision {
  readonly action: LoanAction;
  readonly reasonCode?: RejectionReason;
  readonly reasonNote?: string;
}

type Answer = Awaited<ReturnType<typeof api.loans.decide>>;

/** The decisions of the list of loan requests. */
export function useLoanDecisions(opened: string | null) {
  const t = useT();
  const { amount } = useFormats();
  return useDecisions<ReviewedLoan, LoanDecision, Answer>({
    call: api.loans.decide,
    rereads: ['loans', 'account', 'clients'],
    onDecided: ({ loan, balanceMinor, currency }, done) => {
      if (loan.status === 'approved')
        done(
          'admin-loans.approved',
          t('admin-loans.newBalance', { balance: amount(balanceMinor, currency) }),
        );
      else
        done(
          'admin.statusUpdated',
          t(`admin-loans.decided.${loan.status}`, { name: loan.client.displayName }),
        );
    },
    situationOf: ({ action }) => (action === 'approve' ? 'admin-loans.payoutFailed' : 'admin.updateFailed'),
    // What is taken in hand is still to be decided.
    onLeft: (id, { action }) => {
      if (id === opened && action !== 'process') openNextAfterDecision();
    },
    overtakenCode: 'loan.already-decided',
  });
}

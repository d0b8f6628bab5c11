import type { LoanAction } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { type Sending, useSubmission } from '../../api/submission.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useAnnounce } from '../desk/announce.ts';
import { useDeciding } from '../desk/deciding.ts';
import type { ReviewedLoan } from './loan-words.ts';

export interface LoanDecision {
  readonly action: LoanAction;
  readonly reasonCode?: RejectionReason;
  readonly reasonNote?: string;
}

/** Sends a decision, says what came of it, and reads the lists again; also when a colleague was faster. */
export function useLoanDecision(onEnd: () => void = () => undefined): {
  /** `row` is the request as it was shown when the decision was asked for: of what a colleague decided meanwhile it is not. */
  decide: (row: ReviewedLoan, decision: LoanDecision) => void;
  /** The request that is being decided, until the lists show it. */
  deciding: string | null;
  sending: Sending;
} {
  const t = useT();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const { deciding, begin, end } = useDeciding();
  const reread = () => refresh(['loans', 'account', 'clients']);
  const { send, sending } = useSubmission(api.loans.decide, {
    onSuccess: ({ loan, balanceMinor, currency }) => {
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
      end(loan.id, reread());
      onEnd();
    },
    onProblem: (problem, { id, action }) => {
      failed(problem, action === 'approve' ? 'admin-loans.payoutFailed' : 'admin.updateFailed');
      if (!problem.isFinal || problem.code === 'request.invalid') return end(id);
      // Decided or deleted by someone else meanwhile: what is shown is out of date.
      end(id, reread());
      if (problem.code === 'loan.already-decided' || problem.status === 404) onEnd();
    },
  });
  return {
    decide: ({ id, status }, decision) => {
      begin(id);
      send({ ...decision, id, seenStatus: status });
    },
    deciding,
    sending,
  };
}

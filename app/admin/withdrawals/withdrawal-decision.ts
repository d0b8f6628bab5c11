import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import type { WITHDRAWAL_DECISIONS } from '#domain/withdrawals/status.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { type Sending, useSubmission } from '../../api/submission.ts';
import { useT } from '../../i18n/t.ts';
import { useAnnounce } from '../desk/announce.ts';
import { useDeciding } from '../desk/deciding.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

export type WithdrawalDecisionAction = (typeof WITHDRAWAL_DECISIONS)[number];

export interface WithdrawalDecision {
  readonly action: WithdrawalDecisionAction;
  readonly reasonCode?: WithdrawalReason;
  readonly reasonNote?: string;
}

/** Sends a decision, says what came of it, and reads the lists again; also when a colleague was faster. */
export function useWithdrawalDecision(onEnd: () => void = () => undefined): {
  /** `row` is the request as it was shown when the decision was asked for: of what a colleague decided meanwhile it is not. */
  decide: (row: ReviewedWithdrawal, decision: WithdrawalDecision) => void;
  /** The request that is being decided, until the lists show it. */
  deciding: string | null;
  sending: Sending;
} {
  const t = useT();
  const { done, failed } = useAnnounce();
  const { deciding, begin, end } = useDeciding();
  const reread = () => refresh(['withdrawals', 'account', 'clients']);
  const { send, sending } = useSubmission(api.withdrawals.decide, {
    onSuccess: ({ withdrawal }) => {
      done(
        'admin.statusUpdated',
        t(`admin-withdrawals.decided.${withdrawal.status}`, { name: withdrawal.client.displayName }),
      );
      end(withdrawal.id, reread());
      onEnd();
    },
    onProblem: (problem, { id, action }) => {
      failed(problem, action === 'complete' ? 'admin-withdrawals.debitFailed' : 'admin.updateFailed');
      if (!problem.isFinal || problem.code === 'request.invalid') return end(id);
      // Decided or deleted by someone else meanwhile: what is shown is out of date.
      end(id, reread());
      if (problem.code === 'withdrawal.already-decided' || problem.status === 404) onEnd();
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

import type { RefusalReason } from '#domain/withdrawals/request.ts';
import type { WITHDRAWAL_DECISIONS } from '#domain/withdrawals/status.ts';
import { api } from '../../api/client.ts';
import { useT } from '../../i18n/t.ts';
import { useDecisions } from '../desk/decision.ts';
import { openNextAfterDecision } from '../desk/place-in-list.tsx';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

export type WithdrawalDecisionAction = (typeof WITHDRAWAL_DECISIONS)[number];

interface WithdrawalDecision {
  readonly action: WithdrawalDecisionAction;
  readonly reasonCode?: RefusalReason;
  readonly reasonNote?: string;
}

type Answer = Awaited<ReturnType<typeof api.withdrawals.decide>>;

/** The decisions of the list of withdrawals. */
export function useWithdrawalDecisions(opened: string | null) {
  const t = useT();
  return useDecisions<ReviewedWithdrawal, WithdrawalDecision, Answer>({
    call: api.withdrawals.decide,
    rereads: ['withdrawals', 'account', 'clients'],
    onDecided: ({ withdrawal }, done) =>
      done(
        'admin.statusUpdated',
        t(`admin-withdrawals.decided.${withdrawal.status}`, { name: withdrawal.client.displayName }),
      ),
    situationOf: ({ action }) =>
      action === 'complete' ? 'admin-withdrawals.debitFailed' : 'admin.updateFailed',
    // What is taken in hand is still to be decided.
    onLeft: (id, { action }) => {
      if (id === opened && action !== 'process') openNextAfterDecision();
    },
    overtakenCode: 'withdrawal.already-decided',
  });
}

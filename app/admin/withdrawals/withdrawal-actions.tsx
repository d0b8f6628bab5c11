import Check from 'lucide-react/icons/check';
import { actionsFrom } from '#domain/withdrawals/status.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { useProposeWord, useRowProposeWord } from '../proposals/approval-needed.ts';
import type { WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { type ReviewedWithdrawal, validationCommandOf } from './withdrawal-words.ts';

/** Valider, En cours, Rejeter, Exécuter, as the state allows: a withdrawal in an exported file will be paid and cannot be rejected. */
// Longer than 70 lines: it is four buttons, each with when it can be pressed.
export function WithdrawalActions({
  withdrawal,
  place,
  isBusy,
  onAct,
}: {
  withdrawal: ReviewedWithdrawal;
  place: 'list' | 'detail';
  isBusy: boolean;
  onAct: (action: WithdrawalDecisionAction) => void;
}) {
  const t = useT();
  const may = useMay();
  const actions = actionsFrom(withdrawal.status, 'staff').filter(
    (action) => action !== 'cancel' && may(`withdrawals.decide.${action}`),
  );
  // A list does not ask for each of its rows.
  const isAsked = actions.includes('approve') && withdrawal.approvalSince === null;
  const { operation, input } = validationCommandOf(withdrawal);
  const inDetail = useProposeWord(operation, isAsked && place === 'detail' ? input : null);
  const inRow = useRowProposeWord(operation, isAsked && place === 'list' ? withdrawal.amountEurMinor : null);
  const propose = inDetail ?? inRow;
  if (actions.length === 0) return null;
  const name = withdrawal.client.displayName;
  const buttonFor = (action: WithdrawalDecisionAction) => ({
    size: 'dense' as const,
    'data-act': action,
    // These two are sent without a question.
    'data-at-once': action === 'approve' || action === 'process' || undefined,
    'aria-label': place === 'list' ? t(`admin-withdrawals.actionOf.${action}`, { name }) : undefined,
    // A transfer that waits for a second approval is approved in the list of proposals; the button only says that it waits.
    onClick: () => {
      if (action !== 'approve' || withdrawal.approvalSince === null) onAct(action);
    },
  });
  const mainTone = place === 'detail' ? 'primary' : 'secondary';
  return (
    <RowActions>
      {actions.includes('approve') ? (
        <Button
          {...buttonFor('approve')}
          {...(inRow ? { 'aria-label': t('admin-proposals.proposeFor', { act: inRow, name }) } : {})}
          aria-disabled={withdrawal.approvalSince !== null || undefined}
          title={withdrawal.approvalSince === null ? undefined : t('admin.approval.waits')}
          tone={mainTone}
          icon={<Check aria-hidden="true" />}
          loading={isBusy}
          data-shortcut="a"
        >
          {propose ?? t('admin-withdrawals.action.approve')}
        </Button>
      ) : null}
      {actions.includes('complete') && withdrawal.ibanValid ? (
        <Button
          {...buttonFor('complete')}
          tone={mainTone}
          icon={<Check aria-hidden="true" />}
          loading={isBusy}
          data-shortcut="a"
        >
          {t('admin-withdrawals.action.complete')}
        </Button>
      ) : null}
      {actions.includes('process') ? (
        <Button {...buttonFor('process')} tone="quiet" aria-disabled={isBusy || undefined}>
          {t('admin-withdrawals.action.process')}
        </Button>
      ) : null}
      {actions.includes('reject') && withdrawal.batch?.status !== 'exported' ? (
        <Button
          {...buttonFor('reject')}
          tone="danger-quiet"
          aria-disabled={isBusy || undefined}
          data-shortcut="r"
        >
          {t('admin-withdrawals.action.reject')}
        </Button>
      ) : null}
    </RowActions>
  );
}

import Check from 'lucide-react/icons/check';
import { actionsFrom } from '#domain/withdrawals/status.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import type { WithdrawalDecisionAction } from './withdrawal-decision.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

/** Valider, En cours, Rejeter, Exécuter, as the state allows: a withdrawal in an exported file will be paid and cannot be rejected. */
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
  if (actions.length === 0) return null;
  const name = withdrawal.client.displayName;
  const press = (action: WithdrawalDecisionAction) => ({
    size: 'dense' as const,
    'aria-label': place === 'list' ? t(`admin-withdrawals.actionOf.${action}`, { name }) : undefined,
    onClick: () => onAct(action),
  });
  const mainTone = place === 'detail' ? 'primary' : 'secondary';
  return (
    <RowActions>
      {actions.includes('approve') ? (
        <Button
          {...press('approve')}
          tone={mainTone}
          icon={<Check aria-hidden="true" />}
          loading={isBusy}
          data-shortcut="a"
        >
          {t('admin-withdrawals.action.approve')}
        </Button>
      ) : null}
      {actions.includes('complete') && withdrawal.ibanValid ? (
        <Button
          {...press('complete')}
          tone={mainTone}
          icon={<Check aria-hidden="true" />}
          loading={isBusy}
          data-shortcut="a"
        >
          {t('admin-withdrawals.action.complete')}
        </Button>
      ) : null}
      {actions.includes('process') ? (
        <Button {...press('process')} tone="quiet" aria-disabled={isBusy || undefined}>
          {t('admin-withdrawals.action.process')}
        </Button>
      ) : null}
      {actions.includes('reject') && withdrawal.batch?.status !== 'exported' ? (
        <Button
          {...press('reject')}
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

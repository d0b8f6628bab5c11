import Check from 'lucide-react/icons/check';
import { actionsFrom, INITIAL_LOAN_PHASE, type LoanAction, type LoanPhase } from '#domain/loans/phases.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../desk/row-actions.tsx';

/**
 * Approuver, En cours, Rejeter. A list shows them only while the request is pending (docs/rules.md, Fees); the detail also while it is in
 * process, otherwise it could not be decided.
 */
export function LoanActions({
  phase,
  name,
  place,
  isBusy,
  approvalSince,
  onAct,
}: {
  phase: LoanPhase;
  /** The client's name: tells the buttons of a list apart. */
  name: string;
  place: 'list' | 'detail';
  isBusy: boolean;
  /** Since when the approval of others is awaited; null when it is not. */
  approvalSince: string | null;
  onAct: (action: LoanAction) => void;
}) {
  const t = useT();
  const may = useMay();
  const possible = place === 'list' && phase !== INITIAL_LOAN_PHASE ? [] : actionsFrom(phase);
  const actions = possible.filter((action) => may(`loans.decide.${action}`));
  if (actions.length === 0) return null;
  return (
    <RowActions>
      {actions.includes('approve') ? (
        <Button
          size="dense"
          tone={place === 'detail' ? 'primary' : 'secondary'}
          icon={<Check aria-hidden="true" />}
          loading={isBusy}
          data-shortcut="a"
          data-act="approve"
          aria-label={place === 'list' ? t('admin-loans.approveOf', { name }) : undefined}
          aria-disabled={approvalSince !== null || undefined}
          title={approvalSince === null ? undefined : t('admin.approval.waits')}
          onClick={() => {
            if (approvalSince === null) onAct('approve');
          }}
        >
          {t('admin-loans.approve')}
        </Button>
      ) : null}
      {actions.includes('process') ? (
        <Button
          size="dense"
          tone="quiet"
          data-act="process"
          data-at-once
          aria-disabled={isBusy || undefined}
          aria-label={place === 'list' ? t('admin-loans.processOf', { name }) : undefined}
          onClick={() => onAct('process')}
        >
          {t('admin-loans.process')}
        </Button>
      ) : null}
      {actions.includes('reject') ? (
        <Button
          size="dense"
          tone="danger-quiet"
          aria-disabled={isBusy || undefined}
          data-shortcut="r"
          data-act="reject"
          aria-label={place === 'list' ? t('admin-loans.rejectOf', { name }) : undefined}
          onClick={() => onAct('reject')}
        >
          {t('admin-loans.reject')}
        </Button>
      ) : null}
    </RowActions>
  );
}

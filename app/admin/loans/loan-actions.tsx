import Check from 'lucide-react/icons/check';
import { actionsFrom, INITIAL_LOAN_PHASE, type LoanAction } from '#domain/loans/phases.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { useProposeWord, useRowProposeWord } from '../proposals/approval-needed.ts';
import { approvalCommandOf, type ReviewedLoan } from './loan-words.ts';

/**
 * Approuver, En cours, Rejeter. A list shows them only while the request is pending (docs/rules.md, Fees); the detail also while it is in
 * process, otherwise it could not be decided.
 */
// Longer than 70 lines: it is three buttons, each with when it can be pressed.
export function LoanActions({
  loan,
  place,
  isBusy,
  onAct,
}: {
  loan: ReviewedLoan;
  place: 'list' | 'detail';
  isBusy: boolean;
  onAct: (action: LoanAction) => void;
}) {
  const t = useT();
  const may = useMay();
  const { phase, approvalSince } = loan;
  // Tells the buttons of a list apart.
  const name = loan.client.displayName;
  const possible = place === 'list' && phase !== INITIAL_LOAN_PHASE ? [] : actionsFrom(phase);
  const actions = possible.filter((action) => may(`loans.decide.${action}`));
  // A list does not ask for each of its rows.
  const isAsked = actions.includes('approve') && approvalSince === null;
  const { operation, input } = approvalCommandOf(loan);
  const inDetail = useProposeWord(operation, isAsked && place === 'detail' ? input : null);
  const inRow = useRowProposeWord(operation, isAsked && place === 'list' ? loan.amountEurMinor : null);
  const propose = inDetail ?? inRow;
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
          aria-label={
            inRow
              ? t('admin-proposals.proposeFor', { act: inRow, name })
              : place === 'list'
                ? t('admin-loans.approveOf', { name })
                : undefined
          }
          aria-disabled={approvalSince !== null || undefined}
          title={approvalSince === null ? undefined : t('admin.approval.waits')}
          onClick={() => {
            if (approvalSince === null) onAct('approve');
          }}
        >
          {propose ?? t('admin-loans.approve')}
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

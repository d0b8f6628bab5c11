import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DifficultyDialog } from './difficulty-dialog.tsx';
import './repayments.css';

const DueDayDialog = lazy(() =>
  import('./due-day-dialog.tsx').then((file) => ({ default: file.DueDayDialog })),
);
const EarlyRepaymentDialog = lazy(() =>
  import('./early-repayment-dialog.tsx').then((file) => ({ default: file.EarlyRepaymentDialog })),
);

type Opened = 'repay' | 'difficulty' | 'due-day' | null;

/**
 * What the client may do with a running loan: what its screen puts first, then repay early, change the due day, and ask for help, which is always
 * in reach (LC-68, LC-86, LC-95). Of an accelerated loan everything is due: it is paid, in parts or whole.
 */
export function LoanActs({ loan, children }: { loan: Loan; children?: ReactNode }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <div className="loan-manage">
      {children}
      {loan.phase === 'active' && loan.freeze !== 'overindebtedness' ? (
        <Button onClick={() => setOpened('repay')}>{t('client-repayments.actions.repay')}</Button>
      ) : null}
      {loan.phase === 'active' && !loan.freeze ? (
        <Button onClick={() => setOpened('due-day')}>{t('client-repayments.actions.dueDay')}</Button>
      ) : null}
      <Button tone="quiet" onClick={() => setOpened('difficulty')}>
        {t('client-repayments.actions.difficulty')}
      </Button>
      {opened === 'difficulty' ? <DifficultyDialog loan={loan} onClose={close} /> : null}
      <Suspense>
        {opened === 'repay' ? <EarlyRepaymentDialog loan={loan} onClose={close} /> : null}
        {opened === 'due-day' ? <DueDayDialog loan={loan} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

import { useState } from 'react';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DifficultyDialog } from './difficulty-dialog.tsx';
import { DueDayDialog } from './due-day-dialog.tsx';
import { EarlyRepaymentDialog } from './early-repayment-dialog.tsx';
import { LoanDifficulties } from './loan-difficulties.tsx';
import './repayments.css';

type Opened = 'repay' | 'difficulty' | 'due-day' | null;

/** Phases in which the client may repay early, and those in which help stays in reach (LC-86, LC-95). */
const REPAYABLE: readonly Loan['phase'][] = ['active', 'accelerated'];

/** What the client may do with a running loan: repay early, ask for help, change the due day; and how their request for help stands. */
export function LoanManagement({ loan }: { loan: Loan }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>(null);
  if (!REPAYABLE.includes(loan.phase)) return null;
  const close = () => setOpened(null);
  return (
    <>
      <Card title={t('client-repayments.actions.title')}>
        <div className="loan-manage">
          {loan.freeze === 'overindebtedness' ? null : (
            <Button onClick={() => setOpened('repay')}>{t('client-repayments.actions.repay')}</Button>
          )}
          {loan.phase === 'active' && !loan.freeze ? (
            <Button onClick={() => setOpened('due-day')}>{t('client-repayments.actions.dueDay')}</Button>
          ) : null}
          <Button tone="quiet" onClick={() => setOpened('difficulty')}>
            {t('client-repayments.actions.difficulty')}
          </Button>
        </div>
      </Card>
      <LoanDifficulties loan={loan} />
      {opened === 'repay' ? <EarlyRepaymentDialog loan={loan} onClose={close} /> : null}
      {opened === 'difficulty' ? <DifficultyDialog loan={loan} onClose={close} /> : null}
      {opened === 'due-day' ? <DueDayDialog loan={loan} onClose={close} /> : null}
    </>
  );
}

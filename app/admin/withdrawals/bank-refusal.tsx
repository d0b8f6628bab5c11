import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

const BankRefusalDialog = lazy(() => import('./bank-refusal-dialog.tsx'));

/** Of a transfer that stands in a file and has not left: the way to record that our bank refuses it (docs/rules.md, States of a transfer). */
export function BankRefusal({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const isAtBank = withdrawal.phase === 'exported' || withdrawal.phase === 'accepted';
  if (!isAtBank || !may('withdrawals.recordBankRefusal')) return null;
  return (
    <p>
      <Button size="dense" tone="danger-quiet" onClick={() => setAsked(true)}>
        {t('admin-withdrawals.bankRefusal.action')}
      </Button>
      {isAsked ? (
        <Suspense>
          <BankRefusalDialog withdrawal={withdrawal} onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}

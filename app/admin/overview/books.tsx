import { lazy, Suspense, useState } from 'react';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { ProofLine } from './proof-line.tsx';

/** Loaded once it is asked for: the dashboard shows the verdict alone. */
const Recount = lazy(() => import('./recount.tsx').then((file) => ({ default: file.Recount })));

interface CurrencyBalance {
  readonly currency: CurrencyCode;
  readonly differenceMinor: number;
}

/** Whether the books balance, per currency; a button recounts every account and shows the result. */
export function BooksCard({ trialBalance }: { trialBalance: readonly CurrencyBalance[] }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const wrong = trialBalance.filter(({ differenceMinor }) => differenceMinor !== 0);
  const balances = wrong.length === 0;
  return (
    <Card
      title={t('admin-overview.books.title')}
      actions={
        <Permitted to="overview.trialBalance">
          <Button size="dense" tone="quiet" onClick={() => setIsOpen(true)}>
            {t('admin-overview.books.detail')}
          </Button>
        </Permitted>
      }
    >
      <p className="books-verdict">
        <StatusBadge kind={balances ? 'done' : 'attention'}>
          {balances
            ? t('admin-overview.books.balanced')
            : t('admin-overview.books.unbalanced', {
                currencies: wrong.map(({ currency }) => currency).join(', '),
              })}
        </StatusBadge>
      </p>
      <p className="cell-note">
        {trialBalance.length === 0
          ? t('admin-overview.books.empty')
          : t('admin-overview.books.explanation', { count: trialBalance.length })}
      </p>
      <ProofLine />
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        size="wide"
        title={t('admin-overview.books.dialogTitle')}
        description={t('admin-overview.books.dialogText')}
        closeLabel={t('common.close')}
      >
        <Suspense fallback={<SkeletonList label={t('common.loading')} rows={6} />}>
          <Recount />
        </Suspense>
      </Dialog>
    </Card>
  );
}

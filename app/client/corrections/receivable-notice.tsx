import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Receivable } from './receivable.ts';

const RepayDialog = lazy(() => import('./repay-dialog.tsx').then((file) => ({ default: file.RepayDialog })));

/** What the house asks back after a mistake (PAY-54): nothing is taken by itself, without fees or interest. */
export function ReceivableNotice() {
  const t = useT();
  const { amount, day } = useFormats();
  const [asked, setAsked] = useState<Receivable | null>(null);
  const { data } = useQuery(query.corrections.owed.queryOptions());
  return (
    <>
      {data?.receivables.map((receivable) => {
        const { id, owedMinor, creditedMinor, currency, since } = receivable;
        return (
          <Notice
            key={id}
            tone="warning"
            title={t('client.receivable.title', { amount: amount(owedMinor, currency) })}
            actions={<Button onClick={() => setAsked(receivable)}>{t('client.receivable.repay')}</Button>}
          >
            <p>
              {t('client.receivable.text', { credited: amount(creditedMinor, currency), date: day(since) })}
            </p>
          </Notice>
        );
      })}
      {asked ? (
        <Suspense>
          <RepayDialog receivable={asked} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

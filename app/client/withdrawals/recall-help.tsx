import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { recallReasonsOn } from '#domain/withdrawals/recalls.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import type { Withdrawal } from '../accounts/overview.ts';
import { clientHref } from '../frame/sections.ts';

const RecallDialog = lazy(() =>
  import('./recall-dialog.tsx').then((file) => ({ default: file.RecallDialog })),
);

/** On the page of a transfer that has left: how its recall stands, or the way to ask for its return, once (PAY-41). */
export function RecallHelp({ transfer }: { transfer: Withdrawal }) {
  const t = useT();
  const { day } = useFormats();
  const own = useQuery(query.recalls.list.queryOptions());
  const today = useBankDay();
  const [isAsked, setAsked] = useState(false);
  const recall = own.data?.recalls.find(
    ({ kind, withdrawalId }) => kind === 'sent' && withdrawalId === transfer.id,
  );
  const { sent } = transfer.days;
  const reasons =
    own.data && transfer.status === 'completed' && sent ? recallReasonsOn(sent, today, own.data.delays) : [];
  if (!recall && reasons.length === 0) return null;
  return (
    <li className="movement-help">
      <div>
        <p className="movement-title">{t('client-transfers.recall.question')}</p>
        <p className="request-note">
          {recall
            ? t('client-transfers.recall.askedOn', { date: day(recall.createdAt) })
            : t('client-transfers.recall.questionText')}
          {recall?.answer ? ` ${t(`client-transfers.recall.answers.${recall.answer}`)}` : null}
        </p>
      </div>
      {recall ? (
        <a href={clientHref('transfers')}>{t('client-transfers.recall.follow')}</a>
      ) : (
        <Button size="dense" onClick={() => setAsked(true)}>
          {t('client-transfers.recall.ask')}
        </Button>
      )}
      {isAsked ? (
        <Suspense>
          <RecallDialog withdrawal={transfer} reasons={reasons} onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isDisputable } from '#domain/corrections/dispute.ts';
import { legalDay } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { Button } from '../../ui/button.tsx';
import { useHiddenAmounts } from '../accounts/hidden-amounts.ts';
import type { Movement } from '../accounts/overview.ts';

const DisputeDialog = lazy(() =>
  import('./dispute-dialog.tsx').then((file) => ({ default: file.DisputeDialog })),
);

/** What became of the client's disputes, in words, by movement; undefined until it is known. */
export function useDisputes() {
  const t = useT();
  const { day, amount } = useFormats();
  const { isHidden } = useHiddenAmounts();
  const own = useQuery(query.corrections.ownDisputes.queryOptions());
  return (
    own.data &&
    new Map(
      own.data.disputes.map(({ transactionId, outcome, refundBy, amountMinor, currency, on }) => [
        transactionId,
        t(`client-transactions.dispute.states.${outcome}`, {
          date: day(on ?? refundBy),
          amount: isHidden ? '•••' : amount(amountMinor, currency),
        }),
      ]),
    )
  );
}

/** Why a refund was taken back, as its reversal says it; nothing of any other dispute. */
function DisputeReason({ movementId }: { movementId: string }) {
  const t = useT();
  const { data } = useQuery(query.corrections.ownDisputes.queryOptions());
  const reason = data?.disputes.find(({ transactionId }) => transactionId === movementId)?.reason;
  return reason ? (
    <p className="request-note">{t('client-transactions.dispute.reason', { reason })}</p>
  ) : null;
}

/**
 * On the page of a movement that left the account: how its dispute stands, or the way to begin one (PAY-55).
 * @param isBack whether its money has come back: there is nothing to dispute then.
 */
export function DisputeHelp({ movement, isBack }: { movement: Movement; isBack: boolean }) {
  const t = useT();
  const named = useMovementWords();
  const today = useBankDay();
  const disputes = useDisputes();
  const [isAsked, setAsked] = useState(false);
  const { event, amountMinor, createdAt } = movement;
  const state = disputes?.get(movement.id);
  const moved = { event, amountMinor, day: legalDay(new Date(createdAt)) };
  if (!state && !(disputes && !isBack && isDisputable(moved, today))) return null;
  return (
    <li className="movement-help">
      <div>
        <p className="movement-title">{t('client-transactions.dispute.question')}</p>
        <p className="request-note">{state ?? t('client-transactions.dispute.questionText')}</p>
        <DisputeReason movementId={movement.id} />
      </div>
      {state ? null : (
        <Button size="dense" onClick={() => setAsked(true)}>
          {t('client-transactions.dispute.open')}
        </Button>
      )}
      {isAsked ? (
        <Suspense>
          <DisputeDialog movement={movement} title={named(movement)} onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}

import { useBankDay } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { Withdrawal } from '../accounts/overview.ts';

/** Where a transfer stands, as its client reads it; null where its state says it all. Once it is past by when it arrives, that day says nothing more. */
export function usePhaseSentence({
  phase,
  days,
  amountMinor,
  currency,
  reasonCode,
  isInstant,
  status,
  ...to
}: Withdrawal): string | null {
  const { t, tKey } = useWords();
  const format = useFormats();
  const today = useBankDay();
  const amount = format.amount(amountMinor, currency);
  const on = (day: string) => format.day(day);
  if (phase === 'requested')
    return t('client-transfers.phase.requested', { amount, name: to.recipientName ?? to.clientBankName });
  if (isInstant && status === 'approved') return t('client-transfers.phase.instantAwaited');
  if (phase === 'returned' && days.returned) {
    const reason = tKey(`withdrawal-reasons.reasons.${reasonCode ?? 'other'}`);
    return t('client-transfers.phase.returned', {
      date: on(days.returned),
      // It goes on after a colon.
      reason: reason.charAt(0).toLowerCase() + reason.slice(1),
      amount,
    });
  }
  if (phase === 'settled' && days.settled)
    return t('client-transfers.phase.settled', { date: on(days.settled) });
  if (phase === 'sent' && days.sent)
    return days.arrivesBy && days.arrivesBy >= today
      ? t('client-transfers.phase.sent', { date: on(days.sent), arrival: on(days.arrivesBy) })
      : t('client-transfers.phase.left', { date: on(days.sent) });
  return days.leaves && t('client-transfers.phase.leaves', { date: on(days.leaves) });
}

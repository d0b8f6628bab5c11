import type * as z from 'zod/mini';
import type { heldTransfer } from '#contract/withdrawals.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import type { openHolds } from './queries.ts';

/** From when on its last day a hold that nobody answered alarms (PAY-61). */
const ALARM_AT = '12:00';

/** A held transfer as the staff of « Contrôles » see it. */
export function presentHold(
  row: Awaited<ReturnType<typeof openHolds>>[number],
  now: Date,
): z.infer<typeof heldTransfer> {
  const lastDay = addDays(legalDay(row.decideBy), -1);
  return {
    id: row.id,
    amountMinor: row.amountMinor,
    currency: row.currency as CurrencyCode,
    recipientName: row.recipientName,
    clientIban: row.iban,
    clientBankName: row.bankName,
    client: { accountId: row.accountId, displayName: row.displayName },
    rules: [...row.rules],
    heldAt: row.heldAt.toISOString(),
    decideBy: row.decideBy.toISOString(),
    isAlarming: now >= instantIn(LEGAL_TIME_ZONE, lastDay, ALARM_AT),
  };
}

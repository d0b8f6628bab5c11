import type * as z from 'zod/mini';
import type { heldTransfer } from '#contract/withdrawals.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { isAlarming } from '#domain/withdrawals/deadlines.ts';
import type { openHolds } from './queries.ts';

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
    isAlarming: isAlarming(lastDay, now),
    isInHand: row.phase === 'in-hand',
    followedBy: row.followedBy,
  };
}

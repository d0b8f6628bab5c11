import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';
import type { PaymentBan } from '../loans/payment-ban.ts';
import { positiveAmountMinor } from '../money/fields.ts';
import type { FeeStatus } from './status.ts';

/** Fees are in euro (docs/rules.md, Forms). */
export const FEE_CURRENCY = 'EUR';

/** What an administrator sends to create a fee. `amountMinor` is in euro cents. */
export const createFeeInput = z.object({ amountMinor: positiveAmountMinor, description: requiredText(200) });
export type CreateFeeInput = z.infer<typeof createFeeInput>;

/** LC-14: what suspends a fee, or null: a fee that is paid is past, every other waits while a loan forbids payments. */
export function suspensionOf(status: FeeStatus, ban: PaymentBan | null): PaymentBan | null {
  return status === 'paid' ? null : ban;
}

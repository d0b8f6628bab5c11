import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { parseAmount } from '../money/money.ts';
import { missingFields } from './message.ts';

export const TRANSFER_SIMULATION_REQUIRED = ['amount', 'recipientName', 'recipientIban'] as const;

/** The time the specified screen takes before its recap, in milliseconds (public area, section 9). */
export const TRANSFER_SIMULATION_DELAY_MS = 1500;

/** Step and minimum of the amount: one cent (specification, public area, section 5). */
export const TRANSFER_MIN_AMOUNT_MINOR = 1;

/** The transfer simulation, under the specification's field names. The IBAN has no format check; `ibanVerdict` notes it. */
export const transferSimulationInput = z.object({
  amount: z.string('validation.required').check(
    z.trim(),
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.refine(
      (text) => (parseAmount(text, 'EUR') ?? 0) >= TRANSFER_MIN_AMOUNT_MINOR,
      'validation.transfer.amount',
    ),
  ),
  recipientName: requiredText(MAX_NAME_LENGTH),
  recipientIban: requiredText(50),
  description: optionalText(140),
});
export type TransferSimulationInput = z.infer<typeof transferSimulationInput>;

export type TransferSimulationDraft = Readonly<Record<keyof TransferSimulationInput, string>>;

/** Names of the required fields still empty. */
export function missingTransferSimulationFields(draft: Partial<TransferSimulationDraft>) {
  return missingFields(TRANSFER_SIMULATION_REQUIRED, draft);
}

/**
 * What the toast says, in the specification's order: first the missing fields, then an amount that is not a positive
 * number. `amountMinor` is in euro cents.
 */
export function transferSimulationVerdict(
  draft: Partial<TransferSimulationDraft>,
):
  | { readonly ok: true; readonly amountMinor: number }
  | { readonly ok: false; readonly reason: 'missing'; readonly fields: readonly string[] }
  | { readonly ok: false; readonly reason: 'amount' } {
  const fields = missingTransferSimulationFields(draft);
  if (fields.length > 0) return { ok: false, reason: 'missing', fields };
  const amountMinor = parseAmount(draft.amount ?? '', 'EUR');
  return amountMinor === null || amountMinor < TRANSFER_MIN_AMOUNT_MINOR
    ? { ok: false, reason: 'amount' }
    : { ok: true, amountMinor };
}

import { readAmount } from '../money/typed-number.ts';
import { missingFields } from './message.ts';

export const TRANSFER_SIMULATION_REQUIRED = ['amount', 'recipientName', 'recipientIban'] as const;

/** The time the specified screen takes before its recap, in milliseconds (docs/rules.md, Figures). */
export const TRANSFER_SIMULATION_DELAY_MS = 1500;

/** Step and minimum of the amount: one cent (docs/rules.md, Figures). */
export const TRANSFER_MIN_AMOUNT_MINOR = 1;

/** The transfer simulation, under the field names of docs/rules.md, Forms. */
export interface TransferSimulationInput {
  readonly amount: string;
  readonly recipientName: string;
  readonly recipientIban: string;
  readonly description?: string | undefined;
}

export type TransferSimulationDraft = Readonly<Record<keyof TransferSimulationInput, string>>;

/** Names of the required fields still empty. */
export function missingTransferSimulationFields(draft: Partial<TransferSimulationDraft>) {
  return missingFields(TRANSFER_SIMULATION_REQUIRED, draft);
}

/**
 * What the toast says, in its fixed order: first the missing fields, then an amount that is not a positive
 * number in the language of the tag (BCP 47). `amountMinor` is in euro cents.
 */
export function transferSimulationVerdict(
  draft: Partial<TransferSimulationDraft>,
  locale: string,
):
  | { readonly ok: true; readonly amountMinor: number }
  | { readonly ok: false; readonly reason: 'missing'; readonly fields: readonly string[] }
  | { readonly ok: false; readonly reason: 'amount' } {
  const fields = missingTransferSimulationFields(draft);
  if (fields.length > 0) return { ok: false, reason: 'missing', fields };
  const amountMinor = readAmount(draft.amount ?? '', 'EUR', locale);
  return amountMinor === null || amountMinor < TRANSFER_MIN_AMOUNT_MINOR
    ? { ok: false, reason: 'amount' }
    : { ok: true, amountMinor };
}

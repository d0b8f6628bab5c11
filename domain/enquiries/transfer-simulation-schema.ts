import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { readAmount } from '../money/typed-number.ts';
import { TRANSFER_MIN_AMOUNT_MINOR, type TransferSimulationInput } from './transfer-simulation.ts';

/** The rules of the transfer simulation, the amount as typed in a language (BCP 47 tag). The IBAN has no format check; `ibanVerdict` notes it. */
export function transferSimulationInputIn(locale: string): z.ZodMiniType<TransferSimulationInput> {
  const read = (text: string) => readAmount(text, 'EUR', locale);
  return z.object({
    amount: z.string('validation.required').check(
      z.trim(),
      z.minLength(1, { error: 'validation.required', abort: true }),
      z.refine((text) => read(text) !== null, { error: 'validation.amount.invalid', abort: true }),
      z.refine((text) => (read(text) ?? 0) >= TRANSFER_MIN_AMOUNT_MINOR, 'validation.transfer.amount'),
    ),
    recipientName: requiredText(MAX_NAME_LENGTH),
    recipientIban: requiredText(50),
    description: optionalText(140),
  });
}

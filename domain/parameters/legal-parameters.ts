import * as z from 'zod/mini';
import { isRateString } from '../money/conversion.ts';
import { CURRENCY_CODES } from '../money/currencies.ts';
import { MAX_AMOUNT_MINOR } from '../money/money.ts';

/** An amount for each currency, in its minor units. */
const amountByCurrency = z.record(z.enum(CURRENCY_CODES), z.int().check(z.gte(1), z.lte(MAX_AMOUNT_MINOR)));

/**
 * Dated data (LC-8): what law, or the house, fixes for a time. Each key has the schema of its value; the values themselves stand in the
 * table `legal_parameters(key, from, value, source, verified)`, and the row in force on a day is the last with `from` on or before it.
 */
export const LEGAL_PARAMETERS = {
  /** The most that one credit may bring, before and after its conversion. */
  'maximum.credit': amountByCurrency,
  'maximum.first-deposit': amountByCurrency,
  'maximum.fee': amountByCurrency,
  /** The most that one request for a transfer may send. */
  'maximum.transfer': amountByCurrency,
  /** The most that one loan may lend, whatever product it is; products have narrower bounds (LC-13). */
  'maximum.loan': amountByCurrency,
  /** An exchange rate that is further from the last one than this factor, either way, needs a second confirmation. A decimal above 1. */
  'rates.change-factor': z.string().check(z.refine(isRateString)),
} as const satisfies Readonly<Record<string, z.ZodMiniType>>;

export type LegalParameterKey = keyof typeof LEGAL_PARAMETERS;
export type LegalParameter<Key extends LegalParameterKey> = z.infer<(typeof LEGAL_PARAMETERS)[Key]>;

/** How it was made sure that a value is right. `decision`: no law fixes it, the house does. */
export const VERIFICATIONS = ['text-read', 'secondary-source', 'memory', 'decision'] as const;

/**
 * A stored value of a key.
 * @throws RangeError when it is not what the key's schema says: the fault is in the stored row, not in the call.
 */
export function readLegalParameter<Key extends LegalParameterKey>(
  key: Key,
  value: unknown,
): LegalParameter<Key> {
  const read = LEGAL_PARAMETERS[key].safeParse(value);
  if (!read.success) throw new RangeError(`legal_parameters: the value of ${key} cannot be read`);
  return read.data as LegalParameter<Key>;
}

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
  /** A loan strictly above it needs documents (D312-7), in euro cents. */
  'file.documents-above': z.int().check(z.gte(0)),
  /** The share of resources that instalments may take by the policy of the house, in basis points (LC-22). */
  'policy.debt-ratio': z.int().check(z.gte(1), z.lte(10_000)),
  /** What a household keeps to live on by the policy of the house, in euro cents (LC-22). */
  'policy.rest-to-live': z.strictObject({
    aloneMinor: z.int().check(z.gte(0)),
    coupleMinor: z.int().check(z.gte(0)),
    dependantMinor: z.int().check(z.gte(0)),
  }),
  /** Months for which refused, cancelled and expired requests are kept with their file (LC-107): never above 24. */
  'retention.refused-months': z.int().check(z.gte(1), z.lte(24)),
  /** Days for which requests are kept whose offer was declined (LC-107). */
  'retention.declined-days': z.int().check(z.gte(1), z.lte(730)),
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

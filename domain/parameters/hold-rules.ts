import * as z from 'zod/mini';

/** The rules by which a transfer is looked at before it goes on (PAY-60). The client is told of none of them. */
export const HOLD_RULES = [
  'new-payee-large',
  'name-mismatch',
  'details-changed',
  'many',
  'listed-iban',
  'client-warning',
] as const;
export type HoldRule = (typeof HOLD_RULES)[number];

const fromMinor = z.int().check(z.gte(1));
const hours = z.int().check(z.gte(1), z.lte(24 * 30));

const holdRule = z.discriminatedUnion('rule', [
  /** The first order to a payee, from an amount on. Minor units of any currency. */
  z.strictObject({ rule: z.literal('new-payee-large'), fromMinor }),
  /** Confirmed although the name does not match the IBAN, from an amount on. */
  z.strictObject({ rule: z.literal('name-mismatch'), fromMinor }),
  /** E-mail, telephone, password or second factor changed within these hours. */
  z.strictObject({ rule: z.literal('details-changed'), hours }),
  /** So many orders within these hours, this one included. */
  z.strictObject({ rule: z.literal('many'), orders: z.int().check(z.gte(2)), hours }),
  /** An IBAN to which a transfer was refused for a reported fraud. */
  z.strictObject({ rule: z.literal('listed-iban') }),
  /** A client about whom the staff warn. */
  z.strictObject({ rule: z.literal('client-warning') }),
]);
export type HoldRuleSetting = z.infer<typeof holdRule>;

/** The rules in force, by what the institution is: a demonstration has none unless somebody adds them. */
export const holdRules = z.strictObject({ demo: z.array(holdRule), live: z.array(holdRule) });

import * as z from 'zod/mini';
import { normalizeIban } from '../accounts/iban.ts';
import { MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { sepaText } from '../sepa-text.ts';
import { isSameText } from './name-comparison.ts';

/** Characters of a payee's name in a SEPA file (PAY-10). */
export const MAX_PAYEE_NAME = 70;

/** Longer than any name in another script that becomes 70 Latin characters. */
const MAX_TYPED = 200;

/** The name of a payee as typed: in the characters of SEPA it has 1 to 70. */
export const payeeName = z.string('validation.required').check(
  z.trim(),
  z.minLength(1, { error: 'validation.required', abort: true }),
  z.maxLength(MAX_TYPED, { error: 'validation.payeeName.tooLong', abort: true }),
  z.refine((text) => sepaText(text, MAX_TYPED * 2).length <= MAX_PAYEE_NAME, 'validation.payeeName.tooLong'),
  z.refine((text) => sepaText(text, MAX_PAYEE_NAME) !== '', 'validation.payeeName.unreadable'),
);

/** A payee's IBAN as typed. It is kept whether it holds or not, as in an order (docs/rules.md, IBAN). */
export const payeeIban = z
  .string('validation.required')
  .check(
    z.trim(),
    z.overwrite(normalizeIban),
    z.minLength(1, 'validation.required'),
    z.maxLength(50, 'validation.tooLong'),
  );

/** A payee's address, in the parts that a file carries (PAY-6): town and country, or none at all. */
const payeeAddress = z.strictObject({
  street: optionalText(MAX_PAYEE_NAME),
  postalCode: optionalText(16),
  city: requiredText(35),
  countryCode: z.string('validation.required').check(z.regex(/^[A-Z]{2}$/, 'validation.choice')),
});

/** What a client keeps of a payee (PAY-10). */
export const payeeInput = z.object({
  name: payeeName,
  iban: payeeIban,
  bankName: requiredText(MAX_NAME_LENGTH),
  nickname: optionalText(MAX_NAME_LENGTH),
  address: z.optional(payeeAddress),
});
export type PayeeInput = z.infer<typeof payeeInput>;

/** The name under which a client pays an account of their own at another bank (PAY-10): theirs, as far as a file carries it. */
export function ownPayeeName(clientName: string): string {
  let name = clientName;
  while (!payeeName.safeParse(name).success && name.length > 1) name = name.slice(0, -1).trimEnd();
  return name;
}

/** Says whether a name is the client's own: then the client pays an account of theirs at another bank (PAY-10). */
export function isOwnName(name: string, clientName: string): boolean {
  return isSameText(name, ownPayeeName(clientName));
}

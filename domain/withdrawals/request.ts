import * as z from 'zod/mini';
import { normalizeIban } from '../accounts/iban.ts';
import { MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { positiveAmountMinor } from '../money/fields.ts';
import { sumMinor, unitsToMinor } from '../money/money.ts';
import { payeeName } from '../payees/payee.ts';
import { PAYEE_CHECK_RESULTS } from '../payees/payee-check.ts';

/** Smallest withdrawal, in whole units of the account's currency (docs/rules.md, Figures). */
export const MIN_WITHDRAWAL_UNITS = 1;

/** One unit of the account's currency in minor units: 100 cents, 1 yen. */
export function minimumWithdrawalMinor(currency: CurrencyCode): number {
  return unitsToMinor(MIN_WITHDRAWAL_UNITS, currency);
}

/**
 * The IBAN as typed, forced to uppercase and trimmed. Its format is not checked here: an invalid payee IBAN does not block the request (docs/rules.md, IBAN).
 * `ibanVerdict` says whether it holds, and a withdrawal to an invalid one cannot be completed.
 */
const iban = z
  .string('validation.required')
  .check(
    z.trim(),
    z.overwrite(normalizeIban),
    z.minLength(1, 'validation.required'),
    z.maxLength(50, 'validation.tooLong'),
  );

const fields = {
  iban,
  bankName: requiredText(MAX_NAME_LENGTH),
  /** Who is paid; without it, in a demonstration, the client's own account at another bank (PAY-11). */
  recipientName: z.optional(payeeName),
  /** The check of the name that the client decided on, and the result they went on with (PAY-15). */
  payeeCheckId: z.optional(z.string().check(z.uuid('validation.id'))),
  acceptedResult: z.optional(z.enum(PAYEE_CHECK_RESULTS, 'validation.choice')),
  /** « Instantané » (PAY-43); never unless the client asks for it. */
  instant: z.optional(z.boolean('validation.choice')),
};

/** What a client sends to withdraw, in minor units of the account's currency. */
export const withdrawalInput = z.object({ amountMinor: positiveAmountMinor, ...fields });
export type WithdrawalInput = z.infer<typeof withdrawalInput>;

/** The same with the minimum of one unit of a currency. */
export function withdrawalInputFor(currency: CurrencyCode) {
  return z.object({
    amountMinor: positiveAmountMinor.check(z.gte(minimumWithdrawalMinor(currency), 'validation.amount.min')),
    ...fields,
  });
}

/** What can be withdrawn now: the balance less every open (pending, processing, approved) withdrawal. May be negative. */
export function availableMinor(input: {
  readonly balanceMinor: number;
  readonly openWithdrawalsMinor: number;
}): number {
  return sumMinor([input.balanceMinor, -input.openWithdrawalsMinor]);
}

/** Why a withdrawal is refused (CMF L133-10: reasons are given). Each has a sentence in the catalogues. */
export const WITHDRAWAL_REASONS = [
  'insufficient-balance',
  'invalid-iban',
  'account-closed',
  'payee-mismatch',
  'cancelled-by-client',
  'legal-block',
  'missing-document',
  'reported-fraud-suspicion',
  'rejected-by-payee-bank',
  'other',
] as const;
/** What staff may choose when they refuse a transfer. */
export type RefusalReason = (typeof WITHDRAWAL_REASONS)[number];

/** What only a bank says of a transfer (PAY-37): staff do not choose these. `missing-details` is the house's own too, at the end of PAY-8. */
export const BANK_REASONS = [
  'account-blocked',
  'operation-not-allowed',
  'missing-details',
  'duplicate',
  'bank-technical',
  'recalled',
] as const;
/** Every reason of a refused or returned transfer. */
export const ALL_WITHDRAWAL_REASONS = [...WITHDRAWAL_REASONS, ...BANK_REASONS] as const;
export type WithdrawalReason = (typeof ALL_WITHDRAWAL_REASONS)[number];

// Words of the "pay to unlock" fraud, whole words, accents removed.
const LEVERS =
  /\b(frais|taxes?|cautions?|codes?|certificats?|garanties?|depots?|provisions?|deblocage|debloquer|payer|payez|paiement|verser|versez|versement|commission|recharge|coupons?|fees?|deposit|unlock|pay|payment)\b/;
const AMOUNT = /\d+([.,]\d+)?\s*(€|\$|£|euros?|eur\b|usd\b|dollars?)/;

/**
 * A refusal must never be a lever to make someone pay: a note that speaks of paying, fees, codes, or an amount is not
 * accepted. Judges the free text beside the closed reason.
 */
export function noteVerdict(note: string): { ok: true } | { ok: false; reason: 'asks-for-payment' } {
  const plain = note.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return LEVERS.test(plain) || AMOUNT.test(plain) ? { ok: false, reason: 'asks-for-payment' } : { ok: true };
}

/** What an administrator sends to reject a withdrawal. A note is required with `other`. */
export const rejectWithdrawalInput = z
  .object({ reasonCode: z.enum(WITHDRAWAL_REASONS, 'validation.reason'), reasonNote: optionalText(500) })
  .check(
    z.refine((input) => input.reasonCode !== 'other' || Boolean(input.reasonNote), {
      error: 'validation.required',
      path: ['reasonNote'],
    }),
    z.refine((input) => noteVerdict(input.reasonNote ?? '').ok, {
      error: 'validation.note.asksForPayment',
      path: ['reasonNote'],
    }),
  );

import * as z from 'zod/mini';
import { ACCOUNT_TYPES, creditInput } from '#domain/accounts/account.ts';
import { MAX_NAME_LENGTH, requiredText } from '#domain/fields.ts';
import { eventsOfClients } from '#domain/ledger/events.ts';
import { nonNegativeAmountMinor } from '#domain/money/fields.ts';
import { timeZoneField } from '#domain/time/time-zone-field.ts';
import { route } from './route.ts';
import {
  currencyCode,
  day,
  id,
  instant,
  movementDetails,
  pageInput,
  pageOutput,
  signedMinor,
} from './values.ts';

const tag = 'Accounts';

/** One movement of the client's account. */
export const transaction = z.object({
  id,
  amountMinor: signedMinor,
  currency: currencyCode,
  transactionType: z.enum(['credit', 'debit']),
  event: z.enum(eventsOfClients),
  /** As staff typed it, or the French sentence of the event. */
  description: z.string(),
  /** The values of the event's sentence, for other languages; null for what was typed. */
  details: movementDetails,
  referenceNumber: z.string(),
  /** Balance of the account right after this movement. */
  balanceAfterMinor: z.int(),
  original: z.nullable(
    z.object({
      amountMinor: signedMinor,
      currency: currencyCode,
      rate: z.string(),
      rateAsOf: z.nullable(day),
    }),
  ),
  createdAt: instant,
  /** The day from which the money counts (PAY-9), when it is another than the day of the movement in the house's legal time. */
  valueDay: z.nullable(day),
});

export const account = z.object({
  id,
  accountType: z.enum(ACCOUNT_TYPES),
  currency: currencyCode,
  balanceMinor: z.int(),
  /** Balance less open withdrawals. */
  availableMinor: z.int(),
  isActivated: z.boolean(),
  activationDepositMinor: z.int(),
  iban: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  /**
   * The house's own account, to which a borrower pays by transfer with the reference: where the house holds no accounts, for one who has no IBAN here,
   * and only while a loan that was paid out is repaid (LC-6, LC-14).
   */
  repaymentIban: z.nullable(z.string()),
  /** The ISO 11649 reference by which a payment finds the account (PAY-27), without blanks. */
  paymentReference: z.string(),
  createdAt: instant,
});

/** Whose days are meant: those of the reader's clock; French legal time when it is not said. */
export const inTimeZone = { timeZone: z.optional(timeZoneField) };

/** How a list of movements is searched and filtered. */
export const transactionFilter = {
  ...inTimeZone,
  q: z.optional(z.string().check(z.maxLength(100))),
  from: z.optional(day),
  to: z.optional(day),
  type: z.optional(z.enum(['credit', 'debit'])),
  minMinor: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  maxMinor: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
};

export const accountsContract = {
  transactions: route({
    method: 'GET',
    path: '/transactions',
    summary: "The client's movements, newest first, searched and filtered",
    tag,
    access: 'client',
  })
    .input(
      z.strictObject({
        ...pageInput,
        ...transactionFilter,
      }),
    )
    .output(z.object({ transactions: z.array(transaction), ...pageOutput })),
  balanceHistory: route({
    method: 'GET',
    path: '/balance-history',
    summary: 'Balance at the end of each of the last 90 days',
    tag,
    access: 'client',
  })
    .input(z.strictObject(inTimeZone))
    .output(z.object({ currency: currencyCode, days: z.array(z.object({ day, balanceMinor: z.int() })) })),
  credit: route({
    method: 'POST',
    path: '/admin/clients/{id}/credits',
    summary: 'Credit an account; another currency is converted at the dated rate',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'staff.second-person-missing',
      'approval.required',
      'not-found',
      'client.removed',
      'rate.unknown',
      'gesture.loan-open',
      'transfer.payee-unavailable',
      'ledger.balance-too-high',
    ],
  })
    .input(z.strictObject({ ...creditInput.shape, id }))
    .output(
      z.object({
        creditedMinor: z.int(),
        balanceBeforeMinor: z.int(),
        balanceMinor: z.int(),
        currency: currencyCode,
        referenceNumber: z.string(),
      }),
    ),
  assignIban: route({
    method: 'PUT',
    path: '/admin/clients/{id}/iban',
    summary: 'Assign or change the IBAN and bank name of an account; an invalid IBAN is refused',
    tag,
    access: 'staff',
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'client.removed',
      'account.invalid-iban',
      'account.iban-changed',
      'account.iban-taken',
      'account.iban-of-the-house',
    ],
  })
    // Any text is read, so that an IBAN that does not hold is refused by its own name rather than as an unreadable request.
    .input(
      z.strictObject({
        id,
        iban: requiredText(50),
        bankName: requiredText(MAX_NAME_LENGTH),
        /** The IBAN that was shown, null for none: when it is another one by now nothing is written. */
        replaces: z.optional(z.nullable(z.string().check(z.maxLength(50)))),
      }),
    )
    .output(z.object({ iban: z.string(), bankName: z.string() })),
  proposeIban: route({
    method: 'GET',
    path: '/admin/iban-proposal',
    summary: "The next free IBAN of the institution's own range; null without a range",
    tag,
    access: 'staff',
  }).output(z.object({ iban: z.nullable(z.string()), bankName: z.string() })),
  sharedIbans: route({
    method: 'GET',
    path: '/admin/shared-ibans',
    summary:
      'IBANs that were given to several accounts before an IBAN belonged to one; nothing is decided by them',
    tag,
    access: 'staff',
  }).output(
    z.object({
      ibans: z.array(
        z.object({ iban: z.string(), accounts: z.array(z.object({ id, displayName: z.string() })) }),
      ),
    }),
  ),
  activate: route({
    method: 'POST',
    path: '/admin/clients/{id}/activation',
    summary: 'Activate an account and record the first deposit received (0 is allowed), credited in full',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'client.removed',
      'account.already-activated',
      'account.deposit-while-loan-open',
      'account.no-deposits',
      'transfer.payee-unavailable',
      'ledger.balance-too-high',
    ],
  })
    .input(z.strictObject({ id, receivedMinor: nonNegativeAmountMinor }))
    .output(
      z.object({ balanceMinor: z.int(), currency: currencyCode, referenceNumber: z.nullable(z.string()) }),
    ),
};

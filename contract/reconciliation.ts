import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { chartCodes } from '#domain/ledger/chart-of-accounts.ts';
import { BANK_ACCOUNT_SOURCES } from '#domain/statements/bank-account.ts';
import { PROOF_NAMES } from '#domain/statements/daily-proof.ts';
import { OPEN_ITEM_KINDS, PROOF_ALARMS } from '#domain/statements/proof.ts';
import { route } from './route.ts';
import { currencyCode, day, id, instant } from './values.ts';

const tag = 'Reconciliation';

/** The proof of a day: what the bank has, what the books say, and what stands between them (PAY-33). Minor units. */
export const reconciliation = z.object({
  day,
  /** The day on which a difference can be explained and an account adopted. */
  today: day,
  accounts: z.array(
    z.object({
      id,
      iban: z.string(),
      bankName: z.string(),
      currency: currencyCode,
      source: z.enum(BANK_ACCOUNT_SOURCES),
      /** The end of its posted statements; null for an account that people enter. */
      closingMinor: z.nullable(z.int()),
      closingDay: z.nullable(day),
      waitingStatements: z.int(),
    }),
  ),
  currencies: z.array(
    z.object({
      currency: currencyCode,
      /** Whether an account of the currency is kept by its statements: otherwise a difference is shown and stops nothing. */
      isKept: z.boolean(),
      /** Null while no statement of the currency has told it. */
      bankMinor: z.nullable(z.int()),
      settlementMinor: z.int(),
      differenceMinor: z.int(),
      booksSumMinor: z.int(),
      alarms: z.array(z.enum(PROOF_ALARMS)),
      isExplained: z.boolean(),
      items: z.array(
        z.object({
          code: z.enum(chartCodes),
          balanceMinor: z.int(),
          /** Of a balance that is not what is open of it today: what is missing or too much (ACC-36). */
          unexplainedMinor: z.int(),
          /** What is open of it, the oldest first, of today only; and how many there are. */
          parts: z.array(
            z.object({
              kind: z.enum(OPEN_ITEM_KINDS),
              id,
              name: z.nullable(z.string()),
              day,
              amountMinor: z.int(),
            }),
          ),
          partCount: z.int(),
        }),
      ),
      /** Since when the approval of others is awaited for an explanation (FOUR-10). */
      approvalSince: z.nullable(instant),
    }),
  ),
  /** The last proofs of the books up to the day, by currency (ACC-36): none before the first night. */
  proofs: z.array(
    z.object({
      id,
      day,
      currency: currencyCode,
      isFair: z.boolean(),
      madeAt: instant,
      /** When the job that made them was due. */
      dueAt: instant,
      results: z.array(
        z.object({
          name: z.enum(PROOF_NAMES),
          /** Both sides: minor units, but numbers of entries and lines for `proof.numbers` and `proof.audit`. */
          leftMinor: z.int(),
          rightMinor: z.int(),
          /** How many things differ, also where the sums are the same. */
          faults: z.int(),
          isExplained: z.boolean(),
          isProved: z.boolean(),
        }),
      ),
    }),
  ),
  /** Lines that wait, counted up to 1,000. */
  toAllocate: z.int(),
  toJustify: z.int(),
  /** Disputes of clients that wait, counted up to 1,000 (PAY-55). */
  openDisputes: z.int(),
});

export const reconciliationContract = {
  show: route({
    method: 'GET',
    path: '/admin/reconciliation',
    summary: 'The proof of a day: what the bank has, what the books say, and what stands between them',
    tag,
    access: 'staff',
  })
    // With `open` also what the balances of today are made of, line by line; every page of the staff asks without.
    .input(z.strictObject({ day: z.optional(day), items: z.optional(z.enum(['open'])) }))
    .output(reconciliation),
  explain: route({
    method: 'POST',
    path: '/admin/reconciliation/explanation',
    summary: 'Explain the difference between bank and books; others approve it before',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found'],
  })
    .input(z.strictObject({ currency: currencyCode, note: requiredText(500) }))
    .output(reconciliation),
};

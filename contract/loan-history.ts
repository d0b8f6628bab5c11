import * as z from 'zod/mini';
import { SCHEDULE_REASONS } from '#domain/loans/schedule-reasons.ts';
import { day, id } from './values.ts';

/** What was posted on the accounts of one loan, and the versions of its schedule (LC-62, LC-102). */
export const loanHistory = z.object({
  /** The latest first. Amounts are what is owed more, in minor units of the loan's currency. */
  postings: z.array(
    z.object({
      id,
      day,
      /** The money event (domain/ledger/events.ts). */
      event: z.string(),
      /** The version of the schedule that ran once it was posted, and the name of who posted it; null for somebody who is gone and where names are masked. */
      version: z.int(),
      postedBy: z.nullable(z.string()),
      capitalMinor: z.int(),
      interestMinor: z.int(),
      provisionMinor: z.int(),
    }),
  ),
  versions: z.array(
    z.object({
      version: z.int(),
      reason: z.enum(SCHEDULE_REASONS),
      day,
      firstNumber: z.int(),
      openingBalanceMinor: z.int(),
      annualRateBps: z.int(),
    }),
  ),
});

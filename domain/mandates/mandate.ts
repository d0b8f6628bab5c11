import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';
import { addMonths } from '../loans/due-dates.ts';
import { payeeIban } from '../payees/payee.ts';
import { PAYEE_CHECK_RESULTS } from '../payees/payee-check.ts';
import type { Decider } from '../status-table.ts';

/**
 * Mandates for SEPA direct debits of a loan's instalments from an account in another bank (PAY-68): core scheme, one of a loan that is not
 * ended. A draft is no mandate before it is signed.
 */
export const MANDATE_STATES = ['draft', 'active', 'suspended', 'revoked', 'expired'] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** The states in which a mandate is one: a loan has at most one of them. */
export const LIVE_MANDATE_STATES = ['active', 'suspended'] as const satisfies readonly MandateState[];

/** Why a mandate ended. */
export const MANDATE_END_REASONS = ['client', 'house', 'unused', 'loan-ended'] as const;
export type MandateEndReason = (typeof MANDATE_END_REASONS)[number];

export const MANDATE_EVENTS = ['sign', 'suspend', 'resume', 'revoke', 'expire'] as const;
export type MandateEvent = (typeof MANDATE_EVENTS)[number];

interface MandateStep {
  readonly from: MandateState;
  readonly event: MandateEvent;
  readonly to: MandateState;
  readonly by: readonly Decider[];
}

/** What is not listed is refused `mandate.not-active`. Signing again is a change of account; it also ends a suspension. */
export const MANDATE_STEPS: readonly MandateStep[] = [
  { from: 'draft', event: 'sign', to: 'active', by: ['client'] },
  { from: 'draft', event: 'revoke', to: 'revoked', by: ['client'] },
  { from: 'draft', event: 'expire', to: 'expired', by: ['bank'] },
  { from: 'active', event: 'sign', to: 'active', by: ['client'] },
  { from: 'suspended', event: 'sign', to: 'active', by: ['client'] },
  { from: 'active', event: 'suspend', to: 'suspended', by: ['staff', 'bank'] },
  { from: 'suspended', event: 'resume', to: 'active', by: ['staff'] },
  { from: 'active', event: 'revoke', to: 'revoked', by: ['client'] },
  { from: 'suspended', event: 'revoke', to: 'revoked', by: ['client'] },
  { from: 'active', event: 'expire', to: 'expired', by: ['bank'] },
  { from: 'suspended', event: 'expire', to: 'expired', by: ['bank'] },
];

/** The step of an event in a state; null when there is none. */
export function findMandateStep(from: MandateState, event: MandateEvent): MandateStep | null {
  return MANDATE_STEPS.find((step) => step.from === from && step.event === event) ?? null;
}

/** Characters of what a person notes of a call. */
export const MAX_CALL_NOTE = 500;

/** Months without use after which a mandate ends (PAY-68; SDD Core rulebook). */
export const UNUSED_MONTHS = 36;

/** The day on which a mandate ends unless it is used before: 36 months after its last collection, or its signature. YYYY-MM-DD. */
export function expiryDay(lastUsedOn: string): string {
  return addMonths(lastUsedOn, UNUSED_MONTHS);
}

/**
 * The first day on which a mandate has effect (PAY-68, LC-52): its signature's, and for a loan under contract never before the day on which the
 * law allows a payment.
 * @param earliestPayoutDay of the contract; null for a loan without one.
 */
export function effectiveDay(signedOn: string, earliestPayoutDay: string | null): string {
  return earliestPayoutDay !== null && earliestPayoutDay > signedOn ? earliestPayoutDay : signedOn;
}

const MS_OF_DAY = 86_400_000;

/** Whether an account that was prepared may still be signed: within a day of its check (PAY-68). */
export function mayBeSigned(draftedAt: Date, now: Date): boolean {
  return now.getTime() - draftedAt.getTime() <= MS_OF_DAY;
}

/** What a client types to prepare a mandate, or another account for it. */
export const mandateInput = z.object({
  loanId: z.string().check(z.uuid('validation.id')),
  iban: payeeIban,
  bankName: requiredText(100),
  /** Whether the house may take an instalment from the client's account once its direct debit came back (PAY-71, LC-71). */
  usesAccount: z.optional(z.boolean()),
  payeeCheckId: z.optional(z.string().check(z.uuid('validation.id'))),
  /** The result of the check that the client saw and went on with (PAY-15). */
  acceptedResult: z.optional(z.enum(PAYEE_CHECK_RESULTS)),
});
export type MandateInput = z.infer<typeof mandateInput>;

import * as z from 'zod/mini';
import { optionalText, requiredText } from '../fields.ts';
import { positiveAmountMinor } from '../money/fields.ts';
import { requiredDay } from '../required-day.ts';
import { STAFF_FREEZES } from './freezes.ts';
import type { LoanEvent } from './phases.ts';

/**
 * Days past due after which a borrower is offered measures, a decision of the house (LC-80): the retries of the first missed instalment are over
 * then.
 */
export const MEASURES_OFFERED_AFTER_DAYS = 8;

/** Months after the first unpaid instalment from which the time bar counts as near (LC-85): six before its end. */
export const TIME_BAR_ALARM_MONTHS = 18;

/** The letters of recovery, each kept as it was sent. */
export const RECOVERY_LETTERS = [
  'missed-instalment',
  'measures-offer',
  'formal-notice',
  'acceleration',
  'ficp-information',
  'recovery-receipt',
  'interest-forfeiture',
] as const;
export type RecoveryLetter = (typeof RECOVERY_LETTERS)[number];

/** How a formal notice ended: everything was paid, a new schedule took the unpaid instalments over, or the loan was accelerated. */
export const NOTICE_OUTCOMES = ['paid', 'replaced', 'accelerated'] as const;

/** Acts of recovery that others approve (LC-75, LC-82, LC-84, LC-85, LC-94; FOUR-22), with the event of each. */
export const EVENT_OF_RECOVERY_ACT = {
  acceleration: 'accelerate',
  provision: 'provide',
  release: 'release',
  'write-off': 'write-off',
  'interest-forfeiture': 'forfeit-interest',
  'taxed-costs': 'tax-costs',
} as const satisfies Readonly<Record<string, LoanEvent>>;
export type RecoveryAct = keyof typeof EVENT_OF_RECOVERY_ACT;
export const RECOVERY_ACTS = Object.keys(EVENT_OF_RECOVERY_ACT) as [RecoveryAct, ...RecoveryAct[]];

/** The operation of each act. */
export const OPERATION_OF_RECOVERY_ACT = {
  acceleration: 'loanRecovery.accelerate',
  provision: 'loanRecovery.provide',
  release: 'loanRecovery.provide',
  'write-off': 'loanRecovery.writeOff',
  'interest-forfeiture': 'loanRecovery.forfeitInterest',
  'taxed-costs': 'loanRecovery.taxCosts',
} as const satisfies Readonly<Record<RecoveryAct, string>>;

/** The acts that move an amount which is typed. */
export const ACTS_WITH_AMOUNT: readonly RecoveryAct[] = [
  'provision',
  'release',
  'interest-forfeiture',
  'taxed-costs',
];

/** The acts that rest on a document whose reference is typed: the court's order that taxes costs (LC-75, L312-38). */
export const ACTS_WITH_DOCUMENT: readonly RecoveryAct[] = ['taxed-costs'];

/** Why an incident is declared to the FICP (LC-83). */
export const FICP_CAUSES = ['unpaid', 'acceleration'] as const;

/** The reason of an act, and the document that proves it: its reference or its words. */
export const recoveryReason = requiredText(500);
export const recoveryDocument = requiredText(200);

/** An act as it is typed: its reason, and its amount and document where it has them. */
export const recoveryActInput = z.object({
  reason: recoveryReason,
  amountMinor: z.optional(positiveAmountMinor),
  document: z.optional(recoveryDocument),
});

/** A formal notice: the number of the registered letter, when it is known already (LC-81). */
export const formalNoticeInput = z.object({ registeredNumber: optionalText(40) });

/** Money that came in for a loan that was written off. */
export const recoveryInput = z.object({
  amountMinor: positiveAmountMinor,
  document: recoveryDocument,
});

/** A freeze as the staff types it (LC-92, LC-93). */
export const freezeInput = z.object({
  kind: z.enum(STAFF_FREEZES, 'validation.choice'),
  fromDay: requiredDay,
  document: recoveryDocument,
});
/** Why a freeze is lifted. */
export const unfreezeInput = z.object({ document: recoveryDocument });

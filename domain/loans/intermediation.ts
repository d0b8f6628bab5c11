import * as z from 'zod/mini';
import { optionalText, requiredText } from '../fields.ts';
import type { Permission } from '../operations.ts';
import { lenderCode } from './lender-code.ts';
import type { LoanEvent } from './phases.ts';

/** LC-6: what a house does that only transmits requests to lenders. Who lends is in `may-lend.ts`. */

/** Permissions of a house that lends, which mean nothing where the status forbids it: no screen shows their buttons. */
const OF_LENDERS: ReadonlySet<string> = new Set<Permission>([
  'loans.decide.approve',
  'loans.decide.reject',
  'loanOffers.issue',
  'loanOffers.decideAgreement.agree',
  'loanFile.consultFicp',
]);
/** Those of a house that transmits. What was transmitted before a house became a lender is still answered. */
const OF_INTERMEDIARIES: ReadonlySet<string> = new Set<Permission>([
  'loanTransmissions.send',
  'loanTransmissions.close',
]);

/** What the status of the institution leaves of a person's permissions, for screens; the use cases refuse the rest by themselves. */
export function permissionsUnderStatus<P extends string>(permissions: readonly P[], lends: boolean): P[] {
  const without = lends ? OF_INTERMEDIARIES : OF_LENDERS;
  return permissions.filter((permission) => !without.has(permission));
}

/** What a lender answers to a transmitted request; `withdrawn`: the client cancelled it, and the lender was told. */
export const LENDER_ANSWERS = ['accepted', 'refused', 'paid-out', 'withdrawn'] as const;
export type LenderAnswer = (typeof LENDER_ANSWERS)[number];

/** The step that an answer takes; none for a request that its client has cancelled. */
export const EVENT_OF_ANSWER: Readonly<Record<Exclude<LenderAnswer, 'withdrawn'>, LoanEvent>> = {
  accepted: 'lender-accept',
  refused: 'lender-refuse',
  'paid-out': 'lender-pay',
};

/** The longest note to a lender or to a client. */
const MAX_NOTE = 500;

/** What a member of the staff sends to hand a request to a lender: to whom, and a note that its paper carries. */
export const transmissionInput = z.object({ lender: lenderCode, note: optionalText(MAX_NOTE) });

/** What is recorded of a lender's answer; the client reads the note. */
export const lenderAnswerInput = z.object({
  answer: z.enum(LENDER_ANSWERS, 'validation.choose'),
  note: optionalText(MAX_NOTE),
});

/** Why a request is not handed to any lender: the client reads it. */
export const closingInput = z.object({ note: requiredText(MAX_NOTE) });

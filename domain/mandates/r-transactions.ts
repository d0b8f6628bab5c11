import { addMonths, daysBetween } from '../loans/due-dates.ts';
import { addDaysOf } from '../time/calendars.ts';
import { addDays } from '../time/days.ts';

/**
 * What may go wrong with a direct debit (PAY-71; SDD Core rulebook): a reject or refusal before it is settled, and after that a return by the
 * debtor's bank, a refund on demand, the refund of one that was not authorised, or a reversal by us.
 */
export const R_KINDS = ['reject', 'return', 'refund', 'unauthorised', 'reversal'] as const;
export type RKind = (typeof R_KINDS)[number];

/** What a code asks for: the mandate suspended, a person who calls as well, one second attempt, or nothing but its record. */
export type REffect = 'suspend' | 'suspend-and-call' | 'retry' | 'none';

/** The codes of a bank and what the client reads of them (`notifications.debitReasons`). `MD07`, a debtor who has died, is never told. */
const CODES = {
  AC01: { effect: 'none', words: 'invalid-iban' },
  AC04: { effect: 'suspend', words: 'account-closed' },
  AC06: { effect: 'suspend', words: 'account-blocked' },
  AC13: { effect: 'none', words: 'not-allowed' },
  AG01: { effect: 'none', words: 'not-allowed' },
  AG02: { effect: 'none', words: 'technical' },
  AM04: { effect: 'retry', words: 'insufficient-funds' },
  AM05: { effect: 'none', words: 'technical' },
  BE05: { effect: 'none', words: 'technical' },
  FF01: { effect: 'none', words: 'technical' },
  MD01: { effect: 'suspend', words: 'no-mandate' },
  MD06: { effect: 'suspend-and-call', words: 'refund-asked' },
  MD07: { effect: 'suspend', words: 'unspecified' },
  MS02: { effect: 'none', words: 'refused' },
  MS03: { effect: 'none', words: 'unspecified' },
  RC01: { effect: 'none', words: 'invalid-iban' },
  SL01: { effect: 'none', words: 'not-allowed' },
  /** Ours: the house gives the money back. */
  REVERSAL: { effect: 'none', words: 'reversed' },
} as const satisfies Readonly<Record<string, { readonly effect: REffect; readonly words: string }>>;

export type RCode = keyof typeof CODES;
/** The codes that the staff may record by hand. */
export const R_CODES = Object.keys(CODES) as [RCode, ...RCode[]];

/** The words of all codes, each once. */
export const R_WORDS = [...new Set(Object.values(CODES).map(({ words }) => words))];
export type RWords = (typeof R_WORDS)[number];

const known = (code: string | null): (typeof CODES)[RCode] | null =>
  code !== null && Object.hasOwn(CODES, code) ? CODES[code as RCode] : null;

/** What a code asks for. An unknown one, or none, is recorded and no more. */
export function effectOf(code: string | null): REffect {
  return known(code)?.effect ?? 'none';
}

/** What the client reads of a code. */
export function wordsOfCode(code: string | null): RWords {
  return known(code)?.words ?? 'unspecified';
}

/** What kind of R-transaction a code is: before the settlement always a reject. */
export function kindOf(code: string | null, wasSettled: boolean): RKind {
  if (!wasSettled) return 'reject';
  if (code === 'REVERSAL') return 'reversal';
  if (code === 'MD06') return 'refund';
  return code === 'MD01' ? 'unauthorised' : 'return';
}

/** How long each kind is allowed (PAY-2). */
export interface RDelays {
  readonly refundWeeks: number;
  readonly unauthorisedMonths: number;
}

/** TARGET days in which the debtor's bank may return a debit. */
const RETURN_DAYS = 5;

/** The last day of a kind for a debit that was settled on a day; null where there is none. */
export function lastDayOf(kind: RKind, settledOn: string, delays: RDelays): string | null {
  if (kind === 'return') return addDaysOf('target-days', settledOn, RETURN_DAYS);
  if (kind === 'refund') return addDays(settledOn, delays.refundWeeks * 7);
  return kind === 'unauthorised' ? addMonths(settledOn, delays.unauthorisedMonths) : null;
}

/** Whether an R-transaction came after its last day: it is posted all the same, and shown to the staff, who may contest it. */
export function isLate(kind: RKind, settledOn: string, day: string, delays: RDelays): boolean {
  const last = lastDayOf(kind, settledOn, delays);
  return last !== null && daysBetween(last, day) > 0;
}

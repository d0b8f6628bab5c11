import type { StatementRefusal } from './states.ts';

/** What of a statement decides whether it is posted. Amounts are minor units. */
export interface StatementFacts {
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly bookedSumMinor: number;
  /** The day of its closing balance, YYYY-MM-DD. */
  readonly day: string | null;
  /** Whether every booked entry is in the currency of the account; false for one whose sums mean nothing. */
  readonly isOneCurrency?: boolean;
}

/** The end of the posted statements of an account in a currency; null before the first. */
export interface ChainEnd {
  readonly closingMinor: number;
  readonly day: string | null;
}

/** Why a statement is refused by itself, whatever came before (PAY-21). */
export interface OwnFault {
  readonly code: StatementRefusal;
  /** What the closing balance has more than opening and entries. */
  readonly differenceMinor?: number;
}

/** Whether a statement adds up: opening + booked entries = closing (PAY-21). Null when it does. */
export function ownFault({
  openingMinor,
  closingMinor,
  bookedSumMinor,
  isOneCurrency = true,
}: StatementFacts): OwnFault | null {
  if (closingMinor === null) return { code: 'statement.no-closing-balance' };
  if (openingMinor === null) return { code: 'statement.no-opening-balance' };
  const differenceMinor = closingMinor - openingMinor - bookedSumMinor;
  return differenceMinor === 0 && isOneCurrency
    ? null
    : { code: 'statement.does-not-add-up', differenceMinor };
}

/**
 * The year in which a number names one statement: many banks begin anew with each year, so that the same number a year later is another statement
 * (PAY-23). @param day YYYY-MM-DD of its closing balance; null for one without. @param receivedOn YYYY-MM-DD of its file.
 */
export const yearOfNumber = (day: string | null, receivedOn: string): string =>
  (day ?? receivedOn).slice(0, 4);

/** A statement of the same key that is posted or waits (PAY-23): the same again, or another one. */
export function repetition(
  sha256: string,
  sameKey: readonly { readonly contentSha256: string }[],
): 'duplicate' | 'statement.differs' | null {
  if (sameKey.length === 0) return null;
  return sameKey.some(({ contentSha256 }) => contentSha256 === sha256) ? 'duplicate' : 'statement.differs';
}

/** Where a statement that adds up stands in the chain of its account. */
export type Place =
  | { readonly outcome: 'next' }
  | { readonly outcome: 'refused'; readonly code: 'statement.before-last' }
  | { readonly outcome: 'waiting'; readonly code: 'statement.gap'; readonly differenceMinor: number };

/**
 * Continuity (PAY-22): it follows when its opening is the closing of the last posted one. A day before the last is refused; anything else
 * waits for the statement in between.
 */
export function placeInChain(
  { openingMinor, day }: { readonly openingMinor: number; readonly day: string | null },
  end: ChainEnd | null,
): Place {
  if (end === null) return { outcome: 'next' };
  if (day !== null && end.day !== null && day < end.day)
    return { outcome: 'refused', code: 'statement.before-last' };
  const differenceMinor = openingMinor - end.closingMinor;
  return differenceMinor === 0
    ? { outcome: 'next' }
    : { outcome: 'waiting', code: 'statement.gap', differenceMinor };
}

import { type NameComparison, wordsOfName } from './name-comparison.ts';

/** What is known of whether a name and an IBAN belong together (PAY-13). */
export const PAYEE_CHECK_RESULTS = ['match', 'close-match', 'no-match', 'not-possible'] as const;
export type PayeeCheckResult = (typeof PAYEE_CHECK_RESULTS)[number];

/** Why it could not be known. */
export const PAYEE_CHECK_REASONS = ['timeout', 'unreachable', 'account-type', 'invalid-iban'] as const;
export type PayeeCheckReason = (typeof PAYEE_CHECK_REASONS)[number];

/** What became of a check: the order kept the typed name, or took the holder's, or there was none. */
export const PAYEE_CHECK_DECISIONS = ['accepted', 'name-taken', 'cancelled'] as const;
export type PayeeCheckDecision = (typeof PAYEE_CHECK_DECISIONS)[number];

/** What a check is made for: one transfer, an order that repeats itself, or a mandate for direct debits. */
export const ORDER_KINDS = ['transfer', 'standing-order', 'mandate'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** What a provider is asked, and what it answers. */
export interface PayeeQuestion {
  /** In its electronic form. */
  readonly iban: string;
  readonly name: string;
  readonly orderKind: OrderKind;
}
export type PayeeAnswer =
  | { readonly result: 'match' | 'no-match' }
  /** The only result that tells the holder's name. */
  | { readonly result: 'close-match'; readonly name: string }
  | { readonly result: 'not-possible'; readonly reason: PayeeCheckReason };

/** How long a check waits for its order (PAY-16), in minutes. */
export const PAYEE_CHECK_MINUTES = 10;

/** Checks in 24 hours that no order may have followed, so that nobody learns names by asking (PAY-16). */
export const MAX_UNFOLLOWED_CHECKS = 20;

/** What our own books answer of an account of ours. */
export function answerOfHolder(comparison: NameComparison, holder: string): PayeeAnswer {
  return comparison === 'close-match' ? { result: comparison, name: holder } : { result: comparison };
}

/**
 * The answer of the simulated provider, by words of the typed name, the first that applies (PAY-13): INDISPONIBLE or LENT, INCONNU,
 * PRESQUE beside another word; any other name matches.
 */
export function simulatedAnswer(name: string): PayeeAnswer {
  const words = wordsOfName(name);
  if (words.includes('INDISPONIBLE')) return { result: 'not-possible', reason: 'unreachable' };
  if (words.includes('LENT')) return { result: 'not-possible', reason: 'timeout' };
  if (words.includes('INCONNU')) return { result: 'no-match' };
  const others = words.filter((word) => word !== 'PRESQUE');
  const [last, ...rest] = others.reverse();
  if (last === undefined || others.length === words.length) return { result: 'match' };
  const initials = rest.reverse().map((word) => word.slice(0, 1));
  return { result: 'close-match', name: [last, ...initials].join(' ') };
}

/** Says whether a result must be judged by the client before the order goes on (PAY-15). An IBAN that does not hold has its own remark. */
export function asksClient(check: {
  readonly result: PayeeCheckResult;
  readonly reason?: PayeeCheckReason | null;
}): boolean {
  return check.result !== 'match' && check.reason !== 'invalid-iban';
}

/**
 * What the client decided by ordering after a check (PAY-15): the holder's name taken, or the typed one kept. `unknown-name` when the
 * order names somebody the check was not about; `undecided` when the result was not accepted.
 * @param order `acceptedResult` is the result that the client saw and went on with.
 */
export function decisionOf(
  check: {
    readonly typedName: string;
    readonly result: PayeeCheckResult;
    readonly returnedName: string | null;
    readonly reason: PayeeCheckReason | null;
  },
  order: { readonly name: string; readonly acceptedResult?: PayeeCheckResult | undefined },
): 'accepted' | 'name-taken' | 'unknown-name' | 'undecided' {
  if (check.returnedName !== null && order.name === check.returnedName) return 'name-taken';
  if (order.name !== check.typedName) return 'unknown-name';
  return asksClient(check) && order.acceptedResult !== check.result ? 'undecided' : 'accepted';
}

/** The reasons that matching gives (PAY-26). What is known of accounts changes after a line was booked, and so do these. */
const OF_MATCHING = [
  'return-unknown',
  'account-closed',
  'currency-differs',
  'iban-ambiguous',
  'iban-unknown',
  'reference-ambiguous',
  'proposed',
  'nothing-found',
  'legal-block',
  'reconciliation-open',
] as const;

/** The reasons that are facts of a line: they stay whatever changes after it was booked. */
const OF_LINES = [
  'details-missing',
  'details-differ',
  'account-refuses',
  'wrong-client',
  'return-refused',
] as const;

/** Why a receipt waits in suspense (PAY-26). */
export type SuspenseReason = (typeof OF_MATCHING)[number] | (typeof OF_LINES)[number];

const isOfMatching = (reason: string) => (OF_MATCHING as readonly string[]).includes(reason);

/** Whether a line's reason is one of those of receipts in suspense. */
export const isSuspenseReason = (reason: string): reason is SuspenseReason =>
  isOfMatching(reason) || (OF_LINES as readonly string[]).includes(reason);

/** What is known today of a line that waits. */
export interface KnownToday {
  /** What matching says of it now; null where it would be given to somebody. */
  readonly why: SuspenseReason | null;
  readonly isProposed: boolean;
  /** Whether bank and books differ in its currency without an explanation (PAY-33). */
  readonly isStopped: boolean;
}

/**
 * Why a receipt waits today. What matching found is asked again, since an IBAN may have been given, a freeze lifted or a difference explained
 * since; anything else is a fact of the line and stays: details that did not come, a client who was the wrong one, a return that a bank refused.
 */
export function reasonToday(
  booked: string | null,
  { why, isProposed, isStopped }: KnownToday,
): string | null {
  if (booked !== null && !isOfMatching(booked)) return booked;
  if (booked === 'reconciliation-open' && isStopped) return booked;
  if (isProposed && (why === null || why === 'nothing-found')) return 'proposed';
  return why ?? booked;
}

/** Why a receipt waits in suspense (PAY-26). */
export const SUSPENSE_REASONS = [
  'return-unknown',
  'account-closed',
  'currency-differs',
  'iban-ambiguous',
  'iban-unknown',
  'reference-ambiguous',
  'proposed',
  'nothing-found',
  'details-missing',
  'details-differ',
  'account-refuses',
  'reconciliation-open',
  'wrong-client',
  'legal-block',
] as const;
export type SuspenseReason = (typeof SUSPENSE_REASONS)[number];

/** Whether a line's reason is one of those of receipts in suspense. */
export const isSuspenseReason = (reason: string): reason is SuspenseReason =>
  (SUSPENSE_REASONS as readonly string[]).includes(reason);

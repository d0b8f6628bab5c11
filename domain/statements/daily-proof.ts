/** The proofs of a day (ACC-36), in the order in which they are shown. */
export const PROOF_NAMES = [
  'proof.bank',
  'proof.books',
  'proof.balances',
  'proof.clients',
  'proof.loans',
  'proof.items',
  'proof.numbers',
  'proof.audit',
] as const;
export type ProofName = (typeof PROOF_NAMES)[number];

/**
 * One proof of one currency. What two sides say is in minor units, but for numbers and the audit trail, which count entries and lines.
 */
export interface ProofResult {
  readonly name: ProofName;
  readonly leftMinor: number;
  readonly rightMinor: number;
  /** How many accounts, loans, codes or lines differ: two faults may cancel each other out in the sums. */
  readonly faults: number;
  /** Whether two persons have explained exactly this difference (PAY-33). */
  readonly isExplained: boolean;
}

/** What the two sides of a proof differ by. */
export const differenceOf = ({ leftMinor, rightMinor }: ProofResult): number => leftMinor - rightMinor;

/** Whether a proof holds: both sides say the same and nothing differs in it, or two persons have explained the difference. */
export const isProved = (result: ProofResult): boolean =>
  result.isExplained || (result.faults === 0 && differenceOf(result) === 0);

/** The proofs of a day that failed. */
export const failedProofs = (results: readonly ProofResult[]): ProofName[] =>
  results.filter((result) => !isProved(result)).map(({ name }) => name);

/** What the bank and the books say of one currency at one moment, in minor units. */
export interface ProofFigures {
  /** What the bank says that we have at the end of its last posted statement, over all accounts that are kept by statements. */
  readonly bankClosingMinor: number;
  /** `settlement` in the books: below zero for money that we have. */
  readonly settlementMinor: number;
  /** The sum of all accounts of the books: zero unless they are broken. */
  readonly booksSumMinor: number;
}

export const PROOF_ALARMS = ['proof.bank', 'proof.books'] as const;
export type ProofAlarm = (typeof PROOF_ALARMS)[number];

export interface Proof {
  /** The bank's closing balance and settlement: zero when they say the same. */
  readonly bankDifferenceMinor: number;
  readonly booksSumMinor: number;
  readonly ok: boolean;
  readonly alarms: readonly ProofAlarm[];
}

/** The proof of every import and every night (PAY-33): the bank has what the books say, and the books sum to zero. */
export function proofOf({ bankClosingMinor, settlementMinor, booksSumMinor }: ProofFigures): Proof {
  const bankDifferenceMinor = bankClosingMinor + settlementMinor;
  const alarms = [
    ...(bankDifferenceMinor === 0 ? [] : (['proof.bank'] as const)),
    ...(booksSumMinor === 0 ? [] : (['proof.books'] as const)),
  ];
  return { bankDifferenceMinor, booksSumMinor, ok: alarms.length === 0, alarms };
}

/**
 * What is open. In transit: a transfer of a client's, a return to a sender, a debit of our bank that is of an order nobody has named (PAY-32), or a refused
 * transfer that our bank debited with its file and has not given back (PAY-38). In
 * suspense: a receipt or a debit. Of receivables: what a client owes after a mistake (PAY-54), or a provisional refund (PAY-55).
 */
export const OPEN_ITEM_KINDS = [
  'transfer',
  'return',
  'unnamed-debit',
  'refused-debit',
  'receipt',
  'debit',
  'claim',
  'refund',
] as const;
export type OpenItemKind = (typeof OPEN_ITEM_KINDS)[number];

/** What the bank and the books say of one currency at one moment, in minor units. */
export interface ProofFigures {
  /** What the bank says that we have at the end of its last posted statement, over all accounts that are kept by statements. */
  readonly bankClosingMinor: number;
  /** `settlement` in the books: below zero for money that we have. */
  readonly settlementMinor: number;
  /** The sum of all accounts of the books: zero unless they are broken. */
  readonly booksSumMinor: number;
}

/** `proof.items`: what is in transit, in clearing or in suspense is not what is open (ACC-36, 6). It alarms and stops nothing. */
export const PROOF_ALARMS = ['proof.bank', 'proof.books', 'proof.items'] as const;
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

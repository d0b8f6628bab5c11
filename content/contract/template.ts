import type { PaperKind } from '#domain/loans/contract-papers.ts';

/** A part of a paper, drawn from the top down. Texts hold places in double braces, which the values of a contract fill. */
export interface PaperPart {
  readonly heading?: string;
  /** Framed, and more apparent than the rest (C. conso. R312-10, 2°). */
  readonly isBox?: true;
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly paragraphs?: readonly string[];
  /** Ruled at the left: what the law wants said. */
  readonly notices?: readonly string[];
  /** The schedule, row by row: before the payout without days. */
  readonly hasSchedule?: true | 'dated';
  /** Of a consolidation: what it replaces, and the comparison of the annex to R314-20. */
  readonly table?: 'repaid-loans' | 'other-debts' | 'comparison';
  /** Begins on a page of its own. */
  readonly isOnNewPage?: true;
}

/**
 * The words of a paper of the contract (LC-28). Changing a word changes its version in `domain/loans/contract-papers.ts`, and an institution
 * approves it again.
 */
export interface PaperTemplate {
  readonly kind: PaperKind;
  readonly title: string;
  readonly subtitle?: string;
  readonly parts: readonly PaperPart[];
}

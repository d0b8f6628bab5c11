import { createHash } from 'node:crypto';
import { AMENDMENT, JUDGES_TERMS, MEASURE_PROPOSAL } from '#content/contract/amendment.ts';
import { CONSOLIDATION } from '#content/contract/consolidation.ts';
import { DIALOGUE_SHEET } from '#content/contract/dialogue-sheet.ts';
import { EXPLANATIONS } from '#content/contract/explanations.ts';
import { FIPEN } from '#content/contract/fipen.ts';
import { CONTRACT, OFFER } from '#content/contract/offer.ts';
import { PLANNED_SCHEDULE, RETURN_RECEIPT, WITHDRAWAL_RECEIPT } from '#content/contract/receipts.ts';
import type { PaperTemplate } from '#content/contract/template.ts';
import { WITHDRAWAL_SLIP } from '#content/contract/withdrawal-slip.ts';
import type { Institution } from '#content/institution/schema.ts';
import { type PaperKind, TEMPLATE_VERSIONS } from '#domain/loans/contract-papers.ts';
import type { DialogueSheet } from '#domain/loans/solvency.ts';
import type { Work } from '../../work/work.ts';
import { drawContractPaper, type PaperContent } from './draw-contract-paper.ts';
import { insertPaper } from './queries.ts';

/**
 * The papers of an offer's set, in their order (LC-23, LC-30 to LC-32). Without a certified sheet there is no copy of it: in a demonstration.
 * The document of a consolidation comes with the sheet before the contract (LC-24, R314-18).
 */
export function offerSet(sheet: Pick<DialogueSheet, 'repaysDebts'> | null): readonly PaperTemplate[] {
  return [
    EXPLANATIONS,
    FIPEN,
    ...(sheet?.repaysDebts ? [CONSOLIDATION] : []),
    OFFER,
    WITHDRAWAL_SLIP,
    PLANNED_SCHEDULE,
    ...(sheet ? [DIALOGUE_SHEET] : []),
  ];
}
/** The kinds of paper that any offer's set may hold. */
export const SET_KINDS: ReadonlySet<PaperKind> = new Set(
  offerSet({ repaysDebts: true }).map(({ kind }) => kind),
);
export { AMENDMENT, CONTRACT, JUDGES_TERMS, MEASURE_PROPOSAL, RETURN_RECEIPT, WITHDRAWAL_RECEIPT };

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** A paper that was drawn and kept. */
export interface KeptPaper {
  readonly id: string;
  readonly kind: PaperKind;
  readonly sha256: string;
}

/** What binds an acceptance to its papers: the hash of their hashes, in their order (LC-47). */
export function setHashOf(papers: readonly KeptPaper[]): string {
  return sha256(papers.map(({ kind, sha256: hash }) => `${kind} ${hash}`).join('\n'));
}

/**
 * Draws a paper and keeps it with its hash, the version of its template and what it was filled with (LC-28).
 * @param measureId of a proposal or an amendment, of which a loan may have several (LC-87).
 */
export async function keepPaper(
  work: Work,
  institution: Institution,
  loanId: string,
  template: PaperTemplate,
  content: PaperContent,
  measureId: string | null = null,
): Promise<KeptPaper> {
  const bytes = await drawContractPaper({ institution, now: work.now }, template, content);
  const { kind } = template;
  const paper = { id: work.newId(), kind, sha256: sha256(bytes) };
  await insertPaper(work.tx, {
    ...paper,
    loanRequestId: loanId,
    measureId,
    templateVersion: TEMPLATE_VERSIONS[kind],
    approvedBy: institution.templateApprovals?.[kind]?.by ?? null,
    data: content.values,
    content: bytes,
    madeAt: work.now,
  });
  return paper;
}

/**
 * The papers of a contract: the explanations and the sheet before it, the offer, the slip to withdraw, the planned schedule, the client's own
 * sheet (LC-23, LC-28 to LC-32) and what a consolidation replaces (LC-24); the contract as accepted (LC-45); the receipts of a withdrawal and of the sum given back (LC-55, LC-59);
 * what is proposed to a borrower in difficulty, and what each measure changes (LC-87).
 */
export const PAPER_KINDS = [
  'explanations',
  'fipen',
  'offer',
  'withdrawal-slip',
  'planned-schedule',
  'dialogue-sheet',
  'consolidation',
  'contract',
  'withdrawal-receipt',
  'return-receipt',
  'measure-proposal',
  'amendment',
] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** The papers that say what the client earns, owes or has left: without the right to read incomes they are not there (STAFF-5). */
export const PAPERS_OF_INCOME: readonly PaperKind[] = ['explanations', 'dialogue-sheet', 'consolidation'];

/** The version of each of our templates. A change of its words is another version, to be approved again. */
export const TEMPLATE_VERSIONS: Readonly<Record<PaperKind, string>> = {
  explanations: '2026-11.1',
  fipen: '2026-11.1',
  offer: '2026-11.4',
  'withdrawal-slip': '2026-11.1',
  'planned-schedule': '2026-11.1',
  'dialogue-sheet': '2026-11.1',
  consolidation: '2026-11.2',
  contract: '2026-11.4',
  'withdrawal-receipt': '2026-11.1',
  'return-receipt': '2026-11.2',
  'measure-proposal': '2026-11.1',
  amendment: '2026-11.1',
};

/**
 * Which templates a contract needs, from its offer to the receipt of its end (LC-28): every one is approved before the offer, so that no paper of it is
 * drawn from words that no person of the institution has read. Only a consolidation has its own document.
 */
export function templatesOfOffer(product: string | null): PaperKind[] {
  return PAPER_KINDS.filter((kind) => kind !== 'consolidation' || product === 'consolidation');
}

/** An institution's approval of one version of a template, by the name of who approved it. */
export interface TemplateApproval {
  readonly version: string;
  readonly by: string;
}

/**
 * The templates that an offer lacks (LC-28): not approved in their present version. A demonstration's papers are
 * specimens and need no approval.
 */
export function missingTemplates(
  product: string | null,
  approvals: { readonly [Kind in PaperKind]?: TemplateApproval | undefined },
  mode: 'demo' | 'live',
): PaperKind[] {
  return templatesOfOffer(product).filter(
    (kind) => mode === 'live' && approvals[kind]?.version !== TEMPLATE_VERSIONS[kind],
  );
}

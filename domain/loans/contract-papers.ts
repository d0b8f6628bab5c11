/**
 * The papers of a contract: the explanations and the sheet before it, the offer, the slip to withdraw, the planned schedule, the client's own
 * sheet (LC-23, LC-28 to LC-32) and what a consolidation replaces (LC-24); the contract as accepted (LC-45); the receipts of a withdrawal and of the sum given back (LC-55, LC-59).
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
] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** The papers whose words the law fixes: an institution approves their template before it can make an offer (LC-28). */
export const APPROVED_PAPERS = ['fipen', 'offer', 'withdrawal-slip', 'consolidation'] as const;
export type ApprovedPaper = (typeof APPROVED_PAPERS)[number];

/** The version of each of our templates. A change of its words is another version, to be approved again. */
export const TEMPLATE_VERSIONS: Readonly<Record<PaperKind, string>> = {
  explanations: '2026-11.1',
  fipen: '2026-11.1',
  offer: '2026-11.3',
  'withdrawal-slip': '2026-11.1',
  'planned-schedule': '2026-11.1',
  'dialogue-sheet': '2026-11.1',
  consolidation: '2026-11.1',
  contract: '2026-11.3',
  'withdrawal-receipt': '2026-11.1',
  'return-receipt': '2026-11.2',
};

/** Which approved templates the set of an offer needs. */
export function templatesOfOffer(product: string | null): ApprovedPaper[] {
  return [
    'fipen',
    'offer',
    'withdrawal-slip',
    ...(product === 'consolidation' ? (['consolidation'] as const) : []),
  ];
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
  approvals: { readonly [Kind in ApprovedPaper]?: TemplateApproval | undefined },
  mode: 'demo' | 'live',
): ApprovedPaper[] {
  return templatesOfOffer(product).filter(
    (kind) => mode === 'live' && approvals[kind]?.version !== TEMPLATE_VERSIONS[kind],
  );
}

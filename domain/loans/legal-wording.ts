/**
 * Sentences whose words are fixed by law, or by our docs/rules.md, with the day they came into force. They are
 * always shown in French; other languages add a translation beside them.
 */
export type LegalSentence = {
  /** First day of force, YYYY-MM-DD; null when always. */
  readonly from: string | null;
  readonly text: string;
  readonly source: string;
};

const CREDIT_WARNINGS: readonly LegalSentence[] = [
  {
    from: null,
    text: 'Un crédit vous engage et doit être remboursé. Vérifiez vos capacités de remboursement avant de vous engager.',
    source: 'C. conso. L312-5, rédaction antérieure au 20 novembre 2026',
  },
  {
    from: '2026-11-20',
    text: "Attention\u00a0! Un crédit coûte de l'argent et doit être remboursé.",
    source: 'C. conso. L312-5, ordonnance n° 2025-880 du 3 septembre 2025',
  },
];

/** The sentence of L312-5 that goes with every credit figure, as in force on a day (YYYY-MM-DD). */
export function creditWarning(date: string): LegalSentence {
  const found = CREDIT_WARNINGS.findLast(({ from }) => from === null || from <= date);
  if (!found) throw new RangeError(`No credit warning for ${date}`);
  return found;
}

/** Whether a sentence is the last one that is known of L312-5: no day brings another. */
export const isLastCreditWarning = (text: string | null): boolean => text === CREDIT_WARNINGS.at(-1)?.text;

/** Shown on loan, fee and message pages (C. conso. L322-2; docs/rules.md, Honest by design 3). */
export const NO_PAYMENT_BEFORE_LOAN: LegalSentence = {
  from: null,
  text: "Aucun versement, de quelque nature que ce soit, ne peut être exigé d'un particulier, avant l'obtention d'un ou plusieurs prêts d'argent.",
  source: 'C. conso. L322-2',
};

/** Ends every refusal of a withdrawal (docs/rules.md, Honest by design 7). */
export const NO_PAYMENT_TO_UNLOCK: LegalSentence = {
  from: null,
  text: 'Aucun paiement ne vous sera demandé pour débloquer ce virement.',
  source: "Engagement de l'établissement",
};

/** Goes with every debt ratio shown: it is a policy, not a legal limit for consumer credit. */
export const DEBT_RATIO_NOTICE: LegalSentence = {
  from: null,
  text: "Ce n'est pas un seuil légal pour le crédit à la consommation.",
  source: 'La décision D-HCSF-2021-7 ne vise que le crédit immobilier',
};

/** What the client of a loan reads that a demonstration paid out at its approval (LC-4). */
export const DIRECT_LOAN_IN_DEMONSTRATION: LegalSentence = {
  from: null,
  text: "Démonstration\u00a0: l'offre, votre acceptation et le délai légal de sept jours ont été passés d'office. Dans un établissement réel, aucun versement n'a lieu avant le huitième jour suivant votre acceptation.",
  source: 'C. conso. L312-25',
};

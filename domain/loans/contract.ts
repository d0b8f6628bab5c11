import { requiredText } from '../fields.ts';

/** How a withdrawal from a contract came in: from the client's area, from the public page, or on paper or by mail (LC-54). */
export const WITHDRAWAL_WAYS = ['area', 'public-page', 'paper', 'mail'] as const;
export type WithdrawalWay = (typeof WITHDRAWAL_WAYS)[number];

/** The sentences that a client ticks to accept an offer, none in advance (LC-43). `{{reference}}` is the contract's. */
export const ACCEPTANCE_STATEMENTS = [
  "J'ai reçu la fiche d'information et l'offre de contrat.",
  "Je reste en possession d'un exemplaire de l'offre doté d'un formulaire détachable de rétractation.",
  "J'accepte l'offre de contrat n°\u00a0{{reference}}.",
] as const;

/** The sentence of the durable medium (LC-29, L314-27). */
export const DURABLE_MEDIUM_STATEMENT =
  'Je peux recevoir et conserver des documents au format PDF par e-mail et dans mon espace.';

/** The client's word after a late agreement (LC-51). */
export const LATE_AGREEMENT_STATEMENT = 'Je souhaite toujours bénéficier de ce crédit.';

/** Which compulsory item was missing from the sheet or the contract (LC-55). */
export const withdrawalExtensionReason = requiredText(500);

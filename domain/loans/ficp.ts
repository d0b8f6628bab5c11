import { addDays, LEGAL_TIME_ZONE } from '../time/days.ts';

/** What the Banque de France answered about a borrower (L751-1). A listing is not a ban (L751-2). */
export const FICP_OUTCOMES = ['nothing', 'incident', 'overindebtedness'] as const;
export type FicpOutcome = (typeof FICP_OUTCOMES)[number];

/** How the file was consulted: by an agent by hand, or not at all in a demonstration, which says so wherever it is shown (LC-21). */
export const FICP_PROVIDERS = ['manual', 'simulated'] as const;
export type FicpProvider = (typeof FICP_PROVIDERS)[number];

/** The legal basis of every consultation (arrêté of 26 October 2010, art. 13). */
export const FICP_LEGAL_BASIS = "Octroi d'un crédit";

/**
 * The last day on which a consultation serves an offer or an agreement (LC-21), YYYY-MM-DD. Its own day is not counted (LC-10).
 * @param validDays `ficp.validDays`.
 */
export function ficpServesUntil(consultedOn: string, validDays: number): string {
  return addDays(consultedOn, validDays);
}

const inWords = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: LEGAL_TIME_ZONE });

/**
 * What a person's export says of a consultation (LC-21): never what the file said, which the Banque de France alone tells (L751-5). In French
 * in every language, as the other sentences of the law.
 */
export function ficpSentence(consultedAt: Date): string {
  return `Le FICP a été consulté le ${inWords.format(consultedAt)}. Vos données s'obtiennent auprès de la Banque de France.`;
}

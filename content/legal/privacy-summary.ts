/**
 * The short privacy page, one object per language so that a page loads only its own. `/confidentialite` shows it, with a
 * link to the French text, in every language that has no full policy.
 */
export const privacySections = ['collection', 'usage', 'rights', 'cookies', 'contact', 'update'] as const;

export type PrivacySummary = {
  title: string;
  lead: string;
  /** Placeholders allowed, as in every text of this folder. */
  sections: { id: (typeof privacySections)[number]; title: string; paragraphs: string[]; items?: string[] }[];
  /** YYYY-MM-DD: shown in the language's own format after the text of the section `update`. */
  lastUpdate: string;
  fullTextLink: string;
};

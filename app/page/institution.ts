import { institution, publicUrl } from 'virtual:institution';
import type { LocalizedText } from '#content/institution/schema.ts';

/** The institution that this build serves: names, contacts, registrations. */
export { institution, publicUrl };

/** A demonstration is marked as one on every page and is not indexed by search engines. */
export const isDemo = institution.mode === 'demo';

/** A text of the institution's file in the language in use, with French as fallback. */
export function localized(text: LocalizedText, language: string): string {
  return (text as Record<string, string | undefined>)[language] ?? text.fr;
}

import { institution, publicUrl } from 'virtual:institution';
import type { LocalizedText } from '#content/institution/schema.ts';

/** The institution that this build serves: names, contacts, registrations. Changing its file changes every page. */
export { institution, publicUrl };

/** A demonstration says so on every page and stays out of search engines. */
export const isDemo = institution.mode === 'demo';

/** A text of the institution's file in the language in use, in French where it has none. */
export function localized(text: LocalizedText, language: string): string {
  return (text as Record<string, string | undefined>)[language] ?? text.fr;
}

import { institution, publicUrl } from 'virtual:institution';
import type { LocalizedText } from '#content/institution/schema.ts';

/** The institution that this build serves: names, contacts, registrations, claims. Changing its file changes every page. */
export { institution, publicUrl };

/** A demonstration says so on every page and stays out of search engines. */
export const isDemo = institution.mode === 'demo';

/** A text of the institution's file in the language in use, in French where it has none. */
export function localized(text: LocalizedText, language: string): string {
  return (text as Record<string, string | undefined>)[language] ?? text.fr;
}

/** A link that opens a chat with the institution, with a text pre-filled; null when the institution offers no messaging. */
export function messagingLink(text = ''): string | null {
  if (!institution.messagingNumber) return null;
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return `https://wa.me/${institution.messagingNumber}${query}`;
}

/** A link that opens the visitor's mail program. Line breaks travel as CRLF (RFC 6068). */
export function mailLink(to: string, subject = '', body = ''): string {
  const parts = [
    subject && `subject=${encodeURIComponent(subject)}`,
    body && `body=${encodeURIComponent(body.replace(/\r?\n/g, '\r\n'))}`,
  ].filter(Boolean);
  return `mailto:${to}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}

import { institution, publicUrl } from 'virtual:institution';
import type { LocalizedText } from '#content/institution/schema.ts';
import { holdsAccounts } from '#domain/accounts/held-accounts.ts';

/** The institution that this build serves: names, contacts, registrations. */
export { institution, publicUrl };

/** A demonstration is marked as one on every page and is not indexed by search engines. */
export const isDemo = institution.mode === 'demo';

/** Whether it lends itself (LC-6): a live one that does not, and it alone, names the lenders to which it hands requests. */
export const lends = isDemo || !institution.partnerLenders?.length;

/** Whether its clients have accounts with it that they pay from (LC-6). */
export const hasAccounts = holdsAccounts(institution);

/** Whether money of its clients goes through it (LC-6): on their accounts, or as loans. An intermediary holds none and pays none out. */
export const movesMoney = hasAccounts || lends;

/** A text of the institution's file in the language in use, with French as fallback. */
export function localized(text: LocalizedText, language: string): string {
  return (text as Record<string, string | undefined>)[language] ?? text.fr;
}

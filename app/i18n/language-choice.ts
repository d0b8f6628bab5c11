import { isLanguageCode, type LanguageCode, referenceLanguage } from './languages.ts';

/**
 * The chosen language is a cookie, because the server needs it for the address `/` (server/http/language-of-request.ts). Choosing one is a wish of
 * the visitor, so it needs no consent.
 */
export const languageCookie = 'preferred-language';

/** One year, in seconds. */
const KEPT_SECONDS = 31_536_000;

/** The chosen language of a `Cookie` header or `document.cookie`; French without one. */
export function languageIn(cookies: string): LanguageCode {
  const found = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`).exec(cookies)?.[1];
  return isLanguageCode(found) ? found : referenceLanguage;
}

export const storedLanguage = (): LanguageCode => languageIn(document.cookie);

/** Keeps the choice for a year. */
export function keepLanguage(code: LanguageCode): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser we support.
  document.cookie = `${languageCookie}=${code}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
}

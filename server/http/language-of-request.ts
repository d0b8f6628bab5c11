import type { Context } from 'hono';

/** Which language a visitor of `/` is shown, and how their choice is kept. */

/** The choice, as the pages read it too (app/i18n/language-choice.ts). It is no secret. */
export const LANGUAGE_COOKIE = 'preferred-language';

/** The parameter of an address by which a language is chosen: the links of the picker carry it. */
export const LANGUAGE_PARAMETER = 'langue';

/** One year, in seconds. */
const KEPT_SECONDS = 31_536_000;

/** A language of the pages: its code in addresses, its BCP 47 tag, and the path of its home page. */
export interface PageLanguage {
  readonly code: string;
  readonly tag: string;
  readonly home: string;
}

/** All of them, French first. */
type Languages<Language extends PageLanguage> = readonly [Language, ...Language[]];

/** What the answer at `/` depends on. */
export const HOME_VARIES = 'Accept-Language, Cookie';

/** The value of `Set-Cookie` that keeps a choice for a year. */
export function languageCookie(code: string, isSecure: boolean): string {
  return `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The languages that a caller accepts, best first, from `Accept-Language` (RFC 9110, 12.5.4); `q=0` refuses one. */
function accepted(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1])
        .find((q) => q !== undefined);
      return { range: range.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** Who writes Norwegian names it in three ways; our pages are in the most common one. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** The language with this tag, or with the tag's first part: « de-AT » is answered in German. */
function matching<Language extends PageLanguage>(
  languages: readonly Language[],
  range: string,
): Language | undefined {
  const first = (tag: string) => {
    const [part = ''] = tag.toLowerCase().split('-');
    return SAME_LANGUAGE[part] ?? part;
  };
  return (
    languages.find(({ tag }) => tag.toLowerCase() === range) ??
    languages.find(({ tag }) => first(tag) === first(range))
  );
}

/** The chosen language, else the best that is accepted, else the first. */
export function languageOfRequest<Language extends PageLanguage>(
  languages: Languages<Language>,
  { cookie, acceptLanguage }: { cookie: string | undefined; acceptLanguage: string | undefined },
): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(cookie ?? '')?.[1];
  const known = languages.find(({ code }) => code === chosen);
  if (known) return known;
  for (const range of accepted(acceptLanguage ?? '')) {
    const found = matching(languages, range);
    if (found) return found;
  }
  return languages[0];
}

/** The language that a path says by its beginning; French without one. */
export function languageOfPath<Language extends PageLanguage>(
  languages: Languages<Language>,
  path: string,
): Language {
  const [french, ...others] = languages;
  return others.find(({ home }) => path.startsWith(`${home}/`)) ?? french;
}

/** Keeps the language that a link chose, and leads to the address without the choice; null for an address that chooses none. */
export function keepChoice(
  c: Context,
  languages: readonly PageLanguage[],
  isSecure: boolean,
): Response | null {
  const { search, searchParams } = new URL(c.req.url);
  const chosen = searchParams.get(LANGUAGE_PARAMETER);
  if (chosen === null) return null;
  if (languages.some(({ code }) => code === chosen)) c.header('set-cookie', languageCookie(chosen, isSecure));
  c.header('cache-control', 'no-store');
  // The rest of the query stays as it was written.
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => part.split('=', 1)[0] !== LANGUAGE_PARAMETER);
  return c.redirect(c.req.path + (rest.length > 0 ? `?${rest.join('&')}` : ''), 303);
}

/** Leads a visitor of `/` to the home page in their language; null when that is the French one, here. */
export function leadHome(c: Context, languages: Languages<PageLanguage>): Response | null {
  const { home } = languageOfRequest(languages, {
    cookie: c.req.header('cookie'),
    acceptLanguage: c.req.header('accept-language'),
  });
  if (home === '/') return null;
  c.header('vary', HOME_VARIES);
  c.header('cache-control', 'no-cache');
  return c.redirect(home + new URL(c.req.url).search, 302);
}

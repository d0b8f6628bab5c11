import { describe, expect, it } from 'vitest';
import { languageIn, languageCookie as pagesCookie } from '#app/i18n/language-choice.ts';
import {
  LANGUAGE_COOKIE,
  languageCookie,
  languageOfRequest,
  type PageLanguage,
} from './language-of-request.ts';

const languages: readonly [PageLanguage, ...PageLanguage[]] = [
  { code: 'fr', home: '/', tag: 'fr-FR' },
  { code: 'en', home: '/en', tag: 'en-GB' },
  { code: 'de', home: '/de', tag: 'de-DE' },
  { code: 'ch', home: '/ch', tag: 'de-CH' },
  { code: 'pt', home: '/pt', tag: 'pt-PT' },
  { code: 'no', home: '/no', tag: 'nb-NO' },
];

describe('the language of a visitor of the home page', () => {
  it.each([
    ['nothing said: French', undefined, undefined, 'fr'],
    ['the best accepted', undefined, 'de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['a region with a language of its own', undefined, 'de-CH, de;q=0.8', 'ch'],
    ['by quality, not by order', undefined, 'en;q=0.3, pt-BR;q=0.8', 'pt'],
    ['Norwegian, whichever of its names is accepted', undefined, 'nn-NO, en;q=0.5', 'no'],
    ['Norwegian by its old name', undefined, 'no, en;q=0.5', 'no'],
    ['refused by q=0', undefined, 'en;q=0, de;q=0.1', 'de'],
    ['none that exists: French', undefined, 'sv, nl;q=0.5', 'fr'],
    ['any language: French', undefined, '*', 'fr'],
    ['an unreadable header: French', undefined, ';;q=x,,', 'fr'],
    ['the choice wins', `a=b; ${LANGUAGE_COOKIE}=en`, 'de', 'en'],
    ['an unknown choice does not', `${LANGUAGE_COOKIE}=xx`, 'de', 'de'],
    ['another cookie is no choice', `not-${LANGUAGE_COOKIE}=en`, 'de', 'de'],
  ])('%s', (_case, cookie, acceptLanguage, code) => {
    expect(languageOfRequest(languages, { cookie, acceptLanguage }).code).toBe(code);
  });
});

it('a choice is kept for a year, under the name that the pages read', () => {
  expect(LANGUAGE_COOKIE).toBe(pagesCookie);
  expect(languageCookie('de', true)).toBe(
    'preferred-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
  );
  expect(languageIn(languageCookie('de', false))).toBe('de');
});

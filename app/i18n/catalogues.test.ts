import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { textLanguages } from '#content/text-words/languages.ts';
import { chooseLanguage, needCatalogues, showLanguage } from './catalogue-files.ts';
import { addWords, currentLanguage, translate, wordsUnder } from './catalogues.ts';
import { languageIn, storedLanguage } from './language-choice.ts';
import { hreflangOf, languageOf, languages } from './languages.ts';

const page = { documentElement: { lang: 'fr' }, cookie: '' };

beforeAll(async () => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:' });
  await needCatalogues(['common', 'client', 'errors', 'admin-overview']);
});

describe('the languages of the picker', () => {
  it('are those with words and texts, in the order of the picker, each with a name and a flag', () => {
    const order = 'fr en de it pt hu es sv zh ja ch fi et sr el tr ga nl no cs lb pl'.split(' ');
    const codes = languages.map(({ code }) => code);
    expect(codes).toEqual(order.filter((code) => (textLanguages as readonly string[]).includes(code)));
    const flags = readFileSync(new URL('../ui/flags.svg', import.meta.url), 'utf8');
    for (const { code, name } of languages) {
      expect(name).not.toBe('');
      expect(flags).toContain(`<view id="${code}"`);
    }
  });

  it('have tags that Intl knows; ch is Swiss German', () => {
    for (const { tag } of languages) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(languageOf('ch').tag).toBe('de-CH');
    expect(['en', 'de', 'ch', 'no'].map((code) => hreflangOf(languageOf(code)))).toEqual([
      'en',
      'de',
      'de-CH',
      'nb',
    ]);
  });
});

describe('a word of the catalogues', () => {
  it('is found by a key whose first part names the catalogue', () => {
    expect(translate('common.theme.dark')).toBe('Sombre');
  });

  it('is found in a part that has a dot in its name, as the refusals have', () => {
    expect(translate('errors.loan.already-decided.title')).not.toContain('errors.');
  });

  it('is said in the chosen language', async () => {
    await showLanguage('en');
    expect(translate('common.theme.dark')).toBe('Dark');
    expect(page.documentElement.lang).toBe('en-GB');
    await showLanguage('fr');
    expect(page.documentElement.lang).toBe('fr');
  });

  it('falls back to French where a language lacks it, as Irish has no back office, and keeps that language', async () => {
    await showLanguage('ga');
    expect(translate('common.theme.dark')).toBe('Dorcha');
    expect(translate('admin-overview.openLoans', { count: 7 })).toBe('7 sans décision');
    expect(currentLanguage()).toBe('ga');
    expect(page.documentElement.lang).toBe('ga-IE');
    await showLanguage('fr');
  });

  it('is its whole key when French has no word either', () => {
    expect(translate('common.nobody.wrote.this')).toBe('common.nobody.wrote.this');
    expect(translate('nobody')).toBe('nobody');
  });

  it('keeps the characters of the values it is given, and shows a value that is missing', () => {
    expect(translate('client.greeting', { firstName: 'Anne & Zoé <b>$&' })).toBe('Bonjour Anne & Zoé <b>$&');
    expect(translate('client.greeting')).toBe('Bonjour {{firstName}}');
  });

  it('takes the plural of its language: nothing is singular in French, plural in English', async () => {
    const pending = (count: number) => translate('client.menu.pendingCount', { count });
    expect([0, 1, 2].map(pending)).toEqual([
      '0 demande en cours',
      '1 demande en cours',
      '2 demandes en cours',
    ]);
    await showLanguage('en');
    expect([0, 1, 2].map(pending)).toEqual(['0 pending requests', '1 pending request', '2 pending requests']);
    await showLanguage('fr');
  });

  it('takes the plural of French when the sentence is French, whatever the language', async () => {
    await showLanguage('ga');
    expect(translate('admin-overview.activatedClients', { count: 2 })).toBe('2 comptes activés');
    await showLanguage('fr');
  });
});

describe('a language chosen while another loads', () => {
  it('wins over the one that loads', async () => {
    await Promise.all([showLanguage('en'), showLanguage('fr')]);
    expect(currentLanguage()).toBe('fr');
    expect(translate('common.theme.dark')).toBe('Sombre');
  });
});

describe('the choice of a language', () => {
  it('is kept in a cookie and read again', async () => {
    await chooseLanguage('de');
    expect(page.cookie).toBe('preferred-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    expect(storedLanguage()).toBe('de');
    await chooseLanguage('fr');
  });

  it.each(['', 'preferred-language=xx', 'preferred-language=ru', 'x-preferred-language=de'])(
    'is French for « %s »: nothing was chosen, or no language of the picker',
    (cookies) => {
      expect(languageIn(cookies)).toBe('fr');
    },
  );
});

describe('words for a file of their own', () => {
  it('are whole namespaces, parts, or sentences with all their plurals', () => {
    addWords('fr', 'probe', { one: { a: 'A', b_one: 'B', b_other: 'BB' }, two: { c: 'C' } });
    expect(wordsUnder(['probe.one.b', 'probe.two'])).toEqual({
      probe: { one: { b_one: 'B', b_other: 'BB' }, two: { c: 'C' } },
    });
    expect(Object.keys(wordsUnder(['probe']).probe ?? {})).toEqual(['one', 'two']);
  });

  it('are refused when the language has none', () => {
    expect(() => wordsUnder(['probe.three'])).toThrow('fr has no words for probe.three');
  });
});

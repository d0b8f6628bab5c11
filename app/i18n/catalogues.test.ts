import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  catalogues,
  chooseLanguage,
  currentLanguage,
  needCatalogues,
  showLanguage,
  storedLanguage,
} from './catalogues.ts';
import { languageOf, languageStorageKey, languages } from './languages.ts';

const stored = new Map<string, string>();
const page = { documentElement: { lang: 'fr' } };

beforeAll(async () => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  await needCatalogues(['common']);
});

describe('the languages of the picker', () => {
  it('are the 22 of the specification, in its order, each with a name and a flag', () => {
    expect(languages.map(({ code }) => code).join(' ')).toBe(
      'fr en de it pt hu es sv zh ja ch fi et sr el tr ga nl no cs lb pl',
    );
    for (const { name, flag } of languages) {
      expect(name).not.toBe('');
      expect(flag).toMatch(/^\p{RI}\p{RI}$/u);
    }
  });

  it('have tags that Intl knows; ch is Swiss German', () => {
    for (const { tag } of languages) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(languageOf('ch').tag).toBe('de-CH');
  });
});

describe('a word of the catalogues', () => {
  it('is found by a key whose first part names the catalogue', () => {
    expect(catalogues.t('common.theme.dark')).toBe('Sombre');
  });

  it('is said in the chosen language', async () => {
    await showLanguage('en');
    expect(catalogues.t('common.theme.dark')).toBe('Dark');
    expect(page.documentElement.lang).toBe('en-GB');
    await showLanguage('fr');
    expect(page.documentElement.lang).toBe('fr');
  });

  it('falls back to French in a language without catalogues, and keeps that language', async () => {
    await showLanguage('ga');
    expect(catalogues.t('common.theme.dark')).toBe('Sombre');
    expect(currentLanguage()).toBe('ga');
    expect(page.documentElement.lang).toBe('ga-IE');
    await showLanguage('fr');
  });

  it('falls back to French when only that word is missing', async () => {
    await showLanguage('de');
    catalogues.addResource('fr', 'common', 'onlyInFrench', 'Seulement en français');
    expect(catalogues.t('common.onlyInFrench')).toBe('Seulement en français');
    await showLanguage('fr');
  });

  it('is its whole key when French has none either', () => {
    expect(catalogues.t('common.nobody.wrote.this')).toBe('common.nobody.wrote.this');
  });

  it('keeps the characters of the values it is given', () => {
    catalogues.addResource('fr', 'common', 'greeting', 'Bonjour {{name}}');
    expect(catalogues.t('common.greeting', { name: 'Anne & Zoé <b>' })).toBe('Bonjour Anne & Zoé <b>');
  });

  it('takes the plural of its language: nothing is singular in French, plural in English', async () => {
    catalogues.addResources('fr', 'common', {
      wait_one: '{{count}} demande',
      wait_other: '{{count}} demandes',
    });
    catalogues.addResources('en', 'common', {
      wait_one: '{{count}} request',
      wait_other: '{{count}} requests',
    });
    expect(catalogues.t('common.wait', { count: 0 })).toBe('0 demande');
    expect(catalogues.t('common.wait', { count: 2 })).toBe('2 demandes');
    await showLanguage('en');
    expect(catalogues.t('common.wait', { count: 0 })).toBe('0 requests');
    await showLanguage('fr');
  });
});

describe('the choice of a language', () => {
  it('is kept under the key of the specification and read again', async () => {
    await chooseLanguage('de');
    expect(stored.get(languageStorageKey)).toBe('de');
    expect(storedLanguage()).toBe('de');
    await chooseLanguage('fr');
  });

  it('is French when nothing, or nothing known, was stored', () => {
    stored.delete(languageStorageKey);
    expect(storedLanguage()).toBe('fr');
    stored.set(languageStorageKey, 'xx');
    expect(storedLanguage()).toBe('fr');
    stored.delete(languageStorageKey);
  });
});

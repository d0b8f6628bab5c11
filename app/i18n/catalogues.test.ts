import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  chooseLanguage,
  currentLanguage,
  needCatalogues,
  showLanguage,
  storedLanguage,
  translate,
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
  await needCatalogues(['common', 'client', 'errors']);
});

describe('the languages of the picker', () => {
  it('are the 22 of the picker, in its order, each with a name and a flag', () => {
    expect(languages.map(({ code }) => code).join(' ')).toBe(
      'fr en de it pt hu es sv zh ja ch fi et sr el tr ga nl no cs lb pl',
    );
    const flags = readFileSync(new URL('../ui/flags.svg', import.meta.url), 'utf8');
    for (const { code, name } of languages) {
      expect(name).not.toBe('');
      expect(flags).toContain(`<view id="${code}"`);
    }
  });

  it('have tags that Intl knows; ch is Swiss German', () => {
    for (const { tag } of languages) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(languageOf('ch').tag).toBe('de-CH');
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

  it('falls back to French in a language without catalogues, and keeps that language', async () => {
    await showLanguage('ga');
    expect(translate('common.theme.dark')).toBe('Sombre');
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
    expect(translate('client.menu.pendingCount', { count: 2 })).toBe('2 demandes en cours');
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
  it('is kept under its key and read again', async () => {
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

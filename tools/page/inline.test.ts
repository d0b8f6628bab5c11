import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { languageStorageKey } from '../../app/i18n/languages.ts';
import { themeStorageKey } from '../../app/theme.ts';
import { hashOf, headScript, loaderScript } from './inline.ts';

/** Runs the head script in a page whose storage holds these values; returns what it marked on `<html>`. */
function marksOf(stored: Record<string, string> | null): Record<string, string> {
  const dataset: Record<string, string> = {};
  const localStorage = {
    getItem(key: string) {
      if (!stored) throw new Error('Storage is refused.');
      return stored[key] ?? null;
    },
  };
  runInContext(headScript(), createContext({ document: { documentElement: { dataset } }, localStorage }));
  return dataset;
}

describe('before the first paint', () => {
  it.each([
    ['nothing stored: light and French', {}, {}],
    ['the dark theme', { [themeStorageKey]: 'dark' }, { theme: 'dark' }],
    ['the theme of the system', { [themeStorageKey]: 'system' }, { theme: 'system' }],
    ['a theme nobody knows', { [themeStorageKey]: 'neon' }, {}],
    ['French', { [languageStorageKey]: 'fr' }, {}],
    ['another language: the page waits for it', { [languageStorageKey]: 'de' }, { langPending: '' }],
    ['no storage at all', null, {}],
  ])('%s', (_case, stored, marks) => {
    expect(marksOf(stored)).toEqual(marks);
  });
});

describe('the loader', () => {
  it('carries the scripts and the stylesheets of its page', () => {
    expect(loaderScript(['/assets/entry-1.js', '/assets/home-2.js'], ['/assets/base.css'])).toMatch(
      /\/assets\/entry-1\.js.+\/assets\/home-2\.js.+\/assets\/base\.css/,
    );
  });

  it('has the hash that its policy names', () => {
    expect(hashOf('alert(1)')).toBe('sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=');
  });
});

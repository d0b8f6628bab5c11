import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { languageCookie } from '../../app/i18n/language-choice.ts';
import { readSideMenu } from '../../app/office/side-menu.ts';
import { themeStorageKey } from '../../app/page/theme.ts';
import {
  firstScript,
  frameScript,
  hashOf,
  headScript,
  islandsScript,
  languageScript,
  loaderScript,
  numbersScript,
  withData,
} from './inline.ts';

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
    ['nothing stored: light', {}, {}],
    ['the dark theme', { [themeStorageKey]: 'dark' }, { theme: 'dark' }],
    ['the theme of the system', { [themeStorageKey]: 'system' }, { theme: 'system' }],
    ['an unknown theme', { [themeStorageKey]: 'neon' }, {}],
    ['no storage at all', null, {}],
  ])('%s', (_case, stored, marks) => {
    expect(marksOf(stored)).toEqual(marks);
  });
});

describe('before the first paint of the entrance', () => {
  it.each([
    ['no choice', '', {}],
    ['French', `${languageCookie}=fr`, {}],
    ['another language: the page waits for it', `a=b; ${languageCookie}=de`, { langPending: '' }],
    ['another cookie', `x${languageCookie}=de`, {}],
  ])('%s', (_case, cookie, marks) => {
    const dataset: Record<string, string> = {};
    runInContext(languageScript(), createContext({ document: { documentElement: { dataset }, cookie } }));
    expect(dataset).toEqual(marks);
  });
});

const now = Date.UTC(2026, 10, 22);
const daysAgo = (days: number) => now - days * 86_400_000;

/** Whether the script behind a frame folds the side menu, in a window of a width whose storage holds this. */
function folds(stored: string | null, isNarrow: boolean): boolean {
  const dataset: Record<string, string> = {};
  const page = {
    document: { querySelector: () => ({ dataset }) },
    localStorage: { getItem: () => stored },
    matchMedia: () => ({ matches: isNarrow }),
    Date: { now: () => now },
  };
  runInContext(frameScript(), createContext(page));
  return dataset.folded === 'true';
}

describe('behind the frame of a signed-in area', () => {
  it.each([
    null,
    '',
    'open',
    'nonsense@1',
    `open@${daysAgo(1)}`,
    `folded@${daysAgo(6.9)}`,
    `folded@${daysAgo(8)}`,
  ])('the side menu is folded as it will be once the screen is alive: %s stored', (stored) => {
    for (const isNarrow of [true, false])
      expect(folds(stored, isNarrow)).toBe(
        (readSideMenu(stored, now) ?? (isNarrow ? 'folded' : 'open')) === 'folded',
      );
  });
});

describe('the loader of a public page', () => {
  it('carries its stylesheets, its script, and the words and code of its islands', () => {
    const script = islandsScript({
      sheets: ['/assets/base.css'],
      pageScript: '/assets/page.js',
      starter: '/assets/start.js',
      numbers: '/assets/numbers.js',
      files: { useful: ['/assets/words.js', '/assets/useful.js'] },
      failure: '<p>Réessayez.</p>',
    });
    for (const file of ['base.css', 'page.js', 'start.js', 'numbers.js', 'words.js', 'useful.js'])
      expect(script).toContain(`/assets/${file}`);
    expect(script).toContain('Réessayez.');
  });

  it('has a worker make the first call of `Intl`, which no minifier takes for idle', () => {
    expect(numbersScript()).toMatch(/Intl\.NumberFormat\..+close\(\)/);
  });
});

describe('what stands in a public page until its loader is there', () => {
  /** Runs it in a page without anything else; returns what it fetched, and a way to press a button and to end the fetch. */
  function inPage() {
    const listeners = new Map<string, (event: object) => void>();
    const fetched: { src: string; onload(): void; onerror(): void }[] = [];
    const context = createContext({
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      removeEventListener: (type: string, listener: object) => {
        if (listeners.get(type) === listener) listeners.delete(type);
      },
      document: { createElement: () => ({}), head: { append: (script: never) => fetched.push(script) } },
      setTimeout: () => 0,
    });
    runInContext(firstScript('/assets/loader.js'), context);
    const press = (button: object) => {
      let isPrevented = false;
      listeners.get('click')?.({
        type: 'click',
        target: { closest: () => ({ hasAttribute: () => false, isConnected: true, ...button }) },
        preventDefault: () => {
          isPrevented = true;
        },
        stopImmediatePropagation: () => undefined,
      });
      return isPrevented;
    };
    return { fetched, press };
  }

  it('is small: it is in the first flight of every page', () => {
    expect(firstScript('/assets/loader.js').length).toBeLessThan(800);
  });

  it.each(['onload', 'onerror'] as const)('keeps a press, fetches the loader and repeats it: %s', (end) => {
    const { fetched, press } = inPage();
    let clicks = 0;
    const button = {
      click: () => {
        clicks += 1;
      },
    };
    expect(press(button)).toBe(true);
    expect(fetched.map(({ src }) => src)).toEqual(['/assets/loader.js']);
    expect(clicks).toBe(0);
    fetched[0]?.[end]();
    expect(clicks).toBe(1);
    // From now on the loader keeps what has no code yet; without it, the page does what it does without JavaScript.
    expect(press(button)).toBe(false);
  });

  it.each([
    ['out of use', { disabled: true }],
    ['that opens a native panel', { popoverTargetElement: {} }],
  ])('leaves a button %s alone', (_case, button) => {
    expect(inPage().press(button)).toBe(false);
  });
});

describe('the loader', () => {
  const page = {
    modules: ['/assets/entry-1.js', '/assets/home-2.js'],
    words: { fr: ['/assets/francais-3.js'], de: ['/assets/deutsch-4.js'] },
    sheets: ['/assets/base.css'],
    isFrame: false,
    hasForms: false,
  };

  it('carries the scripts and the stylesheets of its page', () => {
    expect(loaderScript(page)).toMatch(
      /\/assets\/entry-1\.js.+\/assets\/home-2\.js.+francais-3\.js.+deutsch-4\.js.+\/assets\/base\.css/,
    );
  });

  it('keeps what is submitted too early only where something can be', () => {
    expect(loaderScript({ ...page, hasForms: true })).toContain('submit');
    expect(loaderScript(page)).not.toContain('submit');
  });

  it('waits until the browser is idle in a page, never in the frame of an area', () => {
    expect(loaderScript(page)).toContain('requestIdleCallback');
    expect(loaderScript({ ...page, isFrame: true })).not.toContain('requestIdleCallback');
  });

  it('has the hash that its policy names', () => {
    expect(hashOf('alert(1)')).toBe('sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=');
  });
});

describe('data in an inline script (ASVS 5.0, 1.2.3)', () => {
  it.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"];alert(1);["',
    "it's \\ \u2028 \u2029",
    "$& $' $` $1",
    'OTHER',
  ])('arrives as the text it is and closes nothing: %s', (text) => {
    const script = withData('({ given: DATA, other: OTHER })', { DATA: [text], OTHER: 1 });
    expect(script).not.toContain('<');
    // Through JSON: an object of the other context has another prototype.
    expect(JSON.parse(JSON.stringify(runInContext(script, createContext({}))))).toEqual({
      given: [text],
      other: 1,
    });
  });

  it('stands whole in the loader of a page', () => {
    const hostile = '/assets/</script><script>alert(1)</script>.js';
    const script = loaderScript({
      words: { fr: [] },
      modules: [hostile],
      sheets: [],
      isFrame: false,
      hasForms: false,
    });
    expect(script.toLowerCase()).not.toContain('</script');
  });
});

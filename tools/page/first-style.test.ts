import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SET_BY_SCRIPTS, styleOf } from './first-style.ts';

const page =
  '<div class="card md:flex" id="root" data-tone="quiet"><p>Bonjour</p><button type="button">Fermer</button></div>';

describe('the style that travels in a page', () => {
  it.each([
    ['an element that is there', 'p{color:red}'],
    ['a class that is there', '.card{color:red}'],
    ['a class whose name is escaped', '.md\\:flex{color:red}'],
    ['an id that is there', '#root{color:red}'],
    ['the page itself', 'html{color:red}'],
    ['a data attribute that is there', '[data-tone]{color:red}'],
    ['a value of it that is there', '.card[data-tone=quiet]{color:red}'],
    ['a theme chosen on the page', '[data-theme=dark]{color:red}'],
    ['a state that may be there from the beginning', 'button:focus-visible{color:red}'],
    ['one name of several', '.absent,.card{color:red}'],
    ['a list within a selector', ':is(.absent,.card) p{color:red}'],
    ['a negation', 'p:not(.absent){color:red}'],
    ['a list within a selector as heavy as it was', ':is(p,#root) p{color:red}'],
    ['a condition', '@media (width>=40rem){.card{color:red}}'],
  ])('keeps %s', (_case, css) => {
    expect(styleOf(page, css)).toContain('red');
  });

  it.each([
    ['an element that is nowhere', 'table{color:red}'],
    ['a class that is nowhere', '.absent{color:red}'],
    ['an id that is nowhere', '#absent{color:red}'],
    ['a data attribute that is nowhere', '.card[data-size]{color:red}'],
    ['a value of it that is nowhere', '.card[data-tone=loud]{color:red}'],
    ['a part of it that is nowhere', '.card .absent{color:red}'],
    ['what waits for a pointer', '.card:hover{color:red}'],
    ['what waits for a gesture', '.card::selection{color:red}'],
    ['a control out of use where none is', 'button:disabled{color:red}'],
    ['what holds around something that is nowhere', 'html:has(dialog){color:red}'],
    ['how something changes', '.card{transition:color var(--quick)}'],
    ['what the pointer looks like', '.card{cursor:pointer}'],
    ['what a printer asks for', '@media print{.card{color:red}}'],
    ['a part of controls that are nowhere', '::placeholder{color:red}'],
    ['a list of which nothing is there', ':is(.absent,table) p{color:red}'],
  ])('leaves out %s', (_case, css) => {
    expect(styleOf(page, css)).toBe('');
  });

  it('keeps of a list the selectors that may hold', () => {
    expect(styleOf(page, '.absent,.card,table{color:red}')).toBe('.card{color:red}');
    // A list within a selector weighs what its heaviest member does.
    expect(styleOf(page, ':is(#absent,.card) p{color:red}')).toBe(':is(#absent,.card) p{color:red}');
  });

  it.each([
    ['keeps', 'a font with characters of the page', 'U+0041-005A', 'src'],
    ['leaves out', 'a font with none', 'U+0400-04FF', ''],
  ])('%s %s', (_verdict, _case, range, words) => {
    const style = styleOf(page, `@font-face{font-family:x;src:url(/x.woff2);unicode-range:${range}}`);
    if (words === '') expect(style).toBe('');
    else expect(style).toContain(words);
  });

  it.each([
    ['a closed dialog', '<dialog class="far"></dialog>', '.far{color:red}', ''],
    ['an open dialog', '<dialog open class="far"></dialog>', '.far{color:red}', '.far{color:red}'],
    ['a template', '<template><p class="far"></p></template>', '.far{color:red}', ''],
    ['a closed popover', '<div popover="auto"><div></div><p class="far"></p></div>', '.far{color:red}', ''],
    [
      'what follows it',
      '<div popover="auto"><div></div></div><p class="far">',
      '.far{color:red}',
      '.far{color:red}',
    ],
    ['a part below', '<div data-below="true" class="far">', '.far{color:red}', '.far{color:red}'],
    ['what is in it', '<div data-below="true"><div></div><p class="far"></p></div>', '.far{color:red}', ''],
    [
      'the footer below it',
      '<p data-below="true"></p><footer><p class="far"></p></footer>',
      '.far{color:red}',
      '',
    ],
    [
      'a footer that may be seen',
      '<footer><p class="far"></p></footer>',
      '.far{color:red}',
      '.far{color:red}',
    ],
    [
      'letters in the name of another language',
      '<a hrefLang="cs" href="/cs">Čeština</a>',
      '@font-face{font-family:x;src:url(/x.woff2);unicode-range:U+100-17F}',
      '',
    ],
  ])('asks of %s what its first sight needs', (_case, markup, css, style) => {
    expect(styleOf(markup, css)).toBe(style);
  });

  // The style of a page is made once for all pages that show the same to its stylesheets.
  it.each([
    ['a class', '<p class="card">', '<p class="note">', '.card{color:red}'],
    ['a class whose name is escaped', '<p class="md:flex">', '<p class="md:grid">', '.md\\:flex{color:red}'],
    ['an id', '<p id="root">', '<p id="other">', '#root{color:red}'],
    [
      'a value of an attribute',
      '<p data-tone="quiet">',
      '<p data-tone="loud">',
      '[data-tone=quiet]{color:red}',
    ],
    ['a button out of use', '<button disabled>', '<button>', 'button:disabled{color:red}'],
    ['a part of a control', '<input placeholder="x">', '<input>', '::placeholder{color:red}'],
    ['a property', '<p style="color:var(--x)">', '<p style="color:blue">', ':root{--x:red}'],
    ['a character', '<p>Ж</p>', '<p>A</p>', '@font-face{font-family:red;src:url(/x);unicode-range:U+4??}'],
  ])('is another style for a page that differs by %s', (_case, one, other, css) => {
    expect(styleOf(one, css)).toContain('red');
    expect(styleOf(other, css)).not.toContain('red');
  });

  it('knows every attribute that an inline script sets', () => {
    const folder = join(import.meta.dirname, '../../app/start/inline');
    for (const file of readdirSync(folder))
      for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/dataset\.(\w+) =/g))
        expect(SET_BY_SCRIPTS).toContain(
          `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        );
  });

  it('keeps the order of the layers, which decides who wins', () => {
    const style = styleOf(
      page,
      '@layer base,components;@layer components{.card{color:red}}@layer base{p{color:blue}}',
    );
    expect(style.indexOf('@layer base')).toBeGreaterThanOrEqual(0);
    expect(style.indexOf('@layer base')).toBeLessThan(style.indexOf('@layer components'));
  });
});

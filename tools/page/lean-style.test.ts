import { describe, expect, it } from 'vitest';
import { leanStyle, withShortNames } from './lean-style.ts';

const markup = '<p class="card" style="color:var(--ink)">Bonjour</p>';

describe('a style in fewer bytes', () => {
  it.each([
    ['a property that nothing reads', ':root{--unread:1px}p{color:red}', 'p{color:red}'],
    ['what only such a property reads', ':root{--a:1px;--unread:var(--a)}p{color:red}', 'p{color:red}'],
    ['steps that no animation takes', '@keyframes spin{to{rotate:1turn}}p{color:red}', 'p{color:red}'],
    [
      'what would stand in for a property that is always set',
      ':root{--w:1px}p{width:var(--w,2px)}',
      ':root{--w:1px}p{width:var(--w)}',
    ],
    ['a property that is never set', 'p{width:var(--w,2px)}', 'p{width:2px}'],
    ['a declaration that stands twice in a row', 'p{color:red;color:red}', 'p{color:red}'],
    [
      'the range of a font that is alone',
      '@font-face{font-family:x;src:url(/x.woff2);unicode-range:U+41-5A}',
      '@font-face{font-family:x;src:url(/x.woff2)}',
    ],
  ])('is without %s', (_case, style, lean) => {
    expect(leanStyle(style, markup)).toBe(lean);
  });

  it.each([
    ['a property that the markup reads', ':root{--ink:#000}'],
    ['steps that an animation takes', '@keyframes spin{to{rotate:1turn}}p{animation:1s spin}'],
    [
      'what stands in for a property that is set on some screens only',
      '@media (width>=40rem){:root{--w:1px}}p{width:var(--w,2px)}',
    ],
    ['what stands in for a property that is set elsewhere only', '.card{--w:1px}p{width:var(--w,2px)}'],
    [
      'the ranges of a font of two files',
      '@font-face{font-family:x;src:url(/x.woff2);unicode-range:U+41-5A}@font-face{font-family:x;src:url(/y.woff2);unicode-range:U+61-7A}',
    ],
  ])('keeps %s', (_case, style) => {
    expect(leanStyle(style, markup)).toBe(style);
  });
});

describe('short names of properties', () => {
  it.each([
    [
      'the commonest first',
      ':root{--long-name:1px;--other:red}p{width:var(--other);height:var(--other)}',
      ':root{--b:1px;--a:red}p{width:var(--a);height:var(--a)}',
    ],
    [
      'not what the markup names',
      ':root{--ink:#000}p{color:var(--ink)}',
      ':root{--ink:#000}p{color:var(--ink)}',
    ],
    ['not what only a script sets', 'p{top:var(--asking)}', 'p{top:var(--asking)}'],
    [
      'not a part of another name',
      ':root{--gap:1px;--gap-2:2px}p{gap:var(--gap-2)}',
      ':root{--b:1px;--a:2px}p{gap:var(--a)}',
    ],
  ])('%s', (_case, style, short) => {
    expect(withShortNames(style, markup)).toBe(short);
  });

  it('are all different', () => {
    const names = Array.from({ length: 120 }, (_, index) => `--property-${index}:${index}px`);
    const short = withShortNames(`:root{${names.join(';')}}`, '');
    expect(new Set(short.match(/--\w+(?=:)/g)).size).toBe(120);
  });
});

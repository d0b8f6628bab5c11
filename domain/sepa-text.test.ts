import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sepaText } from './sepa-text.ts';

describe('a text that every bank carries', () => {
  test.each([
    ['Hélène Œuvrard-Straße', 'Helene Oeuvrard-Strasse'],
    ['Łukasz Þórsson', 'Lukasz Thorsson'],
    ['L’Atelier « Fictif »', "L'Atelier . Fictif ."],
    ['Dupont & fils', 'Dupont + fils'],
    ['12\u00a0rue\tdes\nLilas', '12 rue des Lilas'],
    ['//a//b//', 'a/b'],
    ['Ιωάννα Παπαδοπούλου', 'Ioanna Papadopoulou'],
    ['Юлия Щерева', 'Yuliya Shtereva'],
    ['田中', '..'],
    ['a😀b', 'a.b'],
  ])('%j is %j', (text, carried) => {
    expect(sepaText(text, 70)).toBe(carried);
  });

  test('is cut without a space or slash at its end', () => {
    expect(sepaText('abc / def', 5)).toBe('abc');
  });

  test('never holds anything else, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const carried = sepaText(text, 35);
        expect(carried).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{0,35}$/);
        expect(carried).not.toMatch(/^\/|\/$|\/\//);
        expect(sepaText(carried, 35)).toBe(carried);
      }),
    );
  });
});

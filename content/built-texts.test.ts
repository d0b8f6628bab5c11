import { describe, expect, test } from 'vitest';
import demo from './institution/demo.ts';
import { type Block, plainText } from './parse-text.ts';
import { type Texts, textsOf } from './texts.ts';

describe('what the build makes of the texts', () => {
  const texts = textsOf(demo, '2026-11-20');

  test('nothing is left to fill, and thousands are parted by a space that shows', () => {
    const words = JSON.stringify(texts);
    expect(words).not.toMatch(/\{\{\s*\w/);
    expect(words).not.toContain('\u202f');
    expect(words).toContain('50\u00a0000\u00a0€');
  });

  test('examples and warnings that stand as paragraphs are marked to be the largest', () => {
    for (const name of ['notices.fr', 'article-1.fr', 'article-3.fr']) {
      const blocks =
        name === 'notices.fr' ? (texts[name] as Texts['notices']).body : (texts[name] as Block[]);
      const loud = blocks.filter((block) => block.kind === 'paragraph' && block.loud);
      expect(plainText(loud), name).toContain("Attention\u00a0! Un crédit coûte de l'argent");
      expect(plainText(loud), name).toContain('Exemple représentatif');
      const quiet = blocks.filter((block) => !(block.kind === 'paragraph' && block.loud));
      expect(plainText(quiet), name).not.toContain('Exemple représentatif\u00a0:');
    }
  });

  test('an offer shows its features as a list and its example as figures', () => {
    for (const { body, example, product } of texts['offers.fr'] as Texts['offers']) {
      expect(body.map(({ kind }) => kind)).toEqual(['list']);
      expect(example, product).toMatchObject({ rateKind: 'fixed', feesMinor: 0 });
    }
  });

  test('in live mode there is no invented testimonial, and no average of none', () => {
    const live = textsOf({ ...demo, mode: 'live' }, '2026-11-20')['testimonials.fr'] as Texts['testimonials'];
    expect(live).toEqual({ list: [], average: null, claims: [] });
  });
});

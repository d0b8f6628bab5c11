import { describe, expect, it } from 'vitest';
import { isDeclared, undeclaredWords } from './island-words.ts';

describe('a word of an island', () => {
  it.each([
    ['common.close', false, ['common.close'], true],
    ['common.close', false, ['common'], true],
    ['common.close', false, ['common.clos'], false],
    ['simulator.question.', true, ['simulator'], true],
    // One of those that it may be is declared.
    ['errors.', true, ['errors.service'], true],
    ['errors.', true, ['validation'], false],
  ])('%s, open: %s, is declared by %o: %s', (key, isOpen, words, isHeld) => {
    expect(isDeclared(key, isOpen, words)).toBe(isHeld);
  });

  it('is found in code, and not in its comments or in names of files', () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as a text.
    const code = [
      "t('contact.form.nom'); t(`contact.subjects.${it}`);",
      '/* « common.back » */',
      "// t('common.retry')",
      "import './contact.css'; import('./contact.tsx');",
    ].join('\n');
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: code as a text.
    expect(undeclaredWords(code, [])).toEqual(['contact.form.nom', 'contact.subjects.']);
    expect(undeclaredWords(code, ['contact'])).toEqual([]);
  });
});

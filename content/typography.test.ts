import { expect, test } from 'vitest';
import { sentences, typographyProblems, visibleText, wordCount } from './typography.ts';

test.each([
  'l’offre',
  'une "offre"',
  'puis...',
  'deux  espaces',
  'Pourquoi ?',
  'Pourquoi?',
  'Attention!',
  'un point; puis',
  'Taux : 3',
  'Taux: 3',
  '**Taux :** 3',
  '35 %',
  '35%',
  '« mot\u00a0»',
  '«\u00a0mot »',
  '10 000 habitants',
  '10000\u00a0€',
  '14 jours',
  '10 €',
])('« %s » is a fault', (text) => {
  expect(typographyProblems(text)).not.toEqual([]);
});

test.each([
  "l'offre",
  'Pourquoi\u00a0?',
  '**Taux\u00a0:** 3,90\u00a0%, soit 10\u202f000\u00a0€ sur 36\u00a0mois',
  '«\u00a0mot\u00a0»',
  'de 9h00 à 18h00, https://www.regafi.fr',
  '[Vérifier](/verifier?a=1) {#ancre} {{terms.rateMin}}\u00a0;',
  "l'ordonnance n°\u00a02025-880 du 3\u00a0septembre 2025",
])('« %s » is right', (text) => {
  expect(typographyProblems(text)).toEqual([]);
});

test('sentences end at a mark followed by a capital, or at a line', () => {
  expect(sentences('Un. Deux\u00a0? Trois, 3.5 et etc. puis\n- quatre\u00a0;\n- cinq.\n---')).toEqual([
    'Un.',
    'Deux\u00a0?',
    'Trois, 3.5 et etc. puis',
    '- quatre\u00a0;',
    '- cinq.',
  ]);
});

test('words are counted as a reader does', () => {
  expect(wordCount("- L'offre coûte 10\u00a0€\u00a0: non\u00a0!")).toBe(4);
  expect(visibleText('## Qui\u00a0? {#qui}\n[ici](/faq) {{a.b}}')).toBe('## Qui\u00a0?\n[ici] X');
});

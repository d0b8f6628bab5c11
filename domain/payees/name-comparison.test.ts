import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import { compareNames, type NameComparison, wordsOfName } from './name-comparison.ts';
import { simulatedAnswer } from './payee-check.ts';

test.each<[string, string[]]>([
  ["M. Jean-Pierre D'Arc", ['JEAN', 'PIERRE', 'D', 'ARC']],
  ['Mme Œuvrard', ['OEUVRARD']],
  ['Ægir Straße Øre Łuk Đorđe', ['AEGIR', 'STRASSE', 'ORE', 'LUK', 'DORDE']],
  ['Monsieur', ['MONSIEUR']],
  ['M. et Mme', ['ET']],
  ['  ', []],
])('PAY-14 the words of %j', (name, words) => {
  expect(wordsOfName(name)).toEqual(words);
});

test.each<[typed: string, holder: string, NameComparison]>([
  ['Jean-Pierre Martin', 'MARTIN JEANPIERRE', 'match'],
  ['Mme Zoé Renard', 'renard zoe', 'match'],
  ['Martin', 'MARTIN PAUL', 'no-match'],
  ['Paul Martin', 'MARTIN PAUL HENRI', 'close-match'],
  ['P Martin', 'MARTIN PAUL', 'close-match'],
  ['M Martin', 'MARTIN PAUL', 'no-match'],
  ['Paul Martni', 'MARTIN PAUL', 'close-match'],
  ['Paul Marten', 'MARTIN PAUL', 'close-match'],
  ['Paul Merten', 'MARTIN PAUL', 'no-match'],
  ['Paul Lefebvre', 'LEFEVRE PAUL', 'close-match'],
  ['Paul Fontanelle', 'FONTENELE PAUL', 'close-match'],
  ['Paul Fontanella', 'FONTENELE PAUL', 'no-match'],
  ['Paul Roy', 'ROI PAUL', 'no-match'],
  ['Paul Martin', 'DURAND PAULE', 'no-match'],
  ['', 'MARTIN PAUL', 'no-match'],
  // Another script has no such words: it is compared as it is written.
  ['Владимир  Попов', 'владимир попов', 'match'],
  ['Владимир Попов', 'Иван Попов', 'no-match'],
])('PAY-14 %j for %j: %s', (typed, holder, comparison) => {
  expect(compareNames(typed, holder)).toBe(comparison);
});

interface NamesCase {
  readonly id: string;
  readonly title: string;
  readonly input: readonly ({ typed: string; holder: string } | { name: string })[];
  readonly expected: readonly unknown[];
}
const CASES = vectors.cases.filter(({ family }) => family === 'names') as unknown as readonly NamesCase[];

describe('PAY-13 and PAY-14 cases', () => {
  for (const { id, title, input, expected } of CASES) {
    test(`${id}: ${title}`, () => {
      expect(input.length).toBe(expected.length);
      for (const [place, one] of input.entries()) {
        if ('typed' in one) {
          expect([one, compareNames(one.typed, one.holder)]).toEqual([one, expected[place]]);
          continue;
        }
        const answer = simulatedAnswer(one.name);
        const told = { result: answer.result, name: 'name' in answer ? answer.name : null };
        expect([one, told]).toEqual([one, expected[place]]);
      }
    });
  }
});

import { expect, test } from 'vitest';
import words from '#locales/fr/admin-tasks.json' with { type: 'json' };
import { addWords, translate } from '../../i18n/catalogues.ts';
import { formatsFor } from '../../i18n/format.ts';
import { deadlineWords } from './deadline-words.ts';

addWords('fr', 'admin-tasks', words);

test.each([
  ['2026-11-20T15:00:00Z', 'dans 5 h'],
  ['2026-11-21T17:00:00Z', 'demain 18:00'],
  // The end of tomorrow, by the clock of Paris.
  ['2026-11-21T23:00:00Z', 'demain à minuit'],
  ['2026-11-18T10:00:00Z', 'en retard de 2 jours'],
])('Q-3 on 20 November at 11, %s is %s', (dueAt, said) => {
  const { duration } = formatsFor('fr-FR');
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(
    deadlineWords({ since: null, dueAt }, now, { t: translate, duration }).replace(/[\u00a0\u202f]/g, ' '),
  ).toBe(said);
});

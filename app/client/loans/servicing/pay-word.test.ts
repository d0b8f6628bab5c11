import { expect, test } from 'vitest';
import words from '#locales/fr/client-loans.json' with { type: 'json' };
import { addWords, translate } from '../../../i18n/catalogues.ts';
import { payWord } from './pay-word.ts';

addWords('fr', 'client-loans', words);

test.each([
  [0, 'Payer mon échéance'],
  [1, 'Payer mon échéance'],
  [3, 'Payer mes échéances'],
])('LC-71 with %i late instalments the button says « %s »', (late, said) => {
  expect(payWord(translate, late)).toBe(said);
});

import { expect, test } from 'vitest';
import words from '#locales/fr/dated-data.json' with { type: 'json' };
import { addWords, translate } from '../../i18n/catalogues.ts';
import { formatsFor } from '../../i18n/format.ts';
import { amountsInWords } from './amounts-in-words.ts';

addWords('fr', 'dated-data', words);

test.each([
  [{ EUR: 500_000 }, '5 000,00 €'],
  [{ EUR: 500_000, CHF: 500_000 }, '5 000,00 €, ou son équivalent dans 1 devise'],
  [{ EUR: 500_000, CHF: 500_000, JPY: 800_000 }, '5 000,00 €, ou son équivalent dans 2 devises'],
])('%o is %s: of currencies that there are not, nothing is said', (amounts, said) => {
  const { amount } = formatsFor('fr-FR');
  expect(amountsInWords(amounts, { t: translate, amount }).replace(/[\u00a0\u202f]/g, ' ')).toBe(said);
});

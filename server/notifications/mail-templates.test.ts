import { expect, test } from 'vitest';
import english from '#locales/en/mail-names.json' with { type: 'json' };
import french from '#locales/fr/mail-names.json' with { type: 'json' };
import { MAIL_TEMPLATES } from './mail-templates.ts';

test.each([
  ['French', french],
  ['English', english],
])('every mail has its name in a client’s history, in %s', (_, names) => {
  expect(Object.keys(names).sort()).toEqual(Object.keys(MAIL_TEMPLATES).sort());
});

test('LC-56 no name of a mail in the history says who withdrew from a contract', () => {
  for (const names of [french, english])
    for (const template of ['loan-withdrawn', 'loan-sum-returned'] as const)
      expect(names[template]).not.toMatch(/r[ée]tract|renonc|withdr/i);
});

import { expect, test } from 'vitest';
import { elided, PLACE_AFTER_DE } from './elision.ts';

test.each([
  ['Virement reçu de {{payer}}', 'Atelier Nord', "Virement reçu d'Atelier Nord"],
  ['Virement reçu de {{payer}}', 'Élodie', "Virement reçu d'Élodie"],
  ['Virement reçu de {{payer}}', 'Paul Martin', 'Virement reçu de Paul Martin'],
  ['Virement reçu de {{payer}}', 'Yann', 'Virement reçu de Yann'],
  ['Un prêt de {{payer}}', '1 000 €', 'Un prêt de 1 000 €'],
  ['{{payer}} en retard', 'Amélie', 'Amélie en retard'],
  ['Virement, laide {{payer}}', 'Amélie', 'Virement, laide Amélie'],
])('%s with %s', (sentence, payer, said) => {
  expect(sentence.replace(PLACE_AFTER_DE, (_, de: string | undefined) => elided(de, payer))).toBe(said);
});

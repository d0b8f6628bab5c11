import { describe, expect, test } from 'vitest';
import mails from '#locales/fr/mails.json' with { type: 'json' };
import { FIPEN } from './contract/fipen.ts';
import { OFFER } from './contract/offer.ts';

/** What the papers of an offer say, item by item. */

const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(wordsOf);
const terms = (template: typeof OFFER) =>
  template.parts.flatMap((part) => [part.heading ?? '', ...(part.facts ?? []).map(([term]) => term)]);

test('LC-30 R312-2 the sheet before the contract has each item of the list, and the warning of L312-5', () => {
  const words = wordsOf(FIPEN).join('\n');
  for (const item of [
    'Prêteur',
    'Type de crédit',
    'Montant total du crédit',
    'Mise à disposition des fonds',
    'Durée du contrat',
    'Échéances',
    'Montant total dû',
    'Taux débiteur',
    'Taux annuel effectif global (TAEG)',
    'Hypothèses du TAEG',
    'Assurance ou autre service accessoire exigé',
    'Coûts liés au contrat de crédit',
    'Coûts en cas de défaillance',
    'Droit de rétractation',
    'Remboursement anticipé',
    'Indemnité du prêteur',
    "Exemplaire de l'offre",
    "Consultation d'une base de données",
    'Délai pendant lequel le prêteur est lié',
  ])
    expect(terms(FIPEN), item).toContain(item);
  expect(words).toContain('{{creditWarning}}');
  expect(words).toContain("Les impayés risquent d'avoir de graves conséquences pour vous");
});

test('LC-31 R312-10 the offer has its seven parts in their order, and the box alone is one', () => {
  const headings = OFFER.parts.flatMap(({ heading }) => (heading ? [heading] : []));
  expect(headings).toEqual([
    '1. Les parties',
    'Caractéristiques essentielles du crédit',
    '3. Comment le crédit est remboursé',
    '4. Sûretés',
    '5. Acceptation, agrément, rétractation',
    '6. Exécution du contrat',
    '7. Réclamations et litiges',
  ]);
  const boxes = OFFER.parts.filter(({ isBox }) => isBox);
  expect(boxes.map(({ heading }) => heading)).toEqual(['Caractéristiques essentielles du crédit']);
  expect(boxes[0]?.facts?.map(([term]) => term)).toEqual([
    'Type de crédit',
    'Montant total du crédit',
    'Mise à disposition des fonds',
    'Durée du contrat',
    'Échéances',
    'Première échéance',
    'Taux débiteur',
    'TAEG',
    "Montant total dû par l'emprunteur",
    'Tous les frais',
    'Sûretés et assurances exigées',
    'Frais de notaire',
  ]);
});

test('LC-31 R312-10 6° the offer says when the whole may be asked for (L312-39), and in which order a payment is allocated (LC-78)', () => {
  const words = wordsOf(OFFER).join('\n');
  expect(words).toContain('mise en demeure restée sans effet pendant {{formalNoticeDays}} jours');
  expect(words).toContain('exiger le remboursement immédiat du capital restant dû');
  expect(words).toMatch(
    /ses intérêts, puis son capital.+intérêts de retard, l'indemnité éventuelle et les frais taxables/,
  );
});

describe('LC-40 L312-10, L312-11 no advertising, gift or countdown in the offer or its mail', () => {
  const ADVERTISING =
    /cadeau|gratuitement offert|promotion|promo|bon d'achat|parrain|profitez|dépêchez|dernière chance|plus que \d|exclusif|félicitations|!\s*$/i;
  test.each([
    ['the offer', wordsOf(OFFER)],
    ['the sheet', wordsOf(FIPEN)],
    ['the mail', wordsOf(mails.templates['loan-offered'])],
  ])('%s', (_, words) => {
    expect(words.length).toBeGreaterThan(2);
    expect(words.filter((text) => ADVERTISING.test(text))).toEqual([]);
  });
});

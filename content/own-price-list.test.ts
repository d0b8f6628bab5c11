import { expect, test } from 'vitest';
import { OTHER_PRICE_LIST } from '#domain/loans/vectors/other-price-list.ts';
import demo from './institution/demo.ts';
import { institutionValues } from './institution-values.ts';
import { placeholderValues } from './loan-values.ts';
import { offers } from './offers/offers.ts';
import { type Texts, textsOf } from './texts.ts';

/** The texts of an institution whose file has a price list. */

const DAY = '2026-11-20';
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const values = placeholderValues(institutionValues(demo), OTHER_PRICE_LIST, DAY);

test('L312-6 each offer announces the limits, the rate and the representative example of the list', () => {
  const texts = textsOf({ ...demo, priceList: OTHER_PRICE_LIST }, DAY);
  const shown = texts['offers.fr'] as Texts['offers'];
  expect(shown.map(({ product, example }) => [product, example.annualRateBps, example.amountMinor])).toEqual([
    ['personal', 450, 500_000],
    ['auto', 520, 1_200_000],
    ['consolidation', 610, 1_800_000],
    ['project', 550, 900_000],
  ]);
  expect(shown.map(({ example }) => example.durationMonths)).toEqual([24, 36, 60, 36]);
  const personal = plain(JSON.stringify(shown[0]?.body));
  for (const figure of ['1 500 €', '15 000 €', '4,50 %']) expect(personal).toContain(figure);
  const conditions = texts['conditions.fr'] as Texts['conditions'];
  expect(conditions.example.annualRateBps).toBe(450);
});

test('L312-6 the legal notices name the price of each product where there is not one', () => {
  const notices = plain(JSON.stringify(textsOf({ ...demo, priceList: OTHER_PRICE_LIST }, DAY)['notices.fr']));
  expect(notices).toContain(
    'est de 4,50 % pour un prêt personnel, de 5,20 % pour un prêt auto, de 5,50 % pour un projet personnel et de 6,10 % pour un regroupement de crédits.',
  );
  const standard = plain(JSON.stringify(textsOf(demo, DAY)['notices.fr']));
  expect(standard).toContain(
    "Le premier est celui du tarif, le même dans le simulateur, la demande et l'offre. Le tarif d'un regroupement de crédits est de 4,90 %.",
  );
});

test('no figure of the standard list is left in a text', () => {
  const written = plain(JSON.stringify([offers(values), values]));
  for (const figure of ['3,90 %', '3,97 %', '4,90 %', '19,90 %', '25 000 €', '72 mois', '84 mois'])
    expect(written).not.toContain(figure);
});

test('the figures of the texts are those of the list', () => {
  expect(
    [
      values['terms.amountMin'],
      values['terms.amountMax'],
      values['terms.durationMax'],
      values['terms.rateMin'],
      values['terms.rateMax'],
      values['example.amount'],
      values['example.duration'],
      values['example.rate'],
    ].map(plain),
  ).toEqual(['1 500 €', '40 000 €', '60 mois', '4,50 %', '12,90 %', '8 000 €', '24 mois', '4,50 %']);
});

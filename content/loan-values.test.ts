import { describe, expect, test } from 'vitest';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import demo from './institution/demo.ts';
import { institutionValues } from './institution-values.ts';
import { loanValues, placeholderValues } from './loan-values.ts';
import { allPlaceholders } from './placeholders.ts';

const values = loanValues(STANDARD_PRICE_LIST, '2026-11-20');
/** Locales differ between a narrow and a wide non-breaking space; the figures do not. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('the figures in the texts', () => {
  test('cover every placeholder, and nothing else', () => {
    const all = placeholderValues(institutionValues(demo), STANDARD_PRICE_LIST, '2026-11-20');
    expect(Object.keys(all).sort()).toEqual([...allPlaceholders].sort());
    for (const [name, value] of Object.entries(all)) expect(value, name).toMatch(/\S/);
  });

  test('the representative example of the simulator has the six items of L312-6', () => {
    expect(plain(values['example.representative'])).toBe(
      'Exemple représentatif : prêt personnel de 10 000,00 € sur 36 mois au taux débiteur fixe de 3,90 %. TAEG fixe : 3,97 %. 36 mensualités : 35 de 294,80 € et une dernière de 294,59 €. Montant total dû : 10 612,59 €. Frais de dossier : 0 €. Hors assurance facultative.',
    );
  });

  test.each([
    ['terms.amountMin', '1 000 €'],
    ['terms.amountMax', '100 000 €'],
    ['terms.durationMin', '12 mois'],
    ['terms.durationMax', '84 mois'],
    ['terms.rateMin', '3,90 %'],
    ['terms.rateMax', '19,90 %'],
    ['terms.taegMin', '3,97 %'],
    ['terms.taegMax', '21,82 %'],
    ['terms.fileFees', '0 €'],
    ['terms.earlyRepaymentFee', '0 €'],
    ['terms.debtRatioMax', '35 %'],
    ['terms.minimumAge', '18 ans'],
    ['terms.recommendedIncome', '1 200 €'],
    ['personal.amountMax', '25 000 €'],
    ['personal.durationMax', '72 mois'],
    ['example.instalment', '294,80 €'],
    ['example.firstInterest', '32,50 €'],
    ['example.firstCapital', '262,30 €'],
    ['example.totalDue', '10 612,59 €'],
    ['example.totalInterest', '612,59 €'],
    ['example.long.duration', '60 mois'],
    // 10 000 × i / (1 − (1 + i)⁻⁶⁰) with i = 0,039 / 12 is 183,7142…
    ['example.long.instalment', '183,71 €'],
  ] as const)('%s is %s', (name, expected) => {
    expect(plain(values[name])).toBe(expected);
  });

  test('the longer example costs what its figures say', () => {
    const euros = (text: string) =>
      Math.round(Number(plain(text).replace(' €', '').replace(/ /g, '').replace(',', '.')) * 100);
    expect(euros(values['example.long.extraInterest'])).toBe(
      euros(values['example.long.totalInterest']) - euros(values['example.totalInterest']),
    );
    expect(euros(values['example.long.totalDue'])).toBe(
      1_000_000 + euros(values['example.long.totalInterest']),
    );
  });

  test('speak English too', () => {
    const english = loanValues(STANDARD_PRICE_LIST, '2026-11-20', 'en');
    expect(plain(english['example.representative'])).toBe(
      'Representative example: personal loan of €10,000.00 over 36 months at a fixed borrowing rate of 3.90%. Fixed APR (TAEG): 3.97%. 36 monthly instalments: 35 of €294.80 and a last one of €294.59. Total amount due: €10,612.59. Application fee: €0. Optional insurance not included.',
    );
    expect(english['terms.minimumAge']).toBe('18');
    expect(english['legal.creditWarning']).toBe(values['legal.creditWarning']);
  });

  test('the warning is the one in force since 20 November 2026', () => {
    expect(values['legal.creditWarning']).toBe(
      "Attention\u00a0! Un crédit coûte de l'argent et doit être remboursé.",
    );
  });
});

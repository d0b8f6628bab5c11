import { expect, it } from 'vitest';
import { faultLine } from './fault-line.ts';

it.each([
  ['Montant', 'Ce champ est obligatoire.', 'Montant\u00a0: Ce champ est obligatoire.'],
  [
    'Que deviennent les échéances\u00a0?',
    'Choisissez une valeur de la liste.',
    'Que deviennent les échéances\u00a0? Choisissez une valeur de la liste.',
  ],
  ['いつからですか？', '必須です。', 'いつからですか？ 必須です。'],
  ['Από πότε;', 'Υποχρεωτικό.', 'Από πότε; Υποχρεωτικό.'],
])('a fault of « %s » is told without a second mark', (label, fault, line) => {
  expect(faultLine(label, fault, `${label}\u00a0: ${fault}`)).toBe(line);
});

import { expect, test } from 'vitest';
import type { ClientLanguage } from '#domain/clients/client-languages.ts';
import { movementWords } from '../ledger/movement-words.ts';
import { paperLanguage } from './paper-language.ts';

test.each<[ClientLanguage, string, string]>([
  ['fr', '1er novembre 2026', 'Annulation du 1er novembre 2026\u00a0: saisie en double'],
  ['de', '1. November 2026', 'Storno vom 1. November 2026: saisie en double'],
  ['et', '1.11.2026', 'Tühistus 1.11.2026: saisie en double'],
  ['sr', '1. новембра 2026.', 'Поништено 1. новембра 2026. Разлог: saisie en double'],
])('a day of a paper and of a movement is written as a sentence of %s says it', (code, day, movement) => {
  expect(paperLanguage(code).dayInWords('2026-11-01')).toBe(day);
  const details = { date: '2026-11-01', reason: 'saisie en double' };
  expect(movementWords({ event: 'reversal', description: null, details }, code)).toBe(movement);
});

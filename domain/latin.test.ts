import { expect, test } from 'vitest';
import { inLatin } from './latin.ts';

test.each([
  ['Élodie Ünal-Őze', 'Elodie Unal-Oze'],
  ['Nguyễn', 'Nguyen'],
  ['Œuvrard ŒUVRARD', 'Oeuvrard OEUVRARD'],
  ['Straße STRAẞE', 'Strasse STRASSE'],
  ['Þórsson ÞÓRSSON', 'Thorsson THORSSON'],
  ['İpek Yıldız', 'Ipek Yildiz'],
  ['Θεοδώρου ΘΕΟΔΩΡΟΥ', 'Theodorou THEODOROU'],
  ['Ψαρρός Χρήστος', 'Psarros Christos'],
  ['Щерев ЩЕРЕВ', 'Shterev SHTEREV'],
  ['Фёдор Чайковский', 'Fedor Chaykovskiy'],
  ['Їжакевич Ґалаґан', 'Izhakevich Galagan'],
  ['Љуба Ђоковић', 'Ljuba Djokovic'],
  ['田中 한, 12 € – 5 %', '田中 한, 12 € – 5 %'],
])('%s is written %s', (text, latin) => {
  expect(inLatin(text)).toBe(latin);
  expect(inLatin(text.normalize('NFD'))).toBe(latin);
});

import { expect, test } from 'vitest';
import { readDraft } from './kept-typing.ts';

test.each<[string | null, Record<string, string>]>([
  [null, {}],
  ['', {}],
  ['null', {}],
  ['"nom"', {}],
  ['{"nom":"Zoé","message":"Bonjour"}', { nom: 'Zoé', message: 'Bonjour' }],
  ['{"nom":"Zoé","password":"x","__proto__":"y"}', { nom: 'Zoé' }],
  ['{"nom":3,"message":null}', {}],
])('a draft %s gives the form only its own texts', (stored, expected) => {
  expect(readDraft(stored, ['nom', 'message'])).toEqual(expected);
});

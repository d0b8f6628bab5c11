import { expect, test } from 'vitest';
import { isOwnName, ownPayeeName, payeeName } from './payee.ts';
import { asksClient, decisionOf, simulatedAnswer } from './payee-check.ts';

test.each([
  ['Paul Presque Martin', { result: 'close-match', name: 'MARTIN P' }],
  ['Presque Martin', { result: 'close-match', name: 'MARTIN' }],
  ['Anne-Lise Presque Martin', { result: 'close-match', name: 'MARTIN A L' }],
  ['Presque', { result: 'match' }],
  ['Inconnu Presque Indisponible', { result: 'not-possible', reason: 'unreachable' }],
  ['Paul Lent Inconnu', { result: 'not-possible', reason: 'timeout' }],
  ['Paul Presque Inconnu', { result: 'no-match' }],
  ['Valentin Lenteur', { result: 'match' }],
])('PAY-13 the simulated provider: %s', (name, answer) => {
  expect(simulatedAnswer(name)).toEqual(answer);
});

const CLOSE = {
  typedName: 'Paul Martin',
  result: 'close-match',
  returnedName: 'MARTIN P',
  reason: null,
} as const;
const NONE = { typedName: 'Paul Martin', result: 'no-match', returnedName: null, reason: null } as const;
const AWAY = {
  typedName: 'Paul Martin',
  result: 'not-possible',
  returnedName: null,
  reason: 'timeout',
} as const;
const MATCH = { ...NONE, result: 'match' } as const;
const INVALID = { ...AWAY, reason: 'invalid-iban' } as const;

test.each([
  ['a match asks nothing', MATCH, 'Paul Martin', undefined, 'accepted'],
  ['another name than the one asked about', MATCH, 'Paul Martine', 'match', 'unknown-name'],
  ["the holder's name is taken", CLOSE, 'MARTIN P', undefined, 'name-taken'],
  ['the typed name is kept, knowing', CLOSE, 'Paul Martin', 'close-match', 'accepted'],
  ['the typed name without a word', CLOSE, 'Paul Martin', undefined, 'undecided'],
  ['another result was accepted', CLOSE, 'Paul Martin', 'match', 'undecided'],
  ['no match, knowing', NONE, 'Paul Martin', 'no-match', 'accepted'],
  ['no match without a word', NONE, 'Paul Martin', undefined, 'undecided'],
  ['not possible, knowing', AWAY, 'Paul Martin', 'not-possible', 'accepted'],
  ['not possible without a word', AWAY, 'Paul Martin', undefined, 'undecided'],
  ['an IBAN that does not hold has its own remark', INVALID, 'Paul Martin', undefined, 'accepted'],
] as const)('PAY-15 %s', (_, check, name, acceptedResult, decision) => {
  expect(decisionOf(check, { name, acceptedResult })).toBe(decision);
});

test('PAY-12 what the client must judge', () => {
  expect([MATCH, CLOSE, NONE, AWAY, INVALID].map(asksClient)).toEqual([false, true, true, true, false]);
});

test('PAY-10 a payee has a name of 70 characters at most, in the characters of SEPA', () => {
  const isName = (text: string) => payeeName.safeParse(text).success;
  expect([isName('Zoé'), isName('  '), isName('//'), isName('a'.repeat(70)), isName('a'.repeat(71))]).toEqual(
    [true, false, false, true, false],
  );
  // « ß » is two letters in a file.
  expect([isName('ß'.repeat(35)), isName('ß'.repeat(36))]).toEqual([true, false]);
});

test("PAY-10 the client's own name, as far as a file carries it", () => {
  const long = `${'Très-Long '.repeat(9)}Nom`;
  expect(ownPayeeName('Zoé Renard')).toBe('Zoé Renard');
  expect(payeeName.safeParse(ownPayeeName(long)).success).toBe(true);
  expect(long.startsWith(ownPayeeName(long))).toBe(true);
  expect(isOwnName('zoé  RENARD', 'Zoé Renard')).toBe(true);
  expect(isOwnName('Zoé Renarde', 'Zoé Renard')).toBe(false);
  expect(isOwnName('Владимир', 'Иван')).toBe(false);
});

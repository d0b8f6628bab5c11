import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordsOfHouse } from './words-of-house.ts';

const BANK = { mode: 'live', status: 'credit-institution' };
const INTERMEDIARY = { mode: 'live', status: 'iobsp-broker' };
const read = (code: string, name: string) => JSON.parse(readFileSync(`locales/${code}/${name}.json`, 'utf8'));
const textOf = (words: unknown) => JSON.stringify(words);

test.each(['fr', 'en'])(
  'LC-6 in %s the staff of a house without accounts activate a space, and no account',
  (code) => {
    const words = (house: typeof BANK) => wordsOfHouse('admin-clients', read(code, 'admin-clients'), house);
    const [account, space] =
      code === 'fr'
        ? ['Activer le compte', "Activer l'espace"]
        : ['Activate the account', 'Activate the space'];
    expect(textOf(words(BANK))).toContain(account);
    expect(textOf(words(BANK))).not.toContain(space);
    expect(textOf(words(INTERMEDIARY))).toContain(space);
    expect(textOf(words(INTERMEDIARY))).not.toContain(account);
  },
);

test('LC-6 a word of a house without accounts stands for one of every house, in every catalogue', () => {
  for (const code of ['fr', 'en'])
    for (const file of readdirSync(`locales/${code}`)) {
      const name = file.replace('.json', '');
      for (const house of [BANK, INTERMEDIARY]) {
        const said = wordsOfHouse(name, read(code, name), house);
        if (/^admin|^dated-data/.test(name))
          expect(Object.keys(said).filter((key) => key === 'elsewhere' || key === 'live')).toEqual([]);
      }
    }
  expect(() => wordsOfHouse('admin', { one: 'a', elsewhere: { two: 'b' } }, INTERMEDIARY)).toThrow(
    /admin\.two/,
  );
  expect(() => wordsOfHouse('admin', { one: { a: 'b' }, elsewhere: { one: 'b' } }, INTERMEDIARY)).toThrow();
});

test.each(['fr', 'en'])(
  'LC-5 in %s the staff of a live institution read of no payout at once and of no demonstration',
  (code) => {
    const words = (mode: string) =>
      textOf(wordsOfHouse('admin-loans', read(code, 'admin-loans'), { mode, status: 'credit-institution' }));
    const [now, never] =
      code === 'fr'
        ? ['versé tout de suite', 'Une démonstration approuve']
        : ['account at once', 'A demonstration approves'];
    expect([words('demo').includes(now), words('demo').includes(never)]).toEqual([true, true]);
    expect([words('live').includes(now), words('live').includes(never)]).toEqual([false, false]);
  },
);

test('LC-6 an intermediary calls what it opens a client area', () => {
  expect(wordsOfHouse('common', read('fr', 'common'), INTERMEDIARY).accountTypes).toMatchObject({
    credit: 'Espace client',
  });
});

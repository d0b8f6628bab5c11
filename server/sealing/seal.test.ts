import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newestAppOpens, resealSecondFactors } from '../auth/reseal.ts';
import { sealedFor } from '../auth/second-factor/second-factor-codes.ts';
import { secondFactorOf } from '../auth/second-factor/second-factor-queries.ts';
import { BadConfiguration, type Config } from '../config.ts';
import { rowsOf } from '../db/database.ts';
import { secondFactors } from '../db/schema/index.ts';
import { insertDraft } from '../files/queries.ts';
import { newestFileOpens } from '../files/reseal.ts';
import { newUuid } from '../ids.ts';
import { assembleBank } from '../open-bank.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { createSeal, instanceSecrets } from './seal.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

const seal = createSeal('a secret of the instance, long enough');
const text = Buffer.from('the secret of an app');

test('what is sealed opens again, reads as nothing, and never twice the same', () => {
  const [first, second] = [seal.close(text, 'alix'), seal.close(text, 'alix')];
  expect(seal.open(first, 'alix')).toEqual(text);
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').includes(text)).toBe(false);
});

test('it opens for its owner alone, under its key, and only unaltered', () => {
  const sealed = seal.close(text, 'alix');
  const altered = Buffer.from(sealed, 'base64url');
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
  expect(() => seal.open(sealed, 'camille')).toThrow();
  expect(() => createSeal('another secret').open(sealed, 'alix')).toThrow();
  expect(() => seal.open(altered.toString('base64url'), 'alix')).toThrow();
  expect(() => seal.open('', 'alix')).toThrow();
});

describe('a key that is replaced', () => {
  const [OLD, NEW] = ['the key of before, thirty-two and more', 'the key of today, thirty-two and more'];
  const old = createSeal(OLD);

  test('opens with the new one beside it, and is sealed with the new one alone from then on', () => {
    const both = createSeal(NEW, [OLD]);
    const sealed = old.close(text, 'alix');
    expect(both.open(sealed, 'alix')).toEqual(text);
    const renewed = both.renew(sealed, 'alix') ?? '';
    expect(createSeal(NEW).open(renewed, 'alix')).toEqual(text);
    expect(() => old.open(renewed, 'alix')).toThrow();
    expect(both.renew(renewed, 'alix')).toBeNull();
    expect(() => createSeal(NEW).renew(sealed, 'alix')).toThrow();
    expect(() => both.renew(sealed, 'camille')).toThrow();
  });

  test("is the operator's, with the one before it and the one kept in the database until then", async () => {
    const { db } = bank.database;
    const [row] = await rowsOf<{ value: string }>(db, sql`select value from secrets where name = 'seal'`);
    expect(await instanceSecrets(db, { secretKey: null, secretKeyPrevious: OLD })).toEqual({
      secret: row?.value,
      previous: [OLD],
    });
    expect(await instanceSecrets(db, { secretKey: NEW, secretKeyPrevious: OLD })).toEqual({
      secret: NEW,
      previous: [OLD, row?.value],
    });
  });

  test('leaves every app in use: their secrets are sealed anew, those of no key are counted, and a key that opens nothing is noticed', async () => {
    const { db } = bank.database;
    const people = await Promise.all([bank.client(), bank.client(), bank.client()]);
    const keep = (userId: string, secret: string) =>
      db.insert(secondFactors).values({ userId, secret, createdAt: new Date() });
    const [first, second, third] = people.map(({ userId }) => userId) as [string, string, string];
    await keep(first, old.close(text, sealedFor(first)));
    await keep(second, createSeal(NEW).close(text, sealedFor(second)));
    await keep(third, createSeal('a key that nobody has any more').close(text, sealedFor(third)));
    const both = createSeal(NEW, [OLD]);
    expect(await resealSecondFactors(db, both)).toEqual({ resealed: 1, lost: 1 });
    expect(await resealSecondFactors(db, both)).toEqual({ resealed: 0, lost: 1 });
    for (const userId of [first, second]) {
      const row = await secondFactorOf(db, userId);
      expect(createSeal(NEW).open(row?.secret ?? '', sealedFor(userId))).toEqual(text);
    }
    // What a start asks: the newest app and the newest file, under a key that is not theirs.
    const newest = await bank.client();
    await db.insert(secondFactors).values({
      userId: newest.userId,
      secret: old.close(text, sealedFor(newest.userId)),
      createdAt: new Date(Date.now() + 60_000),
    });
    expect(await newestAppOpens(db, old)).toBe(true);
    expect(await newestAppOpens(db, createSeal(NEW))).toBe(false);
    expect(await newestFileOpens(db, old)).toBeNull();
    await insertDraft(db, {
      id: newUuid(),
      personId: newest.userId,
      sealedKey: old.close(text, 'another file'),
      createdAt: new Date(),
    });
    expect(await newestFileOpens(db, old)).toBe(false);
  });

  test('that opens nothing keeps a live institution from starting, unless its operator says that it is lost', async () => {
    const { config, institution, database, surroundings } = bank.bank;
    const person = await bank.client();
    await database.db.insert(secondFactors).values({
      userId: person.userId,
      secret: old.close(text, sealedFor(person.userId)),
      createdAt: new Date(Date.now() + 120_000),
    });
    const start = async (named: Partial<Config>, mode: 'demo' | 'live') => {
      const file = { ...institution, mode, houseIban: undefined };
      const started = await assembleBank({ ...config, ...named }, file as never, database, surroundings);
      await started.live.close();
    };
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'info').mockImplementation(() => {});
    await start({ secretKey: NEW }, 'demo');
    await expect(start({ secretKey: NEW }, 'live')).rejects.toThrow(
      /^SECRET_KEY is not the key of this database: .*SECRET_KEY_LOST=yes starts without what it sealed\.$/,
    );
    await expect(start({ secretKey: NEW, secretKeyPrevious: 'f'.repeat(32) }, 'live')).rejects.toThrow(
      BadConfiguration,
    );
    await start({ secretKey: NEW, isKeyLost: true }, 'live');
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^The secrets of \d+ authenticator apps open with neither key\.$/),
    );
    await start({ secretKey: OLD }, 'live');
    vi.restoreAllMocks();
  });
});

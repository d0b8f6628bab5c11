import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { applyMigrations, knownMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { CHUNK_BYTES } from '../files/chunk-cipher.ts';
import { createFileStore } from '../files/file-store.ts';
import { expectBooksToBalance } from '../testing/books.ts';
import { isWhole, sizeFor } from '../testing/size.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../testing/test-bank.ts';
import { embeddedDatabase, freshDatabaseUrl } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { keepBackup, sendBackup } from './back-up.ts';
import { checkBackup } from './backup-file.ts';
import { sealKeysOf } from './backup-seal.ts';
import { faultsOfBooks, summariseBooks } from './books.ts';
import { isEmpty, type RestoreInto, requireSeal, restoreInto, startHistory } from './restore.ts';
import { prepareSession, rowsOfTable, tablesOf } from './snapshot.ts';

/** A backup is worth what its restore gives back: everything here is compared with the bank it was taken from. */

const KEYS = sealKeysOf({ secretKey: 'a'.repeat(44), secretKeyPrevious: 'b'.repeat(44) });
const ABOUT = { version: '0.0.0-test', now: new Date('2026-11-20T12:00:00Z'), sealKey: KEYS.present };

let bank: TestBank;
let folder: string;
let opened: Database[];
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client({ firstName: 'Zoë « \\ " \u2028é', lastName: 'L’Été\t' });
    await bank.fund(client, 1_234_56);
    await bank.fund(await bank.client(), 99);
  }),
);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  rmSync(folder, { recursive: true, force: true });
  await bank.close();
});

const backUp = (name = 'bank.gz') =>
  keepBackup(join(folder, name), (sink) => sendBackup(bank.database, ABOUT, sink));

const samples = mkdtempSync(join(tmpdir(), 'guichet-sample-'));
let sample: Promise<unknown> | null = null;
afterAll(() => rmSync(samples, { recursive: true, force: true }));

/** A backup of a bank as each test finds it, made once: for tests about the file alone. */
async function sampleFile(): Promise<string> {
  const file = join(samples, 'bank.gz');
  sample ??= keepBackup(file, (sink) => sendBackup(bank.database, ABOUT, sink));
  await sample;
  return file;
}

/** The kinds of database that a backup is restored into, the embedded one by the whole tests. A bank on that one has no other. */
const KINDS =
  process.env.GUICHET_TEST_DATABASE === 'postgresql' && isWhole
    ? (['same', 'embedded'] as const)
    : (['same'] as const);

/** An empty database of the kind of this run, or an embedded one: backups move between both. The caller closes it. */
async function newDatabase(kind: 'same' | 'embedded', purpose: string): Promise<Database> {
  if (kind === 'embedded' || bank.database.kind === 'pglite') return embeddedDatabase({ migrates: false });
  const url = await freshDatabaseUrl(`${purpose}_${process.env.VITEST_POOL_ID ?? '0'}`);
  return openDatabase({ kind: 'postgresql', url, poolSize: 2 }, { migrates: false });
}

/** One of the test's own, of the kind of this run. */
async function emptyDatabase(): Promise<Database> {
  const database = await newDatabase('same', 'restore');
  opened.push(database);
  return database;
}

const restore = (database: Database, file: string, options: Partial<RestoreInto> = {}) =>
  database.db.transaction((tx) => restoreInto(tx as unknown as Db, file, { sealKeys: KEYS, ...options }));

/** Every row of every table, as texts. */
async function contentOf(database: Database): Promise<Record<string, string[]>> {
  return database.db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    await prepareSession(tx);
    const content: Record<string, string[]> = {};
    for (const table of await tablesOf(tx)) {
      const rows: string[] = [];
      for await (const lines of rowsOfTable(tx, table)) rows.push(...lines);
      content[table.name] = rows;
    }
    return content;
  });
}

/** A bank with an uploaded file, backed up and restored: made once for each kind of database, for the tests that only look. */
async function makeRestored(kind: 'same' | 'embedded') {
  const loan = { amountMinor: 1_000_00, purpose: 'Vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
  const { id } = (await client.post('/loans', loan)).body.loan;
  const file = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(sizeFor({ small: 3 * CHUNK_BYTES, whole: 5 * 1024 * 1024 }), 7),
    Buffer.from('%%EOF'),
  ]);
  expect((await client.post(`/loans/${id}/documents`, file)).status).toBe(200);
  const before = await contentOf(bank.database);
  const { closing } = await backUp();
  const database = await newDatabase(kind, 'restored');
  const restored = await restore(database, join(folder, 'bank.gz'));
  const { seal } = bank.bank.auth;
  return { file, before, closing, database, restored, seal };
}

const made = new Map<string, ReturnType<typeof makeRestored>>();
function restoredBank(kind: 'same' | 'embedded' = 'same'): ReturnType<typeof makeRestored> {
  const known = made.get(kind) ?? makeRestored(kind);
  made.set(kind, known);
  return known;
}
afterAll(async () => {
  for (const each of made.values()) await (await each).database.close();
});

describe('a restored bank', () => {
  test.each(KINDS)('has every row, balance and audit line: %s database', async (kind) => {
    const { before, closing, database, restored } = await restoredBank(kind);
    expect(restored.faults).toEqual([]);
    expect(await contentOf(database)).toEqual(before);
    expect(before.ledger_entries?.length).toBeGreaterThan(2);
    expect(await summariseBooks(database.db)).toEqual(closing.books);
    expect(closing.books.trialBalance.map(({ difference }) => difference)).toEqual(['0']);
    expect(closing.books.trialBalance[0]?.clients).toBe(String(1_234_56 + 99));
    await expectBooksToBalance(database.db);
    expect((await database.migrations()).pending).toBe(0);
  });

  test.each(KINDS)('has the uploaded files of the %s kind of database', async (kind) => {
    const { database, file, seal } = await restoredBank(kind);
    const store = createFileStore(database.db, {
      seal,
      surroundings: bank.bank.surroundings,
      antivirus: null,
    });
    const [row] = await rowsOf<{ id: string }>(database.db, sql`select id from files`);
    const restored = await store.open(database.db, row?.id ?? '');
    expect(file.equals(Buffer.from(await new Response(restored?.content).arrayBuffer()))).toBe(true);
  });

  test('keeps its guards: entries cannot be changed, tallies go on counting', async () => {
    const { database } = await restoredBank();
    await expect(database.db.execute(sql`update ledger_entries set amount = amount + 1`)).rejects.toThrow();
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`update ledger_accounts set balance = balance + 1`);
    });
    await expect(broken).rejects.toThrow();
    const guards = sql`select count(*)::int as off from pg_trigger where tgenabled <> 'O'`;
    expect(await rowsOf(database.db, guards)).toEqual([{ off: 0 }]);
  });

  test('is brought up to date when its backup is of an older version', { tags: ['whole'] }, async () => {
    const older = await newDatabase('same', 'older');
    opened.push(older);
    const known = knownMigrations();
    await older.db.transaction(async (tx) => {
      await startHistory(tx as unknown as Db);
      await applyMigrations(tx as unknown as Db, known.slice(0, -1));
    });
    await keepBackup(join(folder, 'older.gz'), (sink) => sendBackup(older, ABOUT, sink));
    const database = await emptyDatabase();
    expect((await restore(database, join(folder, 'older.gz'))).migrated).toBe(1);
    expect(await database.migrations()).toEqual({ applied: known.length, pending: 0, unknown: 0 });
    expect(Object.keys(await contentOf(database))).toEqual(Object.keys(await contentOf(bank.database)));
  });

  test('is not made from a backup of a newer version', async () => {
    const { opening } = await backUp();
    await rewrite('bank.gz', 'newer.gz', (line) =>
      line.replace(opening.migrations.at(-1) ?? '', 'f'.repeat(64)),
    );
    await expect(restore(await emptyDatabase(), join(folder, 'newer.gz'))).rejects.toThrow('does not know');
  });
});

const nothingIn = ({ db }: Database) => rowsOf(db, sql`select 1 from pg_tables where schemaname = 'public'`);

/** Writes another backup with changed lines and right digests: what a person with the format's description could make. */
async function rewrite(from: string, to: string, change: (line: string) => string): Promise<void> {
  const lines = gunzipSync(readFileSync(join(folder, from)))
    .toString()
    .trimEnd()
    .split('\n');
  const closing = JSON.parse(lines.pop() ?? '');
  const whole = createHash('sha256');
  let table = createHash('sha256');
  const written = lines.map((each) => {
    let line = change(each);
    if (line.startsWith('{"table"')) table = createHash('sha256');
    else if (line.startsWith('[')) table.update(line).update('\n');
    else if (line.startsWith('{"endOf"'))
      line = JSON.stringify({ ...JSON.parse(line), sha256: table.digest('hex') });
    whole.update(line).update('\n');
    return line;
  });
  written.push(JSON.stringify({ ...closing, sha256: whole.digest('hex') }));
  writeFileSync(join(folder, to), gzipSync(`${written.join('\n')}\n`));
}

describe('while the bank works', () => {
  test('the copy is of one moment: its books hold, and no payment made meanwhile was refused', async () => {
    const credits = Array.from({ length: 20 }, () => bank.fund(client, 7));
    const { closing } = await backUp();
    await Promise.all(credits);
    expect(closing.books.trialBalance.every(({ difference }) => difference === '0')).toBe(true);
    const database = await emptyDatabase();
    await restore(database, join(folder, 'bank.gz'));
    expect(await faultsOfBooks(database.db)).toEqual([]);
  });
});

describe('the file', () => {
  test('is there only once whole, readable by its owner alone, and replaces nothing', async () => {
    const { bytes } = await backUp();
    expect(readdirSync(folder)).toEqual(['bank.gz']);
    expect(statSync(join(folder, 'bank.gz'))).toMatchObject({ size: bytes });
    expect(statSync(join(folder, 'bank.gz')).mode & 0o077).toBe(0);
    const failing = keepBackup(join(folder, 'other.gz'), async (sink) => {
      sink.write('half');
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual(['bank.gz']);
  });

  const damages: Record<string, (file: string, target: string) => Promise<void> | void> = {
    'cut short': (file, target) => writeFileSync(target, readFileSync(file).subarray(0, -40)),
    'cut short at the end of a line': async (file, target) => {
      const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1);
      writeFileSync(target, gzipSync(`${lines.join('\n')}\n`));
    },
    'one bit changed': (file, target) => {
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      writeFileSync(target, bytes);
    },
    'one amount changed': async (file, target) => {
      const text = gunzipSync(readFileSync(file)).toString();
      expect(text).toContain('"123456"');
      writeFileSync(target, gzipSync(text.replace('"123456"', '"923456"')));
    },
    'one row taken out': async (file, target) => {
      const lines = gunzipSync(readFileSync(file)).toString().split('\n');
      lines.splice(
        lines.findIndex((line) => line.startsWith('[')),
        1,
      );
      writeFileSync(target, gzipSync(lines.join('\n')));
    },
    'not a backup': (_, target) => writeFileSync(target, 'hello'),
    'another gzip file': (_, target) => writeFileSync(target, gzipSync('{"hello":1}\n')),
    empty: (_, target) => writeFileSync(target, ''),
    missing: () => {},
  };
  test.each(Object.keys(damages))(
    'is refused when it is %s, and the database stays as it is',
    async (name) => {
      const target = join(folder, 'damaged.gz');
      await damages[name]?.(await sampleFile(), target);
      await expect(checkBackup(target)).rejects.toThrow(`${target} cannot be used`);
    },
  );

  test('without a seal whose books do not hold: refused for the first, then for the second, and restored when told so twice', async () => {
    await keepBackup(join(folder, 'bank.gz'), (sink) =>
      sendBackup(bank.database, { ...ABOUT, sealKey: null }, sink),
    );
    let isChanged = false;
    let table = '';
    await rewrite('bank.gz', 'forged.gz', (line) => {
      if (line.startsWith('{"table"')) table = JSON.parse(line).table;
      if (table !== 'ledger_entries' || isChanged || !line.includes('"123456"')) return line;
      isChanged = true;
      return line.replaceAll('"123456"', '"123457"');
    });
    expect(isChanged).toBe(true);
    const database = await emptyDatabase();
    const file = join(folder, 'forged.gz');
    // The operator may vouch for a file that carries no seal, in so many words; that alone accepts no faults.
    const { closing: unsealed } = await checkBackup(file);
    expect(() => requireSeal(file, unsealed, KEYS)).toThrow('carries no seal');
    const vouchedFor = { acceptsUnsealed: true };
    await expect(restore(database, file, vouchedFor)).rejects.toThrow('The books of this backup do not hold');
    expect(await nothingIn(database)).toEqual([]);
    const { faults, closing } = await restore(database, file, { ...vouchedFor, acceptsFaults: true });
    expect(faults.join('\n')).toContain('does not sum to zero');
    expect(closing.seal).toBeUndefined();
  });
});

describe('the seal', () => {
  const IBAN = 'FR7630006000011234567890189';

  async function forged(): Promise<string> {
    await bank.database.db.execute(
      sql`update client_accounts set iban = ${IBAN} where id = ${client.accountId}::uuid`,
    );
    await backUp();
    let isChanged = false;
    await rewrite('bank.gz', 'forged.gz', (line) => {
      isChanged ||= line.includes(IBAN);
      return line.replaceAll(IBAN, 'DE89370400440532013000');
    });
    expect(isChanged).toBe(true);
    return join(folder, 'forged.gz');
  }
  test('an IBAN changed, with every digest computed again, is refused and leaves nothing', async () => {
    const file = await forged();
    const database = await emptyDatabase();
    await expect(checkBackup(file)).resolves.toBeTruthy();
    await expect(restore(database, file)).rejects.toThrow('is not sealed by SECRET_KEY');
    expect(await nothingIn(database)).toEqual([]);
    // The one that was not changed is: « a restored bank » restores such a one.
    const { closing } = await checkBackup(join(folder, 'bank.gz'));
    expect(() => requireSeal('bank.gz', closing, KEYS)).not.toThrow();
  });

  test.each([
    ['the key', { secretKey: 'a'.repeat(44), secretKeyPrevious: null }, null],
    ['the key as the one before', { secretKey: 'c'.repeat(44), secretKeyPrevious: 'a'.repeat(44) }, null],
    [
      'another key',
      { secretKey: 'c'.repeat(44), secretKeyPrevious: 'd'.repeat(44) },
      'is not sealed by SECRET_KEY',
    ],
    ['no key', { secretKey: null, secretKeyPrevious: null }, 'no SECRET_KEY is named to check it'],
  ])('under %s', async (_, secrets, refusal) => {
    const { closing } = await checkBackup(await sampleFile());
    const asked = () => requireSeal('bank.gz', closing, sealKeysOf(secrets));
    if (refusal === null) expect(asked).not.toThrow();
    else expect(asked).toThrow(refusal);
  });
});

test('a database with people in it is not empty; one that a first start filled is', async () => {
  expect(await isEmpty(bank.database.db)).toBe(false);
  // The same database, emptied and filled as a first start fills it: roles, rates and the secret of its seal.
  await bank.close();
  bank = await openTestBank();
  expect(await isEmpty(bank.database.db)).toBe(true);
  await bank.database.db.execute(sql`insert into secrets (name, value) values ('session', 'x')`);
  expect(await isEmpty(bank.database.db)).toBe(true);
});

test('the streams of a backup pass through a slow reader without loss', async () => {
  const copy = join(folder, 'copy.gz');
  await pipeline(
    createReadStream(await sampleFile(), { highWaterMark: 7 }),
    createGunzip(),
    createGzip(),
    createWriteStream(copy),
  );
  expect((await checkBackup(copy)).closing.tables).toBeGreaterThan(20);
});

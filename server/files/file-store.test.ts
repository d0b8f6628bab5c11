import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FILE_TYPES } from '#domain/files/file-type.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { createSeal } from '../sealing/seal.ts';
import { sizeFor } from '../testing/size.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { createAntivirus } from './antivirus.ts';
import { CHUNK_BYTES } from './chunk-cipher.ts';
import { ABANDONED_AFTER_MS, createFileStore, type FileStore } from './file-store.ts';
import { resealFiles } from './reseal.ts';

let bank: TestBank;
let house: Db;
/** Who uploads, and the database as they reach it. */
let personId: string;
let theirs: Db;
let store: FileStore;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    house = bank.database.db;
    ({ userId: personId } = await bank.client());
    theirs = bank.database.of(personId);
  }),
);
// Of the bank that is open now: a bank that is put back is opened again.
beforeEach(() => {
  store = bank.bank.files;
});
afterEach(() => bank.close());

/** A PDF of so many bytes, in parts as a network brings them. */
async function* pdf(size: number, part = 60_000): AsyncGenerator<Uint8Array> {
  const head = Buffer.from('%PDF-1.7\n');
  const end = Buffer.from('\n%%EOF\n');
  yield head;
  for (let left = size - head.length - end.length; left > 0; left -= part)
    yield Buffer.alloc(Math.min(part, left), left % 251);
  yield end;
}
async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text, 'latin1');
}
const put = (content: AsyncIterable<Uint8Array>) => store.put(theirs, personId, content, FILE_TYPES);
async function keep(content: AsyncIterable<Uint8Array>): Promise<string> {
  const file = await put(content);
  await theirs.transaction((tx) => store.keep(tx as unknown as Db, file, new Date()));
  return file.id;
}
async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  for await (const bytes of content) digest.update(bytes);
  return digest.digest('hex');
}
async function read(id: string, from: FileStore = store): Promise<Buffer> {
  const file = await from.open(theirs, id);
  return Buffer.from(await new Response(file?.content).arrayBuffer());
}
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error) => error.code ?? error.message,
  );
const left = () =>
  rowsOf<{ files: number; chunks: number }>(
    house,
    sql`select (select count(*)::int from files) as files, (select count(*)::int from file_chunks) as chunks`,
  );
const owner = (statement: ReturnType<typeof sql>) => asOwner(house, (tx) => tx.execute(statement));

describe('a stored file', () => {
  test.each([[40], [CHUNK_BYTES - 1], [CHUNK_BYTES], [CHUNK_BYTES + 1], [3 * CHUNK_BYTES + 5]])(
    'of %i bytes comes back as it came, with its size and SHA-256',
    async (size) => {
      const file = await put(pdf(size));
      expect(file).toMatchObject({
        sizeBytes: size,
        mediaType: 'application/pdf',
        scan: 'unscanned',
        sha256: await digestOf(pdf(size)),
      });
      await store.keep(theirs, file, new Date());
      const bytes = await read(file.id);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, file.sha256]);
    },
  );

  test('is read by another node, and stands nowhere as it was sent', async () => {
    const id = await keep(parts('%PDF-1.7\n', 'un revenu de 2 000 euros', '%%EOF'));
    const secrets = { seal: bank.bank.auth.seal, surroundings: bank.bank.surroundings };
    const elsewhere = createFileStore(house, { ...secrets, antivirus: null });
    expect(String(await read(id, elsewhere))).toContain('un revenu de 2 000 euros');
    const [row] = await rowsOf<{ text: string }>(
      house,
      sql`select encode(content, 'escape') as text from file_chunks where file_id = ${id}::uuid`,
    );
    expect(row?.text.length).toBeGreaterThan(20);
    expect(row?.text).not.toContain('revenu');
  });

  test('opens no more once a piece was moved, left out, cut off, altered or taken from another file', async () => {
    const size = 3 * CHUNK_BYTES;
    const faults: readonly ((id: string, other: string) => ReturnType<typeof sql>)[] = [
      (id) =>
        sql`update file_chunks c set content = (select o.content from file_chunks o where o.file_id = c.file_id and o.number = 1 - c.number)
          where file_id = ${id}::uuid and number < 2`,
      (id) => sql`delete from file_chunks where file_id = ${id}::uuid and number = 1`,
      (id) =>
        sql`with cut as (delete from file_chunks where file_id = ${id}::uuid and number = 2)
          update files set chunk_count = 2 where id = ${id}::uuid`,
      (id) =>
        sql`update file_chunks set content = set_byte(content, 100, get_byte(content, 100) # 1)
          where file_id = ${id}::uuid and number = 2`,
      (id, other) =>
        sql`update file_chunks set content = (select o.content from file_chunks o where o.file_id = ${other}::uuid and o.number = 0)
          where file_id = ${id}::uuid and number = 0`,
      (id, other) =>
        sql`update files set sealed_key = (select o.sealed_key from files o where o.id = ${other}::uuid) where id = ${id}::uuid`,
    ];
    const other = await keep(pdf(size));
    for (const fault of faults) {
      const id = await keep(pdf(size));
      expect((await read(id)).length).toBe(size);
      await owner(fault(id, other));
      await expect(read(id)).rejects.toThrow();
    }
  });

  test('opens under a new key of the instance once its own key is sealed anew', async () => {
    const id = await keep(pdf(1_000));
    const renewed = createSeal('a-new-secret-key-of-32-characters', [await secretOfBank()]);
    expect(await resealFiles(house, renewed)).toEqual({ resealed: 1, lost: 0 });
    expect(await resealFiles(house, renewed)).toEqual({ resealed: 0, lost: 0 });
    const alone = createSeal('a-new-secret-key-of-32-characters');
    const { surroundings } = bank.bank;
    const after = createFileStore(house, { seal: alone, surroundings, antivirus: null });
    expect((await read(id, after)).length).toBe(1_000);
    expect(await resealFiles(house, createSeal('an-unrelated-key-of-32-characters-x'))).toEqual({
      resealed: 0,
      lost: 1,
    });
    await expect(store.open(theirs, id)).rejects.toThrow('none of the keys');
  });

  async function secretOfBank(): Promise<string> {
    const [row] = await rowsOf<{ value: string }>(house, sql`select value from secrets where name = 'seal'`);
    return row?.value ?? '';
  }
});

describe('what is refused leaves nothing', () => {
  test.each([
    ['an empty file', [], 'document.empty'],
    ['an HTML page', ['<!doctype html><script>alert(1)</script>'], 'document.unknown-type'],
    ['a PDF behind an HTML page', ['<html>', '%PDF-1.7\n%%EOF'], 'document.unknown-type'],
    ['a PDF that was cut off', ['%PDF-1.7\n', 'x'.repeat(CHUNK_BYTES)], 'document.damaged'],
    ['a JPEG that was cut off', ['\xff\xd8\xff\xe0\0\x10JFIF'], 'document.damaged'],
  ])('%s', async (_, texts, code) => {
    expect(await refusal(put(parts(...texts)))).toBe(code);
    expect(await left()).toEqual([{ files: 0, chunks: 0 }]);
  });

  test('a type that the route does not take', async () => {
    const only = store.put(theirs, personId, pdf(100), ['image/png']);
    expect(await refusal(only)).toBe('document.unknown-type');
  });

  test('a body that breaks off in the middle', async () => {
    async function* broken() {
      yield* pdf(2 * CHUNK_BYTES);
      throw new Error('gone');
    }
    expect(await refusal(put(broken()))).toBe('gone');
    expect(await left()).toEqual([{ files: 0, chunks: 0 }]);
  });

  test('one upload of a person is under way at a time, on every node', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* slow() {
      yield* pdf(2 * CHUNK_BYTES);
      await ended;
    }
    const first = put(slow());
    await expect.poll(async () => (await left())[0]?.files).toBe(1);
    expect(await refusal(put(pdf(100)))).toBe('document.upload-under-way');
    const other = await bank.client();
    const theirOwn = store.put(bank.database.of(other.userId), other.userId, pdf(100), FILE_TYPES);
    expect(await refusal(theirOwn)).toBe('accepted');
    end();
    await store.giveUp(theirs, (await first).id);
    expect(await refusal(put(pdf(100)))).toBe('accepted');
  });

  test('the draft of a process that was killed goes with the next upload of anybody', async () => {
    await put(pdf(CHUNK_BYTES + 1));
    bank.setNow(new Date(Date.now() + ABANDONED_AFTER_MS + 1_000));
    const other = await bank.client();
    const file = await store.put(bank.database.of(other.userId), other.userId, pdf(100), FILE_TYPES);
    expect(await rowsOf(house, sql`select id from files`)).toEqual([{ id: file.id }]);
    expect(await left()).toEqual([{ files: 1, chunks: 1 }]);
  });
});

describe('the antivirus', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A clamd that says the same of every file; null says nothing. What it was sent is kept. */
  async function fakeClamd(answer: string | null, received: Buffer[] = []): Promise<string> {
    const server = createServer((socket) => {
      let bytes = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (part) => {
        bytes = Buffer.concat([bytes, part]);
        if (answer === null || !bytes.subarray(-4).equals(Buffer.alloc(4))) return;
        received.push(bytes);
        socket.end(`${answer}\0`);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(server.address() as { port: number }).port}`;
  }
  function scanned(address: string): Promise<{ scan: string }> {
    const { auth, surroundings } = bank.bank;
    const antivirus = createAntivirus(address, 300);
    const scanning = createFileStore(house, { seal: auth.seal, surroundings, antivirus });
    expect(scanning.isScanned).toBe(true);
    return scanning.put(theirs, personId, pdf(CHUNK_BYTES + 10), FILE_TYPES);
  }

  test('sees the whole file, and its word is kept', async () => {
    const received: Buffer[] = [];
    expect(await scanned(await fakeClamd('stream: OK', received))).toMatchObject({ scan: 'clean' });
    const [bytes = Buffer.alloc(0)] = received;
    expect(String(bytes.subarray(0, 10))).toBe('zINSTREAM\0');
    expect(bytes.readUInt32BE(10)).toBe(CHUNK_BYTES);
    expect(bytes.length).toBe(10 + 4 + CHUNK_BYTES + 4 + 10 + 4);
  });

  test.each([
    ['a finding', 'stream: Eicar-Test-Signature FOUND', 'document.infected'],
    ['a limit of its own', 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'service.unavailable'],
    ['an error', 'INSTREAM size limit exceeded. ERROR', 'service.unavailable'],
    ['nothing', null, 'service.unavailable'],
  ])('%s keeps the file out', async (_, answer, code) => {
    expect(await refusal(scanned(await fakeClamd(answer)))).toBe(code);
    expect(await left()).toEqual([{ files: 0, chunks: 0 }]);
  });

  test('that is not there keeps files out', async () => {
    expect(await refusal(scanned('/nonexistent/clamd.ctl'))).toBe('service.unavailable');
    expect(await refusal(scanned('127.0.0.1:1'))).toBe('service.unavailable');
  });
});

// The embedded database of tests lies in memory itself, with all that is stored.
const MEGABYTES = sizeFor({ small: 15, whole: 30 });
/** At the beginning and at the end. To collect what is free takes longer than to store a megabyte. */
const SAMPLES = sizeFor({ small: 5, whole: 10 });

test.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
  `memory stays flat while ${MEGABYTES} MB are stored and read`,
  async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const size = MEGABYTES * 1024 * 1024;
    /** What the process holds, in MB, at each of the first and last megabytes that go by. */
    async function heldDuring(work: (watched: typeof watch) => Promise<unknown>): Promise<number[]> {
      const held: number[] = [];
      let gone = 0;
      async function* watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const bytes of content) {
          gone += bytes.length;
          const before = held.length < SAMPLES ? held.length : held.length + MEGABYTES - 2 * SAMPLES;
          if (gone >= (before + 1) * 1024 * 1024) {
            collect();
            // The buffers of what was collected are released beside the program.
            await new Promise((resolve) => setTimeout(resolve, 5));
            const { heapUsed, arrayBuffers } = process.memoryUsage();
            held.push(Math.round((heapUsed + arrayBuffers) / 1024 / 1024));
          }
          yield bytes;
        }
      }
      await work(watch);
      expect(gone).toBe(size);
      return held;
    }
    // The least of the samples: memory that is kept is in all of them, and one may still hold buffers that the collector had not released.
    const growth = (held: readonly number[]) =>
      Math.min(...held.slice(-SAMPLES)) - Math.min(...held.slice(0, SAMPLES));

    let id = '';
    const storing = await heldDuring(async (watched) => {
      id = await keep(watched(pdf(size)));
    });
    const reading = await heldDuring(async (watched) => {
      const file = await store.open(theirs, id);
      const digest = await digestOf(watched(file?.content as AsyncIterable<Uint8Array>));
      expect(digest).toBe(await digestOf(pdf(size)));
    });
    expect(growth(storing), `stored with ${storing} MB`).toBeLessThan(5);
    expect(growth(reading), `read with ${reading} MB`).toBeLessThan(5);
  },
);

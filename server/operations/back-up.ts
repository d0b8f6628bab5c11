import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { type Closing, checkBackup, FORMAT, type Opening, type TableStart } from './backup-file.ts';
import { sealOf } from './backup-seal.ts';
import { summariseBooks } from './books.ts';
import { prepareSession, rowsOfTable, tablesOf } from './snapshot.ts';

export interface BackupAbout {
  readonly version: string;
  readonly now: Date;
  /** What the backup is sealed with; null where the installation names no key. */
  readonly sealKey: Buffer | null;
}

/**
 * The lines of a backup, all of one moment: one read-only snapshot of the database, which goes on working meanwhile. On the embedded
 * database, which has a single connection, other work waits until it is read.
 */
async function* linesOf(
  tx: Db,
  kind: Database['kind'],
  about: BackupAbout,
): AsyncGenerator<string, void, void> {
  const whole = createHash('sha256');
  const said = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    whole.update(text);
    return text;
  };
  await prepareSession(tx);
  const [server] = await rowsOf<{ version: string }>(
    tx,
    sql`select current_setting('server_version') as version`,
  );
  const migrations = await rowsOf<{ hash: string }>(
    tx,
    sql`select hash from drizzle.__drizzle_migrations order by created_at, id`,
  );
  yield said({
    guichetBackup: FORMAT,
    createdAt: about.now.toISOString(),
    version: about.version,
    database: kind,
    server: server?.version ?? '',
    migrations: migrations.map(({ hash }) => hash),
  } satisfies Opening);

  const tables = await tablesOf(tx);
  let rows = 0;
  for (const table of tables) {
    yield said({ table: table.name, columns: table.columns } satisfies TableStart);
    const reading = rowsOfTable(tx, table);
    for (;;) {
      const step = await reading.next();
      if (step.done) {
        rows += step.value.rows;
        yield said({ endOf: table.name, ...step.value });
        break;
      }
      const text = `${step.value.join('\n')}\n`;
      whole.update(text);
      yield text;
    }
  }
  const books = await summariseBooks(tx);
  const closing = {
    complete: true as const,
    tables: tables.length,
    rows,
    books,
    sha256: whole.digest('hex'),
  };
  const seal = about.sealKey && sealOf(closing, about.sealKey);
  yield `${JSON.stringify(seal ? { ...closing, seal } : closing)}\n`;
}

/** Sends a backup of the database as it stands now, compressed, wherever `sink` leads. */
export async function sendBackup(
  database: Database,
  about: BackupAbout,
  sink: NodeJS.WritableStream,
): Promise<void> {
  await database.db.transaction(
    async (transaction) => {
      const tx = transaction as unknown as Db;
      await pipeline(Readable.from(linesOf(tx, database.kind, about)), createGzip({ level: 6 }), sink);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a backup under its name only once it is whole: beside it first, on the disk, read back and checked. Only its owner may read it.
 * @param write fills the stream and ends it.
 * @throws Error when the name is taken; whatever `write` throws, leaving nothing behind.
 */
export async function keepBackup(
  file: string,
  write: (sink: NodeJS.WritableStream) => Promise<void>,
): Promise<{ opening: Opening; closing: Closing; bytes: number }> {
  const draft = `${file}.partial-${process.pid}`;
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await write(sink);
    const { opening, closing } = await checkBackup(draft);
    const { size } = await stat(draft);
    await rename(draft, file);
    if (process.platform !== 'win32') syncFolder(dirname(file));
    return { opening, closing, bytes: size };
  } catch (error) {
    // A file that is only being opened would appear after it was taken away.
    const closed = sink.closed || new Promise<void>((resolve) => sink.once('close', () => resolve()));
    sink.destroy();
    await closed;
    await rm(draft, { force: true });
    throw error;
  }
}

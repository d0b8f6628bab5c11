import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BooksSummary } from './books.ts';
import type { Column, TableDigest } from './snapshot.ts';

/**
 * A backup is one gzip file of lines of JSON: what it is; for each table its name and columns, its rows as arrays of texts, and how many
 * there were with their digest; at the very end a line with the totals, a digest of every line before it and a seal. The same for both
 * databases, so that a bank can move from one to the other. A file that was cut short has no last line.
 */
export const FORMAT = 1;

export interface Opening {
  readonly guichetBackup: typeof FORMAT;
  readonly createdAt: string;
  /** The version of the product that wrote it. */
  readonly version: string;
  readonly database: string;
  readonly server: string;
  /** The schema's history, as hashes of its migrations, the first first. */
  readonly migrations: readonly string[];
}
export interface TableStart {
  readonly table: string;
  readonly columns: readonly Column[];
}
export interface TableEnd extends TableDigest {
  readonly endOf: string;
}
export interface Closing {
  readonly complete: true;
  readonly tables: number;
  readonly rows: number;
  readonly books: BooksSummary;
  /** SHA-256 of every line before this one. */
  readonly sha256: string;
  /** HMAC of the rest of this line, and so of the whole file (`backup-seal.ts`); absent where the installation names no key. */
  readonly seal?: string;
}

export type Line =
  | { readonly kind: 'opening'; readonly value: Opening }
  | { readonly kind: 'table'; readonly value: TableStart }
  | { readonly kind: 'rows'; readonly table: string; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly value: TableEnd }
  | { readonly kind: 'closing'; readonly value: Closing };

/** The file is not a backup, or not a whole one. The message says which and is for the operator. */
export class BadBackup extends Error {
  constructor(file: string, problem: string) {
    super(`${file} cannot be used: ${problem}`);
    this.name = 'BadBackup';
  }
}

const BATCH = 1_000;
/** Characters after which a batch is long enough, whatever its rows. */
const BATCH_LENGTH = 4_000_000;

/** What the operator is told of a failed reading; a fault of ours as it is. */
function badBackupOf(file: string, error: unknown): unknown {
  if (error instanceof BadBackup) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BadBackup(file, 'there is no such file');
  if (error instanceof SyntaxError || code?.startsWith('Z_'))
    return new BadBackup(file, `it is damaged or not a backup (${message})`);
  return error;
}

/** The content of a file; a fault of the disk ends its reading. */
function unzipped(file: string) {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  return { source, gunzip };
}

/** Lines that end with a line feed, and with nothing else: a text may hold U+2028, where `readline` would end a line too. */
async function* linesOf(source: Readable): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const part of source.setEncoding('utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Reads a backup from the disk, a line or a batch of rows at a time, and checks every digest on the way.
 * @throws BadBackup when it is not a backup, is cut short or was changed.
 */
export async function* readBackup(file: string): AsyncGenerator<Line, void, void> {
  const whole = createHash('sha256');
  let table: TableStart | null = null;
  let ofTable = createHash('sha256');
  let rows = 0;
  let allRows = 0;
  let tables = 0;
  let batch: string[] = [];
  let length = 0;
  let opened = false;
  let closed = false;

  const { source, gunzip } = unzipped(file);
  try {
    for await (const line of linesOf(gunzip)) {
      if (closed) throw new BadBackup(file, 'something stands after its last line');
      if (line.startsWith('[')) {
        if (!table) throw new BadBackup(file, 'it holds rows of no table');
        whole.update(line).update('\n');
        ofTable.update(line).update('\n');
        rows += 1;
        batch.push(line);
        length += line.length;
        if (batch.length < BATCH && length < BATCH_LENGTH) continue;
        yield { kind: 'rows', table: table.table, lines: batch };
        batch = [];
        length = 0;
        continue;
      }
      const value = JSON.parse(line) as Partial<Opening & TableStart & TableEnd & Closing>;
      if (!opened) {
        if (value.guichetBackup !== FORMAT)
          throw new BadBackup(file, `it is not a backup of format ${FORMAT}`);
        opened = true;
        yield { kind: 'opening', value: value as Opening };
      } else if (value.complete) {
        if (table) throw new BadBackup(file, `the table ${table.table} has no end`);
        const sha256 = whole.digest('hex');
        if (value.sha256 !== sha256 || value.rows !== allRows || value.tables !== tables)
          throw new BadBackup(file, 'its content is not what its last line says');
        closed = true;
        yield { kind: 'closing', value: value as Closing };
        continue;
      } else if (value.table) {
        table = value as TableStart;
        ofTable = createHash('sha256');
        rows = 0;
        tables += 1;
        yield { kind: 'table', value: table };
      } else if (value.endOf && table) {
        if (batch.length > 0) yield { kind: 'rows', table: table.table, lines: batch };
        batch = [];
        length = 0;
        if (value.endOf !== table.table || value.rows !== rows || value.sha256 !== ofTable.digest('hex'))
          throw new BadBackup(file, `the rows of ${table.table} are not what the file says of them`);
        allRows += rows;
        table = null;
        yield { kind: 'end', value: value as TableEnd };
      } else throw new BadBackup(file, 'it has a line of no known kind');
      whole.update(line).update('\n');
    }
  } catch (error) {
    throw badBackupOf(file, error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (!closed) throw new BadBackup(file, 'it is cut short');
}

/** Reads the whole file and checks it. @throws BadBackup as `readBackup`. */
export async function checkBackup(file: string): Promise<{ opening: Opening; closing: Closing }> {
  let opening: Opening | null = null;
  for await (const line of readBackup(file)) {
    if (line.kind === 'opening') opening = line.value;
    if (line.kind === 'closing' && opening) return { opening, closing: line.value };
  }
  throw new BadBackup(file, 'it is cut short');
}

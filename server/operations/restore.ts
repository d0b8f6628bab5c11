import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { applyFunctions } from '../db/database-functions.ts';
import {
  applyMigrations,
  createHistory,
  knownMigrations,
  lastMigration,
  type Migration,
} from '../db/migrate.ts';
import { BadBackup, type Closing, type Opening, readBackup } from './backup-file.ts';
import { type SealKeys, verdictOf } from './backup-seal.ts';
import { faultsOfBooks, summariseBooks } from './books.ts';
import { prepareSession, quoted, rowsOfTable, type Table, type TableDigest, tablesOf } from './snapshot.ts';

/** Why a restore did not take place. The message is for the operator; nothing was changed. */
export class RestoreRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RestoreRefused';
  }
}

/** Tables that a first start fills by itself, with its migrations or after them: their rows concern no person. */
const FILLED_BY_A_START = new Set([
  'bank_mode',
  'secrets',
  'currency_rates',
  'iban_counters',
  'tallies',
  'legal_parameters',
  'roles',
]);

/** Whether the database holds anything a restore would destroy. */
export async function isEmpty(tx: Db): Promise<boolean> {
  for (const { name } of await rowsOf<{ name: string }>(
    tx,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )) {
    if (FILLED_BY_A_START.has(name)) continue;
    const rows = await rowsOf(tx, sql.raw(`select 1 from public.${quoted(name)} limit 1`));
    if (rows.length > 0) return false;
  }
  return true;
}

/** Leaves nothing in the database but an empty schema and an empty record of migrations. */
export async function startHistory(tx: Db): Promise<void> {
  for (const statement of [
    'drop schema if exists public cascade',
    'drop schema if exists drizzle cascade',
    'create schema public',
  ])
    await tx.execute(sql.raw(statement));
  await createHistory(tx);
}

/** The backup's place in the history that the code knows. @throws RestoreRefused when it is not a part of it. */
function historyOf(file: string, opening: Opening): { before: Migration[]; after: Migration[] } {
  const known = knownMigrations();
  const isPart = opening.migrations.every((hash, index) => known[index]?.hash === hash);
  if (!isPart)
    throw new RestoreRefused(
      `${file} was written by version ${opening.version}, whose database this version does not know. Restore it with that version or a newer one.`,
    );
  const { length } = opening.migrations;
  return { before: known.slice(0, length), after: known.slice(length) };
}

async function insertRows(tx: Db, table: Table, lines: readonly string[]): Promise<void> {
  const names = table.columns.map(([name]) => quoted(name)).join(', ');
  const values = table.columns.map(([, type], index) => `(line->>${index})::${type}`).join(', ');
  await tx.execute(
    sql`${sql.raw(`insert into public.${quoted(table.name)} (${names}) overriding system value select ${values} from json_array_elements(`)}${`[${lines.join(',')}]`}${sql.raw('::json) as line')}`,
  );
}

/** Reads the table back as a backup would, for its digest alone. */
async function digestOf(tx: Db, table: Table): Promise<TableDigest> {
  const reading = rowsOfTable(tx, table);
  for (;;) {
    const step = await reading.next();
    if (step.done) return step.value;
  }
}

export interface Restored {
  readonly opening: Opening;
  readonly closing: Closing;
  /** How many migrations came after the backup. */
  readonly migrated: number;
  /** What the books break; empty unless the operator said that they want them even so. */
  readonly faults: readonly string[];
}

/** What a restore goes by. */
export interface RestoreInto {
  readonly sealKeys: SealKeys;
  /** Whether the operator vouches for where a backup was kept that no key of ours has sealed. */
  readonly acceptsUnsealed?: boolean;
  readonly acceptsFaults?: boolean;
}

/**
 * Requires that a key of this installation has sealed a backup: digests alone can be computed again by who changed it.
 * @throws RestoreRefused with what the operator can do.
 */
export function requireSeal(file: string, closing: Closing, keys: SealKeys): void {
  const verdict = verdictOf(closing, keys);
  if (verdict === 'present' || verdict === 'previous') return;
  const why =
    verdict === 'none'
      ? 'carries no seal: it was made without a SECRET_KEY, or changed by somebody'
      : keys.present === null
        ? 'is sealed, and no SECRET_KEY is named to check it'
        : 'is not sealed by SECRET_KEY or SECRET_KEY_PREVIOUS: it is of another installation, of an older key, or changed by somebody';
  const way =
    verdict === 'none' ? '' : ' Name the key it was made with as SECRET_KEY_PREVIOUS or SECRET_KEY.';
  throw new RestoreRefused(
    `${file} ${why}.${way} Only if you can vouch for where the file was kept since it was made, add --unsealed.`,
  );
}

/**
 * Fills the database from a backup, in the caller's transaction: all of it or nothing. The schema is made as it was when the backup was
 * written, the rows are loaded, read back and compared with the backup's digests, the books are checked, and only then the schema is
 * brought up to date. Whatever stood in the database before is gone when the transaction commits.
 * @throws BadBackup for a file that is not whole; RestoreRefused when no key of ours sealed it, or what was loaded differs from the backup or its books do not hold.
 */
export async function restoreInto(
  tx: Db,
  file: string,
  { sealKeys, acceptsUnsealed = false, acceptsFaults = false }: RestoreInto,
): Promise<Restored> {
  await prepareSession(tx);
  await startHistory(tx);
  let opening: Opening | null = null;
  let closing: Closing | null = null;
  let after: Migration[] = [];
  let tables = new Map<string, Table>();
  const expected = new Map<string, TableDigest>();

  for await (const line of readBackup(file)) {
    if (line.kind === 'opening') {
      opening = line.value;
      const history = historyOf(file, opening);
      after = history.after;
      await applyMigrations(tx, history.before);
      tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
      // What the triggers would do was done when the rows were first written; the books are checked as a whole below.
      const names = [...tables.keys()].map((name) => `public.${quoted(name)}`);
      for (const name of names) await tx.execute(sql.raw(`alter table ${name} disable trigger user`));
      // A migration may have filled a table; the backup says what is in it.
      await tx.execute(sql.raw(`truncate ${names.join(', ')}`));
    } else if (line.kind === 'table') {
      const table = tables.get(line.value.table);
      if (JSON.stringify(table?.columns) !== JSON.stringify(line.value.columns))
        throw new BadBackup(file, `its table ${line.value.table} is not the one of its own version`);
    } else if (line.kind === 'rows') {
      await insertRows(tx, tables.get(line.table) as Table, line.lines);
    } else if (line.kind === 'end') expected.set(line.value.endOf, line.value);
    else closing = line.value;
  }
  if (!opening || !closing) throw new BadBackup(file, 'it is cut short');
  if (!acceptsUnsealed) requireSeal(file, closing, sealKeys);

  await tx.execute(sql.raw('set constraints all immediate'));
  for (const table of tables.values()) {
    await tx.execute(sql.raw(`alter table public.${quoted(table.name)} enable trigger user`));
    const found = await digestOf(tx, table);
    const wanted = expected.get(table.name);
    if (found.rows !== wanted?.rows || found.sha256 !== wanted.sha256)
      throw new RestoreRefused(`The table ${table.name} read back differs from the backup.`);
  }
  const books = await summariseBooks(tx);
  if (JSON.stringify(books) !== JSON.stringify(closing.books))
    throw new RestoreRefused('The restored books differ from those the backup describes.');
  const faults = await faultsOfBooks(tx);
  if (faults.length > 0 && !acceptsFaults)
    throw new RestoreRefused(
      ['The books of this backup do not hold (add --with-faults to restore it even so):', ...faults].join(
        '\n  ',
      ),
    );
  await applyMigrations(tx, after);
  await applyFunctions(tx, lastMigration());
  return { opening, closing, migrated: after.length, faults };
}

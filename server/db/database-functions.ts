import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** One of the files that hold the functions of the database, by subject, with the triggers that call them: `server/db/*.sql`. */
export interface FunctionFile {
  readonly name: string;
  readonly text: string;
}

let filesOfTheCode: readonly FunctionFile[] | null = null;

/** The function files in order of name. Read once: a newer version may be installed over the files of a running node. */
export function functionFiles(): readonly FunctionFile[] {
  filesOfTheCode ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
  return filesOfTheCode;
}

/**
 * The statements of a file. A statement ends with a semicolon at the end of its line; what stands between two `$$` belongs to it whole.
 */
export function statementsOf(text: string): string[] {
  const statements = [''];
  const continueLast = (part: string) => {
    statements[statements.length - 1] += part;
  };
  for (const [index, part] of text.split('$$').entries()) {
    const [rest = '', ...further] = index % 2 === 0 ? part.split(/;[ \t]*\n/) : [`$$${part}$$`];
    continueLast(rest);
    statements.push(...further);
  }
  return statements.filter((statement) => statement.trim() !== '');
}

/**
 * Names this state of the functions: by the last numbered migration as well, so that a new migration has them applied again even if it
 * took one away.
 */
export function hashOfFunctions(lastMigration: string): string {
  const hash = createHash('sha256').update(lastMigration);
  for (const { name, text } of functionFiles()) hash.update(`\n${name}\n${text}`);
  return hash.digest('hex');
}

/** Where the applied states of the functions are remembered, the latest with the highest id; beside the migrator's own record. */
export async function createFunctionHistory(tx: Db): Promise<void> {
  await tx.execute(
    sql`create table if not exists drizzle.applied_functions (id serial primary key, hash text not null)`,
  );
}

/**
 * What the database has of this state of the functions: `current`, `pending` when it never had it, or `replaced` when a newer version has
 * applied its own since.
 */
export async function functionState(
  db: Db,
  lastMigration: string,
): Promise<'current' | 'pending' | 'replaced'> {
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`select hash from drizzle.applied_functions order by id desc`,
  );
  const hash = hashOfFunctions(lastMigration);
  if (rows[0]?.hash === hash) return 'current';
  return rows.some((row) => row.hash === hash) ? 'replaced' : 'pending';
}

/**
 * Makes the functions and triggers of the database what the files say, in the caller's transaction and after the numbered migrations. Every
 * statement can be repeated; a function whose parameters or result change is dropped by a numbered migration first.
 */
export async function applyFunctions(tx: Db, lastMigration: string): Promise<void> {
  await createFunctionHistory(tx);
  for (const { text } of functionFiles())
    for (const statement of statementsOf(text)) await tx.execute(sql.raw(statement));
  await tx.execute(
    sql`insert into drizzle.applied_functions (hash) values (${hashOfFunctions(lastMigration)})`,
  );
}

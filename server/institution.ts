import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { checkInstitution, type Institution, institutionSchema } from '#content/institution/schema.ts';
import type { Bank } from './bank/bank.ts';
import { BadConfiguration } from './config.ts';
import { rowsOf } from './db/database.ts';
import { DEMONSTRATION_DOMAIN } from './demo/people.ts';

/**
 * Reads the institution's file (`INSTITUTION_FILE`, a module or JSON), or the demonstration's. A live institution must be complete:
 * a bank that cannot say who it is does not start (docs/rules.md, Honest by design 1).
 * @throws BadConfiguration with one line per missing or malformed item.
 */
export async function loadInstitution(file: string | null): Promise<Institution> {
  const data: unknown = file
    ? await readModule(file)
    : (await import('#content/institution/demo.ts')).default;
  const mode = (data as { mode?: unknown } | null)?.mode === 'live' ? 'live' : 'demo';
  const problems = checkInstitution(data, mode);
  if (problems.length > 0)
    throw new BadConfiguration([
      `The institution's file ${file ?? ''} does not allow a start in ${mode} mode:`,
      ...problems.map(({ path, message }) => `  ${path}: ${message}`),
    ]);
  return institutionSchema.parse(data);
}

async function readModule(file: string): Promise<unknown> {
  try {
    const url = pathToFileURL(file).href;
    const module = file.endsWith('.json') ? await import(url, { with: { type: 'json' } }) : await import(url);
    return module.default;
  } catch (error) {
    throw new BadConfiguration([`INSTITUTION_FILE cannot be read (${file}): ${(error as Error).message}`]);
  }
}

/**
 * Refuses to run a live institution on a database that still holds people of the demonstration.
 * @throws BadConfiguration naming how many there are.
 */
export async function requireNoDemonstrationData(bank: Bank): Promise<void> {
  const [row] = await rowsOf<{ people: number }>(
    bank.database.db,
    sql`select count(*)::int as people from users where email like ${`%@${DEMONSTRATION_DOMAIN}`}`,
  );
  if (row && row.people > 0)
    throw new BadConfiguration([
      `The database holds ${row.people} people of the demonstration (@${DEMONSTRATION_DOMAIN}). A live institution starts on an empty database.`,
    ]);
}

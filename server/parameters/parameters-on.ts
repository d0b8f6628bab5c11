import { sql } from 'drizzle-orm';
import {
  type LegalParameter,
  type LegalParameterKey,
  readLegalParameter,
} from '#domain/parameters/legal-parameters.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';

/**
 * The dated data in force on a day (LC-8): of each key the last value whose `from` is on or before it.
 * @param day the day of the event, French legal time, `YYYY-MM-DD`.
 * @throws Error when a key has no value for the day, or one that its schema does not know: rules without their figures do not hold.
 */
export async function parametersOn<const Key extends LegalParameterKey>(
  db: Db,
  day: string,
  keys: readonly Key[],
): Promise<{ readonly [Each in Key]: LegalParameter<Each> }> {
  const rows = await rowsOf<{ key: Key; value: unknown }>(
    db,
    sql`select distinct on (key) key, value from legal_parameters
      where key = any (${listed(keys, 'text')}) and "from" <= ${day}::date order by key, "from" desc`,
  );
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const read = keys.map((key) => {
    if (!values.has(key)) throw new Error(`legal_parameters: ${key} has no value on ${day}`);
    return [key, readLegalParameter(key, values.get(key))] as const;
  });
  return Object.fromEntries(read) as { [Each in Key]: LegalParameter<Each> };
}

/** One of them. */
export async function parameterOn<Key extends LegalParameterKey>(
  db: Db,
  day: string,
  key: Key,
): Promise<LegalParameter<Key>> {
  return (await parametersOn(db, day, [key]))[key];
}

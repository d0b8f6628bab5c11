import { sql } from 'drizzle-orm';
import {
  type LegalParameter,
  type LegalParameterKey,
  readLegalParameter,
} from '#domain/parameters/legal-parameters.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { readTogether } from '../db/read-together.ts';

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

/** Values by `day key`, for callers of one moment. */
const valuesOn = readTogether<string, unknown>(async (db, asked) => {
  const byDay = Map.groupBy(asked, (one) => one.slice(0, one.indexOf(' ')));
  const found = new Map<string, unknown>();
  for (const [day, ofDay] of byDay) {
    const values = await parametersOn(
      db,
      day,
      ofDay.map((one) => one.slice(day.length + 1) as LegalParameterKey),
    );
    for (const [key, value] of Object.entries(values)) found.set(`${day} ${key}`, value);
  }
  return found;
});

/** One of them. */
export async function parameterOn<Key extends LegalParameterKey>(
  db: Db,
  day: string,
  key: Key,
): Promise<LegalParameter<Key>> {
  return (await valuesOn(db, `${day} ${key}`)) as LegalParameter<Key>;
}

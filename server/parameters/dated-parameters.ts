import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { datedParameter } from '#contract/parameters.ts';
import {
  LEGAL_PARAMETER_KEYS,
  type LegalParameterKey,
  type Verification,
} from '#domain/parameters/legal-parameters.ts';
import { type Db, rowsOf } from '../db/database.ts';

/** A key of the dated data with all its rows, as the API tells it. */
export type DatedParameter = z.infer<typeof datedParameter>;

/** Every key with its rows, newest first, and the row in force on a day. */
export async function datedParameters(db: Db, day: string): Promise<DatedParameter[]> {
  const rows = await rowsOf<{
    key: LegalParameterKey;
    from: string;
    value: unknown;
    source: string;
    verified: Verification;
  }>(
    db,
    sql`select key, "from"::text, value, source, verified from legal_parameters order by key, "from" desc`,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return LEGAL_PARAMETER_KEYS.map((key) => {
    const own = (byKey.get(key) ?? []).map(({ key: _, ...row }) => row);
    return { key, inForceFrom: own.find(({ from }) => from <= day)?.from ?? null, rows: own };
  });
}

import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { asOwner } from './test-database.ts';
import { writesSoFar } from './unchanged-bank.ts';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

function scannedBy(plan: Plan): number {
  const own = plan['Relation Name']
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + scannedBy(child), own);
}

/** The product's own tables: those of PostgreSQL take longer than all of them. */
const ANALYZE =
  sql.raw(`do $$ begin execute (select 'analyze ' || string_agg(c.oid::regclass::text, ', ') from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'); end $$`);

/** Tells the planner how many rows every table has. */
export const tellPlanner = (db: Db): Promise<unknown> => asOwner(db, (tx) => tx.execute(ANALYZE));

/** What had been written when it was told last. */
let toldAt = -1;

/**
 * How many rows of tables each statement looks at that `work` sends with the database it is given. The planner reads a table of a few rows
 * whole; of many it takes the index, and here it must. It knows the tables as they are now: autovacuum, which tells it otherwise, comes at
 * a time of its own.
 */
export async function rowsScanned(db: Db, work: (db: Db) => Promise<void>): Promise<number[]> {
  if (toldAt !== writesSoFar()) await tellPlanner(db);
  const scanned = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local plan_cache_mode = auto`);
    const rows: number[] = [];
    await work({
      async execute(statement: SQL) {
        const [answer] = await rowsOf<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          tx,
          sql`explain (analyze, timing off, format json) ${statement}`,
        );
        rows.push(scannedBy(answer?.['QUERY PLAN'][0]?.Plan as Plan));
        return tx.execute(statement);
      },
    } as unknown as Db);
    return rows;
  });
  toldAt = writesSoFar();
  return scanned;
}

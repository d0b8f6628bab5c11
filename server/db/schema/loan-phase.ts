import { type SQL, sql } from 'drizzle-orm';
import { LOAN_PHASES, propertiesOf } from '#domain/loans/phases.ts';

/** The table of phases (domain/loans/phases.ts) as the database reads it. */

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** What the column `phase` may hold. */
export const isPhase: SQL = sql.raw(`phase in (${quoted(LOAN_PHASES)})`);

/** What is derived from the column `phase`, as the expression of a generated column. */
export function ofPhase(property: 'status' | 'stage'): SQL {
  const values = new Set(LOAN_PHASES.map((phase) => propertiesOf(phase)[property]));
  const cases = [...values].map((value) => {
    const phases = LOAN_PHASES.filter((phase) => propertiesOf(phase)[property] === value);
    return `when phase in (${quoted(phases)}) then '${value}'`;
  });
  return sql.raw(`case ${cases.join(' ')} end`);
}

import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Measure } from '#domain/loans/measures.ts';
import { measureOf } from '#domain/loans/repayment-fields.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { wholeRows } from '../../db/rows-of-table.ts';
import { loanDifficulties, loanMeasures } from '../../db/schema/index.ts';
import type { Cursor } from '../../http/cursor.ts';

export type MeasureRow = typeof loanMeasures.$inferSelect;
export type DifficultyRow = typeof loanDifficulties.$inferSelect;

/** The most that a loan's page shows of each. */
const MOST_SHOWN = 50;

/** The measures of a loan, the newest first. */
export function measuresOf(db: Db, loanId: string): Promise<MeasureRow[]> {
  return db
    .select()
    .from(loanMeasures)
    .where(eq(loanMeasures.loanId, loanId))
    .orderBy(desc(loanMeasures.proposedAt), desc(loanMeasures.id))
    .limit(MOST_SHOWN);
}

/** The difficulties that a borrower told of, the newest first. */
export function difficultiesOf(db: Db, loanId: string): Promise<DifficultyRow[]> {
  return db
    .select()
    .from(loanDifficulties)
    .where(eq(loanDifficulties.loanId, loanId))
    .orderBy(desc(loanDifficulties.toldAt), desc(loanDifficulties.id))
    .limit(MOST_SHOWN);
}

/** One measure of a loan; null when there is none. */
export async function measureById(db: Db, loanId: string, measureId: string): Promise<MeasureRow | null> {
  const [row] = await db
    .select()
    .from(loanMeasures)
    .where(and(eq(loanMeasures.id, measureId), eq(loanMeasures.loanId, loanId)));
  return row ?? null;
}

/** The terms of a stored measure, as the rules take them. */
export function measureOfRow(row: MeasureRow): Measure {
  const measure = measureOf({
    kind: row.kind,
    ...(row.months === null ? {} : { months: row.months }),
    ...(row.amount === null ? {} : { amountMinor: row.amount }),
    ...(row.annualRateBps === null ? {} : { annualRateBps: row.annualRateBps }),
    ...(row.rateMonths === null ? {} : { rateMonths: row.rateMonths }),
    decisionOn: row.decisionOn,
  });
  if (!measure) throw new Error(`measure ${row.id} lacks its term`);
  return measure;
}

/** The difficulty of a loan that waits for its answer; null when none does. */
export async function waitingDifficulty(db: Db, loanId: string): Promise<DifficultyRow | null> {
  const [row] = await db
    .select()
    .from(loanDifficulties)
    .where(and(eq(loanDifficulties.loanId, loanId), isNull(loanDifficulties.answeredAt)));
  return row ?? null;
}

/** Borrowers who wait for an answer, the first deadline first, with whose loan it is. */
export async function waitingDifficulties(
  db: Db,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
) {
  const whole = wholeRows({ difficulty: loanDifficulties });
  const rows = await rowsOf<
    Readonly<Record<string, unknown>> & { client_name: string; purpose: string; currency: string }
  >(
    db,
    sql`select ${whole.columns}, p.display_name as client_name, r.purpose, r.currency
      from (
        select * from loan_difficulties where answered_at is null
        ${after ? sql`and (answer_due_on, id) > (${after.at.toISOString().slice(0, 10)}::date, ${after.id}::uuid)` : sql``}
        order by answer_due_on, id limit ${limit + 1}
      ) loan_difficulties
      join loan_requests r on r.id = loan_difficulties.loan_id
      join client_accounts c on c.id = r.client_account_id
      join profiles p on p.user_id = c.user_id
      order by loan_difficulties.answer_due_on, loan_difficulties.id`,
  );
  return rows.map((row) => ({
    difficulty: whole.read(row).difficulty,
    clientName: row.client_name,
    purpose: row.purpose,
    currency: row.currency,
  }));
}

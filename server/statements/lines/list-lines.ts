import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { bankLine } from '#contract/bank-lines.ts';
import { daysBetween } from '#domain/loans/due-dates.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { isReturnable } from '#domain/statements/line-parts.ts';
import { suspenseDeadline } from '#domain/statements/suspense-deadlines.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { limitedTo } from '../../db/page-of-list.ts';
import { decodeKeys, pageBy } from '../../http/cursor.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { type AskedApproval, approvalsOn, awaitedSince } from '../../tasks/approval-since.ts';
import { type BankLine, LINE_COLUMNS, type LineRow, lineOf } from './line-queries.ts';
import { type NamedProposal, waitingReceipts } from './proposals.ts';
import { isWaiting, type LineQueue } from './waiting-lines.ts';

const KEYS = z.tuple([z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), z.uuid()]);

/** Since when the approval of others is awaited for lines (FOUR-10). */
async function waitingApprovals(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await rowsOf<{ id: string; approvals: AskedApproval[] }>(
    db,
    sql`select l.id, ${approvalsOn(sql`l.id`)} from bank_lines l where l.id = any (${listed(ids, 'uuid')})`,
  );
  return new Map(rows.map(({ id, approvals }) => [id, awaitedSince(approvals, now)]));
}

/** Lines as the API answers them. */
export async function presentLines(
  db: Db,
  lines: readonly BankLine[],
  now: Date,
): Promise<z.infer<typeof bankLine>[]> {
  const day = legalDay(now);
  const [receipts, approvals, dated] = await Promise.all([
    waitingReceipts(db, lines, day),
    waitingApprovals(
      db,
      lines.map(({ id }) => id),
      now,
    ),
    parametersOn(db, day, ['suspense.alarmDays', 'suspense.returnDays']),
  ]);
  const delays = { alarmDays: dated['suspense.alarmDays'], returnDays: dated['suspense.returnDays'] };
  return lines.map((line) => {
    const { reason, proposals } = receipts.get(line.id) ?? { reason: line.reason, proposals: [] };
    const canGoBack = isReturnable(line, reason);
    return {
      id: line.id,
      statementId: line.statementId,
      account: line.account,
      currency: line.currency as CurrencyCode,
      amountMinor: line.amountMinor,
      openMinor: line.openMinor,
      chargesMinor: line.chargesMinor,
      bookingDay: line.bookingDay,
      // Banks date a line to the next day as well: it is as old as one of today.
      ageDays: line.bookingDay === null ? 0 : Math.max(0, daysBetween(line.bookingDay, day)),
      payer: { name: line.counterpartyName, iban: line.counterpartyIban },
      remittance: line.remittance ?? line.additionalText,
      reference: line.structuredReference,
      code: line.code,
      phase: line.phase,
      reason,
      isReturnable: canGoBack,
      ...(line.bookingDay === null
        ? { deadline: null, isLate: false, isReturnProposed: false }
        : suspenseDeadline({ ...line, bookingDay: line.bookingDay, isReturnable: canGoBack }, day, delays)),
      proposals: proposals.map(({ account, holder, points, reasons }: NamedProposal) => ({
        accountId: account,
        holder,
        points,
        reasons: [...reasons],
      })),
      approvalSince: approvals.get(line.id) ?? null,
    };
  });
}

/** One page of what waits, the oldest first (PAY-30, PAY-32): by its own index, so that a page costs the same at any size. */
export async function listLines(
  db: Db,
  {
    queue,
    cursor,
    limit,
    now,
  }: { readonly queue: LineQueue; cursor?: string | undefined; limit: number; now: Date },
) {
  const after = decodeKeys(cursor, KEYS);
  const rows = await rowsOf<LineRow>(
    db,
    sql`select ${LINE_COLUMNS} from bank_lines l
      where ${isWaiting(queue)} ${after ? sql`and (l.booking_day, l.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by l.booking_day, l.id ${limitedTo(limit + 1)}`,
  );
  const { page, nextCursor } = pageBy(rows.map(lineOf), limit, (line) => [line.bookingDay ?? '', line.id]);
  return { lines: await presentLines(db, page, now), nextCursor };
}

/** How many lines wait, of each queue, and how many disputes. */
export async function waitingCounts(
  db: Db,
): Promise<{ toAllocate: number; toJustify: number; openDisputes: number }> {
  const [row] = await rowsOf<{ credits: number; debits: number; disputes: number }>(
    db,
    sql`select (select count(*) from (select 1 from bank_lines where open_amount > 0 limit 1000) c)::int as credits,
      (select count(*) from (select 1 from bank_lines where open_amount < 0 limit 1000) d)::int as debits,
      (select count(*) from (select 1 from transaction_disputes where state = 'open' limit 1000) o)::int as disputes`,
  );
  return { toAllocate: row?.credits ?? 0, toJustify: row?.debits ?? 0, openDisputes: row?.disputes ?? 0 };
}

/** One line, for the answer of an act on it. */
export async function presentLine(db: Db, id: string, now: Date) {
  const rows = await rowsOf<LineRow>(
    db,
    sql`select ${LINE_COLUMNS} from bank_lines l where l.id = ${id}::uuid`,
  );
  const [line] = await presentLines(db, rows.map(lineOf), now);
  if (!line) throw new Error('the line that was worked on cannot be read');
  return line;
}

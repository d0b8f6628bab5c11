import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { SEPARATOR } from '#domain/statements/entry-key.ts';
import type { ReadStatement } from '#domain/statements/read-message.ts';
import type { StatementCode, StatementState } from '#domain/statements/states.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { bankAccounts, bankLines, bankStatements } from '../../db/schema/index.ts';
import type { BankAccountRow } from './file-queries.ts';

export type StatementRow = typeof bankStatements.$inferSelect;
export type LineRow = typeof bankLines.$inferSelect;

/** Writes what the end of a statement tells, while its file is being read. */
export async function endStatement(
  tx: Db,
  id: string,
  contentSha256: string,
  read: ReadStatement,
): Promise<void> {
  await tx
    .update(bankStatements)
    .set({
      openingType: read.openingType,
      opening: read.openingMinor,
      closing: read.closingMinor,
      day: read.day,
      isLastPage: read.lastPage,
      bookedCount: read.bookedCount,
      creditSum: read.creditSumMinor,
      debitSum: read.debitSumMinor,
      otherCount: read.otherCount,
      contentSha256,
    })
    .where(eq(bankStatements.id, id));
}

export async function statementById(db: Db, id: string): Promise<StatementRow | null> {
  const [row] = await db.select().from(bankStatements).where(eq(bankStatements.id, id));
  return row ?? null;
}

/** Locks a statement. */
export async function lockStatement(tx: Db, id: string): Promise<StatementRow | null> {
  const [row] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id)).for('update');
  return row ?? null;
}

/** Locks our account at a bank, which puts the statements of one account in turn; null when it is none of ours. */
export async function lockHouseAccount(
  tx: Db,
  { account, currency }: Pick<StatementRow, 'account' | 'currency'>,
): Promise<BankAccountRow | null> {
  const [row] = await tx
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.iban, account), eq(bankAccounts.currency, currency)))
    .for('update');
  return row ?? null;
}

/** Our account at a bank, as it stands; null when it is none of ours. */
export async function houseAccountOf(
  db: Db,
  { account, currency }: Pick<StatementRow, 'account' | 'currency'>,
): Promise<BankAccountRow | null> {
  const [row] = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.iban, account), eq(bankAccounts.currency, currency)));
  return row ?? null;
}

const ofChain = ({ account, currency }: Pick<StatementRow, 'account' | 'currency'>) =>
  and(eq(bankStatements.account, account), eq(bankStatements.currency, currency));

/** The last posted statement of an account and currency. */
export async function lastPosted(
  tx: Db,
  statement: Pick<StatementRow, 'account' | 'currency'>,
): Promise<StatementRow | null> {
  const [row] = await tx
    .select()
    .from(bankStatements)
    .where(and(ofChain(statement), isNotNull(bankStatements.postedNumber)))
    .orderBy(desc(bankStatements.postedNumber))
    .limit(1);
  return row ?? null;
}

/** Others with the key of a statement that are posted or wait (PAY-23), of the same page where it is one. */
export function sameKey(tx: Db, statement: StatementRow): Promise<StatementRow[]> {
  const { id, kind, statementId, sequence, page } = statement;
  return tx
    .select()
    .from(bankStatements)
    .where(
      and(
        ofChain(statement),
        eq(bankStatements.kind, kind),
        eq(bankStatements.statementId, statementId),
        eq(bankStatements.sequence, sequence),
        ne(bankStatements.id, id),
        page === null ? undefined : eq(bankStatements.page, page),
        or(
          inArray(bankStatements.state, ['posted', 'waiting']),
          // A page that waits for the others, and a notification that waits for its entry, hold their key as well.
          and(eq(bankStatements.state, 'received'), isNotNull(bankStatements.decidedAt)),
        ),
      ),
    );
}

/** Whether pages of another statement with the same key wait for the others: a page beside them would be taken for theirs. */
export async function hasHeldPages(tx: Db, statement: StatementRow): Promise<boolean> {
  if (statement.kind === 'notification' || statement.page === null) return false;
  return (await sameKey(tx, statement)).some(
    ({ state, mergedInto }) => state === 'received' && mergedInto === null,
  );
}

/** Another statement that is posted or waits and has an entry of this one; null when there is none (PAY-20). */
export async function overlapping(tx: Db, statementId: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select s.id from bank_lines own
      join bank_lines other on other.entry_key = own.entry_key and other.statement_id <> own.statement_id
      join bank_statements s on s.id = other.statement_id
      where own.statement_id = ${statementId}::uuid and own.status = 'BOOK'
        and s.kind = 'statement' and s.state in ('posted', 'waiting')
      order by s.received_at, s.id limit 1`,
  );
  return row?.id ?? null;
}

/** Whether a booked entry of a statement is in another currency than its account, so that no sum of it means anything (PAY-21). */
export async function hasOtherCurrency(tx: Db, { id, currency }: StatementRow): Promise<boolean> {
  const [row] = await rowsOf(
    tx,
    sql`select 1 from bank_lines where statement_id = ${id}::uuid and status = 'BOOK' and currency <> ${currency} limit 1`,
  );
  return row !== undefined;
}

/** Where a statement stands from now on. */
export async function placeStatement(
  tx: Db,
  id: string,
  place: {
    readonly state: StatementState;
    readonly code?: StatementCode | null;
    readonly difference?: number | null;
    readonly relatedId?: string | null;
    readonly postedNumber?: number;
    readonly releasedBy?: string;
  },
  now: Date,
): Promise<void> {
  const { code = null, difference = null, relatedId = null, ...rest } = place;
  await tx
    .update(bankStatements)
    .set({ ...rest, code, difference, relatedId, decidedAt: now })
    .where(eq(bankStatements.id, id));
}

/** The statements of a file that are not decided, in their order. */
export async function undecidedOfFile(db: Db, bankFileId: string): Promise<string[]> {
  const rows = await db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.bankFileId, bankFileId),
        eq(bankStatements.state, 'received'),
        isNull(bankStatements.decidedAt),
      ),
    )
    .orderBy(bankStatements.position);
  return rows.map(({ id }) => id);
}

/** The statements that a killed run left undecided, in the order in which they came. */
export async function undecidedStatements(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(and(eq(bankStatements.state, 'received'), isNull(bankStatements.decidedAt)))
    .orderBy(bankStatements.receivedAt, bankStatements.bankFileId, bankStatements.position);
  return rows.map(({ id }) => id);
}

/** A statement that waits for one before it, or for the adoption of its account. */
const WAITS_BY_ITSELF = ['statement.gap', 'statement.adoption'] as const;

/** The statement that follows now, of those that wait; null when none does. */
export async function nextWaiting(
  tx: Db,
  chain: Pick<StatementRow, 'account' | 'currency'>,
  closing: number,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        ofChain(chain),
        eq(bankStatements.state, 'waiting'),
        inArray(bankStatements.code, [...WAITS_BY_ITSELF]),
        eq(bankStatements.opening, closing),
      ),
    )
    .orderBy(asc(bankStatements.day), asc(bankStatements.receivedAt), asc(bankStatements.id))
    .limit(1);
  return row?.id ?? null;
}

/** The chains in which a statement waits for one before it or for adoption, or details wait for their entry. */
export function waitingChains(db: Db): Promise<Pick<StatementRow, 'account' | 'currency'>[]> {
  return db
    .selectDistinct({ account: bankStatements.account, currency: bankStatements.currency })
    .from(bankStatements)
    .where(
      or(
        and(eq(bankStatements.state, 'waiting'), inArray(bankStatements.code, [...WAITS_BY_ITSELF])),
        and(eq(bankStatements.state, 'received'), eq(bankStatements.kind, 'notification')),
      ),
    );
}

/** The pages of a statement that are there, without those that are part of one already. */
export function pagesOf(tx: Db, statement: StatementRow): Promise<StatementRow[]> {
  return tx
    .select()
    .from(bankStatements)
    .where(
      and(
        ofChain(statement),
        eq(bankStatements.kind, 'statement'),
        eq(bankStatements.statementId, statement.statementId),
        eq(bankStatements.sequence, statement.sequence),
        eq(bankStatements.state, 'received'),
        isNull(bankStatements.mergedInto),
        isNotNull(bankStatements.page),
      ),
    )
    .orderBy(bankStatements.page)
    .for('update');
}

/** Numbers equal entries over all pages of a statement, in their order (PAY-20): each key is the SHA-256 of its name and number. */
async function numberEntries(tx: Db, statementId: string): Promise<void> {
  await tx.execute(sql`update bank_lines l set entry_name = null,
      entry_key = encode(sha256(convert_to(named.name || ${SEPARATOR}::text || named.n, 'UTF8')), 'hex')
    from (select id, entry_name as name, count(*) filter (where detail = 1)
          over (partition by entry_name order by position rows unbounded preceding) as n
        from bank_lines where statement_id = ${statementId}::uuid and entry_name is not null) named
    where l.id = named.id`);
}

/** Makes one statement of its pages: the last holds the lines of all, in their order. */
export async function mergePages(tx: Db, pages: readonly StatementRow[], now: Date): Promise<void> {
  const first = pages[0];
  const last = pages.at(-1);
  if (!first || !last) throw new Error('no page');
  let offset = 0;
  for (const { id } of pages) {
    const [moved] = await rowsOf<{ lines: number }>(
      tx,
      // Below zero until all have moved, so that no two lines share a place meanwhile.
      sql`with moved as (
          update bank_lines set statement_id = ${last.id}::uuid, position = -(position + ${offset})
          where statement_id = ${id}::uuid and position > 0 returning 1)
        select count(*)::int as lines from moved`,
    );
    offset += moved?.lines ?? 0;
  }
  await tx
    .update(bankLines)
    .set({ position: sql`-${bankLines.position}` })
    .where(eq(bankLines.statementId, last.id));
  await numberEntries(tx, last.id);
  const sum = (of: (page: StatementRow) => number) => pages.reduce((total, page) => total + of(page), 0);
  await tx
    .update(bankStatements)
    .set({
      openingType: first.openingType,
      opening: first.opening,
      bookedCount: sum(({ bookedCount }) => bookedCount),
      creditSum: sum(({ creditSum }) => creditSum),
      debitSum: sum(({ debitSum }) => debitSum),
      otherCount: sum(({ otherCount }) => otherCount),
    })
    .where(eq(bankStatements.id, last.id));
  const others = pages.filter(({ id }) => id !== last.id).map(({ id }) => id);
  if (others.length > 0)
    await tx
      .update(bankStatements)
      .set({ mergedInto: last.id, decidedAt: now })
      .where(inArray(bankStatements.id, others));
}

/** Lines of a statement after a place, in their order. */
export function linesAfter(db: Db, statementId: string, position: number, limit: number): Promise<LineRow[]> {
  return db
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.statementId, statementId), gt(bankLines.position, position)))
    .orderBy(bankLines.position)
    .limit(limit);
}

/** The newest statements before a place in the list; without pages that are part of another. */
export function newestStatements(
  db: Db,
  filter: {
    readonly states?: readonly StatementState[] | undefined;
    readonly before: { readonly at: Date; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<StatementRow[]> {
  const { states, before, limit } = filter;
  return db
    .select()
    .from(bankStatements)
    .where(
      and(
        isNull(bankStatements.mergedInto),
        states ? inArray(bankStatements.state, [...states]) : notInArray(bankStatements.state, ['reading']),
        before
          ? sql`(${bankStatements.receivedAt}, ${bankStatements.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(bankStatements.receivedAt), desc(bankStatements.id))
    .limit(limit);
}

/** The statements of files, in their order. */
export function statementsOfFiles(db: Db, bankFileIds: readonly string[]): Promise<StatementRow[]> {
  if (bankFileIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(bankStatements)
    .where(
      and(
        inArray(bankStatements.bankFileId, [...bankFileIds]),
        notInArray(bankStatements.state, ['reading']),
      ),
    )
    .orderBy(bankStatements.bankFileId, bankStatements.position);
}

/** The lines of a statement whose entries another one has already, posted or waiting (PAY-20). */
export function knownLines(tx: Db, statementId: string): Promise<{ id: string; amount: string | number }[]> {
  return rowsOf(
    tx,
    sql`select own.id, own.amount from bank_lines own
      where own.statement_id = ${statementId}::uuid and own.status = 'BOOK' and exists (
        select from bank_lines other join bank_statements s on s.id = other.statement_id
        where other.entry_key = own.entry_key and other.statement_id <> own.statement_id
          and s.kind = 'statement' and s.state in ('posted', 'waiting'))`,
  );
}

import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { bankFiles, bankLines, bankStatements, files } from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';

/** What a test says of a line of a statement; the rest is usual. */
export type StatementLine = Partial<Omit<typeof bankLines.$inferInsert, 'amount'>> & {
  readonly amountMinor: number;
};

/**
 * Writes a statement of the house's bank as an import leaves it before its lines are booked. For tests of what becomes of lines: the files
 * themselves have tests of their own.
 * @returns its id.
 */
export async function writeStatement(
  db: Db,
  lines: readonly StatementLine[],
  {
    kind = 'statement',
    parentLineId = null,
    account = 'FR7600000000010000000000179',
    currency = 'EUR',
    openingMinor = 0,
  }: {
    readonly kind?: 'statement' | 'notification';
    readonly parentLineId?: string | null;
    readonly account?: string;
    readonly currency?: string;
    readonly openingMinor?: number;
  } = {},
): Promise<string> {
  const [fileId, bankFileId, statementId] = [newUuid(), newUuid(), newUuid()];
  const now = new Date('2026-12-03T09:00:00Z');
  await db.insert(files).values({ id: fileId, personId: null, sealedKey: '', createdAt: now });
  await db.insert(bankFiles).values({
    id: bankFileId,
    fileId,
    name: 'releve.xml',
    sha256: bankFileId.replaceAll('-', '').padEnd(64, '0'),
    sizeBytes: 1,
    source: 'upload',
    senderId: newUuid(),
    receivedAt: now,
    state: 'read',
  });
  const booked = lines
    .filter(({ status = 'BOOK' }) => status === 'BOOK')
    .map(({ amountMinor }) => amountMinor);
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const [posted] = await rowsOf<{ number: number }>(
    db,
    sql`select coalesce(max(posted_number), 0)::int + 1 as number from bank_statements where account = ${account} and currency = ${currency}`,
  );
  await db.insert(bankStatements).values({
    id: statementId,
    bankFileId,
    position: 1,
    kind,
    account,
    currency,
    statementId: statementId.slice(-12),
    sequence: '',
    opening: openingMinor,
    closing: openingMinor + sumOf(booked),
    bookedCount: booked.length,
    creditSum: sumOf(booked.filter((amount) => amount > 0)),
    debitSum: -sumOf(booked.filter((amount) => amount < 0)),
    day: '2026-12-02',
    state: 'posted',
    postedNumber: kind === 'statement' ? (posted?.number ?? 1) : null,
    receivedAt: now,
    decidedAt: now,
  });
  for (let from = 0; from < lines.length; from += 500)
    await db.insert(bankLines).values(
      lines.slice(from, from + 500).map(({ amountMinor, ...line }, index) => ({
        id: newUuid(),
        statementId,
        position: from + index + 1,
        entryKey: `${statementId}-${from + index}`,
        detail: 1,
        parentLineId,
        account,
        currency,
        status: 'BOOK',
        isReversal: false,
        bookingDay: '2026-12-02',
        valueDay: '2026-12-02',
        isProprietaryCode: false,
        phase: 'new' as const,
        ...line,
        amount: amountMinor,
      })),
    );
  return statementId;
}

/** What each code of the books holds in a currency, without those that hold nothing. */
export async function balancesOfCodes(db: Db, currency = 'EUR'): Promise<Record<string, number>> {
  const rows = await rowsOf<{ code: string; balance: string }>(
    db,
    sql`select chart_code as code, sum(balance)::text as balance from ledger_accounts
      where currency = ${currency} group by 1 having sum(balance) <> 0`,
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, Number(balance)]));
}

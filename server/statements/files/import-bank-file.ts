import { createHash, type Hash } from 'node:crypto';
import { createEntryNames, identityOf, nameOfEntry } from '#domain/statements/entry-key.ts';
import { FileFault } from '#domain/statements/file-fault.ts';
import { linesOf } from '#domain/statements/lines.ts';
import { createMessageReader } from '#domain/statements/message-reader.ts';
import type {
  MessageSink,
  ReadEntry,
  ReadHeader,
  ReadReport,
  ReadStatement,
} from '#domain/statements/read-message.ts';
import { legalDay } from '#domain/time/days.ts';
import { insertAll, newRow } from '../../db/insert-all.ts';
import { bankLines, bankStatements } from '../../db/schema/index.ts';
import { applyDebitAnswer } from '../../mandates/apply-debit-answer.ts';
import { announce } from '../../notifications/live.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import { applyAnswer } from '../../transfers/apply-answer.ts';
import type { Work } from '../../work/work.ts';
import { canonicalAccount } from './canonical-account.ts';
import { decideStatementsOfFile } from './decide-statements.ts';
import {
  type BankAccountRow,
  type BankFileRow,
  claimFile,
  discardRead,
  type FileClaim,
  houseAccounts,
  keepFileClaim,
  markFileRefused,
  markRead,
  placesRead,
  releaseFileClaim,
} from './file-queries.ts';
import { type ImportingBank, importing } from './importing.ts';
import { endStatement } from './statement-queries.ts';
import { parseXml } from './xml-events.ts';

/** The statement whose entries are being read. */
interface OpenStatement {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly content: Hash;
  lines: number;
  /** Whether every entry so far is in the currency of the statement. */
  isOneCurrency: boolean;
  readonly name: ReturnType<typeof createEntryNames>;
  /** Whether it is one page of several: its entries are numbered once all are there (PAY-20). */
  readonly isPage: boolean;
}

type NewStatement = typeof bankStatements.$inferInsert;
type NewLine = typeof bankLines.$inferInsert;

/** What was read and is not written yet. */
interface Unwritten {
  statements: NewStatement[];
  lines: NewLine[];
  ended: { id: string; content: string; read: ReadStatement }[];
  entries: number;
}
const nothing = (): Unwritten => ({ statements: [], lines: [], ended: [], entries: 0 });

/** The columns of a line that its entry and detail fill. */
function lineColumns(entry: ReadEntry, line: ReturnType<typeof linesOf>[number]) {
  const { amountMinor, chargesMinor, ...rest } = line;
  return {
    ...rest,
    amount: amountMinor,
    charges: chargesMinor,
    currency: entry.currency,
    status: entry.status,
    isReversal: entry.reversal,
    bookingDay: entry.bookingDay,
    valueDay: entry.valueDay,
    bankRef: entry.bankRef,
    code: entry.code,
    isProprietaryCode: entry.isProprietaryCode,
    batchCount: entry.batch?.count ?? null,
  };
}

/** What of a line is compared when its statement comes again (PAY-23). What was not read of earlier ones is left out where there is none. */
const contentOf = (columns: ReturnType<typeof lineColumns>): string =>
  JSON.stringify({ ...columns, additionalText: columns.additionalText ?? undefined });

/** The row of a statement that begins, which does not count yet. */
const statementRow = (
  { id, currency, sequence, page }: Parameters<MessageSink['statementBegins']>[0],
  place: Pick<NewStatement, 'id' | 'bankFileId' | 'position' | 'kind' | 'account' | 'receivedAt'>,
): NewStatement => ({
  ...place,
  currency,
  statementId: id,
  sequence: sequence ?? '',
  page,
  state: 'reading',
});

/**
 * The opening balance of a statement. One whose figures add up only because a balance is in another currency than its account has none, nor has a page
 * that does not begin its statement: what stands there is between two pages.
 */
const ownOpening = (
  { openingMinor, closingMinor, bookedSumMinor, addsUp, isFirstPage }: ReadStatement,
  { isOneCurrency }: OpenStatement,
): number | null => {
  if (!isFirstPage) return null;
  const hasSameFigures = (openingMinor ?? 0) + bookedSumMinor === closingMinor;
  return addsUp === false && isOneCurrency && hasSameFigures ? null : openingMinor;
};

/** The key under which an entry counts once, whichever files repeat it. */
function keyOfEntry(entry: ReadEntry, { id, account, lines, name }: OpenStatement): string {
  // What does not count has a key of its own, so that the booked entry it announces is no repetition of it.
  const identity =
    entry.status === 'BOOK' ? name(identityOf(entry, account)) : `${entry.status}${id}${lines + 1}`;
  return createHash('sha256').update(identity).digest('hex');
}

const openStatement = (
  about: Pick<OpenStatement, 'id' | 'account' | 'currency' | 'isPage'>,
): OpenStatement => ({
  ...about,
  content: createHash('sha256'),
  lines: 0,
  isOneCurrency: true,
  name: createEntryNames(),
});

/** Where a line stands: nothing was made of it yet. */
const placeOfLine = ({ id, lines, account }: OpenStatement, entryKey: string) =>
  ({ statementId: id, position: lines, entryKey, account, phase: 'new' }) as const;

/** Lists are in the order of the booking day: a line that names none counts from its value day, else, once booked, from the day of its file. */
const withDay = (columns: ReturnType<typeof lineColumns>, isBooked: boolean, now: Date) => ({
  ...columns,
  bookingDay: columns.bookingDay ?? columns.valueDay ?? (isBooked ? legalDay(now) : null),
});

/** A file as its rows are made of it. */
interface FileToRead {
  readonly id: string;
  /** The places of statements that were read before: they are passed over. */
  readonly placesRead: ReadonlySet<number>;
}

/** Turns what is read into rows, as it is read. */
function createRows(
  { id: bankFileId, placesRead: passedOver }: FileToRead,
  accounts: readonly BankAccountRow[],
  { newId, now }: { readonly newId: () => string; readonly now: Date },
) {
  let unwritten = nothing();
  let open: OpenStatement | null = null;
  let position = 0;
  let header: ReadHeader | null = null;
  let report: ReadReport | null = null;

  const sink: MessageSink = {
    header(read) {
      header = read;
    },
    report(read) {
      report = read;
    },
    statementBegins(about) {
      const account = canonicalAccount(about, accounts);
      const { currency, page, lastPage } = about;
      position += 1;
      if (passedOver.has(position)) return;
      const kind = header?.kind === 'camt.054' ? 'notification' : 'statement';
      // The entries of a notification are numbered page by page: its pages are never put together.
      const isPage = kind === 'statement' && page !== null && !(page === 1 && lastPage);
      open = openStatement({ id: newId(), account, currency, isPage });
      const place = { id: open.id, bankFileId, position, kind, account, receivedAt: now } as const;
      unwritten.statements.push(statementRow(about, place));
    },
    entry(entry) {
      if (passedOver.has(position)) return;
      if (!open) throw new Error('an entry outside a statement');
      const isBooked = entry.status === 'BOOK';
      if (isBooked && entry.currency !== open.currency) open.isOneCurrency = false;
      const entryKey = keyOfEntry(entry, open);
      const entryName = isBooked && open.isPage ? nameOfEntry(identityOf(entry, open.account)) : null;
      for (const line of linesOf(entry)) {
        open.lines += 1;
        const columns = lineColumns(entry, line);
        if (isBooked) open.content.update(contentOf(columns));
        const place = placeOfLine(open, entryKey);
        unwritten.lines.push({ ...withDay(columns, isBooked, now), ...place, entryName, id: newId() });
      }
      unwritten.entries += 1;
    },
    statement(read) {
      if (passedOver.has(position)) return;
      if (!open) throw new Error('the end of no statement');
      const { openingMinor, closingMinor, day } = read;
      open.content.update(JSON.stringify([openingMinor, closingMinor, day]));
      unwritten.ended.push({
        id: open.id,
        content: open.content.digest('hex'),
        read: { ...read, openingMinor: ownOpening(read, open) },
      });
      open = null;
    },
  };
  return {
    sink,
    header: () => header,
    report: () => report,
    take(): Unwritten {
      const taken = unwritten;
      unwritten = nothing();
      return taken;
    },
  };
}

/** Writes what was read since the last time, while the file is still this run's. */
async function write(work: Work, claim: FileClaim, rows: Unwritten, bytes: number): Promise<void> {
  await keepFileClaim(work.tx, claim, { bytes, entries: rows.entries });
  await insertAll(
    work.tx,
    rows.statements.map((row) => newRow(bankStatements, row)),
  );
  await insertAll(
    work.tx,
    rows.lines.map((row) => newRow(bankLines, row)),
  );
  for (const { id, content, read } of rows.ended) await endStatement(work.tx, id, content, read);
}

/** Reads the file to its end into statements that do not count yet. @throws FileFault */
async function readInto(
  bank: ImportingBank,
  claim: FileClaim,
  { fileId, receivedAt }: BankFileRow,
  rows: ReturnType<typeof createRows>,
) {
  const { db } = bank.database;
  const versions = await parameterOn(db, legalDay(receivedAt), 'file.versions');
  const file = await bank.files.open(db, fileId);
  if (!file) throw new Error(`the content of the bank's file ${claim.bankFileId} is gone`);
  await parseXml(file.content, createMessageReader(rows.sink, versions), (bytes) =>
    importing(bank, (work) => write(work, claim, rows.take(), bytes)),
  );
}

/** The last transaction of a reading: from now on what was read counts. @throws FileFault `file.unknown-batch` */
async function endReading(bank: ImportingBank, claim: FileClaim, rows: ReturnType<typeof createRows>) {
  await importing(bank, async (work) => {
    await write(work, claim, rows.take(), 0);
    const header = rows.header();
    const report = rows.report();
    if (!header) throw new FileFault('file.empty');
    // What the bank answers takes effect with the reading of its file, once (PAY-36).
    const answer = report && ((await applyAnswer(work, report)) ?? (await applyDebitAnswer(work, report)));
    if (report && !answer) throw new FileFault('file.unknown-batch', report.originalMessageId);
    await markRead(work.tx, claim, { ...header, report, answer }, work.now);
    await announce(work, { staff: true }, ['bank']);
  });
}

/**
 * Imports a file of a bank that was kept (PAY-17): reads it, then posts each of its statements in a transaction of its own. A file that
 * cannot be read is refused whole. A run that was killed leaves nothing that counts: the next one reads the file anew, and statements that
 * are decided stay so.
 * @returns whether this run read it; false when another holds it, or it is read already.
 */
export async function importBankFile(bank: ImportingBank, bankFileId: string): Promise<boolean> {
  const { database, surroundings } = bank;
  const claim: FileClaim = { bankFileId, id: surroundings.newId() };
  const row = await claimFile(database.db, claim);
  if (!row) return false;
  await importing(bank, (work) => discardRead(work.tx, bankFileId));
  const file = { id: bankFileId, placesRead: await placesRead(database.db, bankFileId) };
  const rows = createRows(file, await houseAccounts(database.db), {
    newId: surroundings.newId,
    now: row.receivedAt,
  });
  try {
    await readInto(bank, claim, row, rows);
    await endReading(bank, claim, rows);
  } catch (error) {
    if (!(error instanceof FileFault)) {
      await releaseFileClaim(database.db, claim);
      throw error;
    }
    const { code, message } = error;
    const detail = message.slice(code.length + 2, code.length + 202);
    await importing(bank, async (work) => {
      await keepFileClaim(work.tx, claim, { bytes: 0, entries: 0 });
      await discardRead(work.tx, bankFileId);
      await markFileRefused(work.tx, claim, { code, detail, header: rows.header() }, work.now);
      await announce(work, { staff: true }, ['bank']);
    });
    return true;
  }
  await decideStatementsOfFile(bank, bankFileId);
  return true;
}

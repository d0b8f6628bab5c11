import { type ChainEnd, ownFault, placeInChain, repetition, yearOfNumber } from '#domain/statements/chain.ts';
import type { StatementRefusal } from '#domain/statements/states.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { bookStatement } from '../lines/book-statement.ts';
import {
  clearRefusedDebit,
  giveWaitingReturn,
  returnsOfRefused,
  returnsOfSettledDebits,
  returnsOfWhatLeft,
  takeDebitBack,
} from '../lines/waiting-returns.ts';
import { attachNotification, attachWaitingNotifications } from './attach-details.ts';
import type { BankAccountRow } from './file-queries.ts';
import { eachOf, type ImportingBank, importing } from './importing.ts';
import {
  hasOtherCurrency,
  lastPosted,
  lockHouseAccount,
  lockStatement,
  mergePages,
  nextWaiting,
  overlapping,
  pagesOf,
  placeStatement,
  type StatementRow,
  sameKey,
  statementById,
  undecidedOfFile,
  undecidedStatements,
  waitingChains,
} from './statement-queries.ts';

type Chain = Pick<StatementRow, 'account' | 'currency'>;

/** What a statement says of itself, for the rules. */
const factsOf = ({ opening, closing, creditSum, debitSum, day }: StatementRow) => ({
  openingMinor: opening,
  closingMinor: closing,
  bookedSumMinor: creditSum - debitSum,
  day,
});

/** The end of an account's posted statements: the last one's closing, else the balance with which it was adopted (PAY-19). */
export async function chainEnd(tx: Work['tx'], account: BankAccountRow): Promise<ChainEnd | null> {
  const last = await lastPosted(tx, { account: account.iban, currency: account.currency });
  if (last) return { closingMinor: last.closing as number, day: last.day };
  return account.adoptedBalance === null ? null : { closingMinor: account.adoptedBalance, day: null };
}

/** Posts a statement as the next of its chain. @param releasedBy who lets it be posted over a gap or an overlap. */
export async function postStatement(work: Work, statement: StatementRow, releasedBy?: string): Promise<void> {
  const last = await lastPosted(work.tx, statement);
  const place = { state: 'posted', postedNumber: (last?.postedNumber ?? 0) + 1 } as const;
  await placeStatement(work.tx, statement.id, { ...place, ...(releasedBy ? { releasedBy } : {}) }, work.now);
  await bookStatement(work, statement.id);
}

async function refuse(
  work: Work,
  id: string,
  code: StatementRefusal,
  more: { difference?: number | null; relatedId?: string | null } = {},
): Promise<void> {
  await placeStatement(work.tx, id, { state: 'refused', code, ...more }, work.now);
}

const yearOf = ({ day, receivedAt }: StatementRow): string => yearOfNumber(day, legalDay(receivedAt));

/** The same key again (PAY-23): no effect, or a contradiction that people look at. @returns whether it was one. */
async function isRepeated(work: Work, statement: StatementRow): Promise<boolean> {
  const year = yearOf(statement);
  const same = (await sameKey(work.tx, statement)).filter((one) => yearOf(one) === year);
  const found = repetition(statement.contentSha256, same);
  if (!found) return false;
  const related = same.find(({ contentSha256 }) => contentSha256 === statement.contentSha256) ?? same[0];
  const relatedId = related?.mergedInto ?? related?.id ?? null;
  if (found === 'duplicate')
    await placeStatement(work.tx, statement.id, { state: 'duplicate', relatedId }, work.now);
  else await refuse(work, statement.id, found, { relatedId });
  return true;
}

/** A page is held until all are there; the last then stands for the statement. @returns it, or null while one is missing. */
async function wholeOfPages(work: Work, statement: StatementRow): Promise<StatementRow | null> {
  if (statement.page === null || (statement.page === 1 && statement.isLastPage)) return statement;
  const pages = await pagesOf(work.tx, statement);
  const [first, last] = [pages[0], pages.at(-1)];
  // The pages of one cut over messages are numbered by these, from any number on: its first page has the opening balance.
  const isBegun = first?.page === 1 || (first?.opening ?? null) !== null;
  const isGapless = pages.every(({ page }, index) => page === (first?.page ?? 0) + index);
  if (!last?.isLastPage || !isBegun || !isGapless) {
    await placeStatement(work.tx, statement.id, { state: 'received' }, work.now);
    return null;
  }
  await mergePages(work.tx, pages, work.now);
  return statementById(work.tx, last.id);
}

/** Decides a statement whose account is ours and locked (PAY-21 to PAY-23). */
async function decideInChain(work: Work, statement: StatementRow, account: BankAccountRow): Promise<void> {
  const facts = factsOf(statement);
  const fault = ownFault({ ...facts, isOneCurrency: !(await hasOtherCurrency(work.tx, statement)) });
  if (fault) return refuse(work, statement.id, fault.code, { difference: fault.differenceMinor ?? null });
  if (account.source === 'manual')
    return placeStatement(work.tx, statement.id, { state: 'waiting', code: 'statement.adoption' }, work.now);
  const end = await chainEnd(work.tx, account);
  const place = placeInChain({ openingMinor: facts.openingMinor as number, day: facts.day }, end);
  if (place.outcome === 'refused') return refuse(work, statement.id, place.code);
  const relatedId = await overlapping(work.tx, statement.id);
  if (relatedId) {
    const waiting = { state: 'waiting', code: 'statement.overlaps', relatedId } as const;
    return placeStatement(work.tx, statement.id, waiting, work.now);
  }
  if (place.outcome === 'waiting') {
    const waiting = { state: 'waiting', code: place.code, difference: place.differenceMinor } as const;
    return placeStatement(work.tx, statement.id, waiting, work.now);
  }
  return postStatement(work, statement);
}

/** Decides a statement or notification that repeats no other, or of which people said that it is another one than that of its reference (PAY-23). */
export async function decideAsOwn(
  work: Work,
  statement: StatementRow,
  account: BankAccountRow,
): Promise<void> {
  if (statement.kind === 'notification') return attachNotification(work, statement);
  const whole = await wholeOfPages(work, statement);
  if (whole) await decideInChain(work, whole, account);
}

/** Decides one statement or notification that nobody has decided yet. */
async function decideStatement(work: Work, id: string): Promise<void> {
  const chain = await statementById(work.tx, id);
  if (!chain) return;
  // The account before its statements, always: two nodes take their turns here.
  const account = await lockHouseAccount(work.tx, chain);
  const statement = await lockStatement(work.tx, id);
  if (statement?.state !== 'received' || statement.decidedAt !== null) return;
  await announce(work, { staff: true }, ['bank']);
  if (!account) return refuse(work, id, 'statement.unknown-account');
  if (await isRepeated(work, statement)) return;
  return decideAsOwn(work, statement, account);
}

/** Decides again one statement that waits and may follow now. @returns whether one was decided. */
async function decideNextWaiting(work: Work, chain: Chain): Promise<boolean> {
  const account = await lockHouseAccount(work.tx, chain);
  if (account?.source !== 'statements') return false;
  const end = await chainEnd(work.tx, account);
  const id = end && (await nextWaiting(work.tx, chain, end.closingMinor));
  const statement = id ? await lockStatement(work.tx, id) : null;
  if (!statement) return false;
  await announce(work, { staff: true }, ['bank']);
  await decideInChain(work, statement, account);
  return true;
}

/** Posts what waited for a statement that is posted now, each in its own transaction, and gives collective lines their details. */
export async function continueChain(bank: ImportingBank, chain: Chain): Promise<void> {
  while (await importing(bank, (work) => decideNextWaiting(work, chain)));
  await importing(bank, (work) => attachWaitingNotifications(work, chain));
}

/** Decides statements, each in its own transaction: neither a refused one nor one that fails stops the others (PAY-17). */
const decideAll = (bank: ImportingBank, ids: readonly string[]): Promise<void> =>
  eachOf(ids, async (id) => {
    await importing(bank, (work) => decideStatement(work, id));
    const statement = await statementById(bank.database.db, id);
    if (statement) await continueChain(bank, statement);
  });

/** Gives and takes back what came back before it had left, each in its own transaction: files may come in any order (PAY-40, PAY-72). */
async function giveWaitingReturns(bank: ImportingBank): Promise<void> {
  const { db } = bank.database;
  await eachOf(await returnsOfWhatLeft(db), (id) => importing(bank, (work) => giveWaitingReturn(work, id)));
  await eachOf(await returnsOfRefused(db), (line) =>
    importing(bank, (work) => clearRefusedDebit(work, line)),
  );
  await eachOf(await returnsOfSettledDebits(db), (line) =>
    importing(bank, (work) => takeDebitBack(work, line)),
  );
}

/** Decides the statements of a file that is read; an answer of our bank has none, and may execute what came back before. */
export async function decideStatementsOfFile(bank: ImportingBank, bankFileId: string): Promise<void> {
  await decideAll(bank, await undecidedOfFile(bank.database.db, bankFileId));
  await giveWaitingReturns(bank);
}

/** Decides what a killed run left, and what has waited for the adoption of its account. */
export async function decideLeftStatements(bank: ImportingBank): Promise<number> {
  const left = await undecidedStatements(bank.database.db);
  await decideAll(bank, left);
  await eachOf(await waitingChains(bank.database.db), (chain) => continueChain(bank, chain));
  await giveWaitingReturns(bank);
  return left.length;
}

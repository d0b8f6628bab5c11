import { eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { settlementAdoption } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Release, releasesOf } from '#domain/statements/states.ts';
import { audit } from '../../audit/audit.ts';
import { readMinor } from '../../db/read-minor.ts';
import { bankLines } from '../../db/schema/index.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { chainEnd, decideAsOwn, postStatement } from './decide-statements.ts';
import type { BankAccountRow } from './file-queries.ts';
import {
  hasHeldPages,
  knownLines,
  lockHouseAccount,
  lockStatement,
  placeStatement,
  type StatementRow,
  statementById,
} from './statement-queries.ts';

/** The decision of people on a statement. */
export interface StatementRelease {
  readonly id: string;
  readonly release: Release;
}

/**
 * A statement that can be decided so where it stands, with its account, both locked.
 * @throws Refusal `not-found`; `statement.not-waiting`, also for a page while those of the other statement are held: they would be mixed.
 */
export async function requireReleasable(
  work: Work,
  { id, release }: StatementRelease,
): Promise<{ statement: StatementRow; account: BankAccountRow }> {
  const seen = await statementById(work.tx, id);
  if (!seen) throw new Refusal('not-found');
  const account = await lockHouseAccount(work.tx, seen);
  const statement = await lockStatement(work.tx, id);
  if (!statement || !account || !releasesOf(statement).includes(release))
    throw new Refusal('statement.not-waiting');
  if (release === 'other-statement' && (await hasHeldPages(work.tx, statement)))
    throw new Refusal('statement.not-waiting');
  return { statement, account };
}

/** What the bank's closing has more than our books once the lines that are left are posted. Minor units. */
export async function releaseDifference(
  tx: Work['tx'],
  statement: StatementRow,
  account: BankAccountRow,
  release: Release,
): Promise<number> {
  const end = await chainEnd(tx, account);
  const known = release === 'leave-out-known' ? await knownLines(tx, statement.id) : [];
  const leftOutMinor = known.reduce((sum, { amount }) => sum + readMinor(amount), 0);
  const postedMinor = statement.creditSum - statement.debitSum - leftOutMinor;
  return (statement.closing as number) - (end?.closingMinor ?? 0) - postedMinor;
}

/**
 * Decides what becomes of a statement that waits over a gap, or that overlaps with another (PAY-20, PAY-22). What the bank's balance then has more
 * or less than the books is posted in the same transaction and stays visible as a difference until it is explained. One that is another
 * statement than that of its reference (PAY-23) is decided as any other: it is posted where it follows, and else waits or is refused for what it is.
 * @throws Refusal `not-found`; `statement.not-waiting`.
 */
export async function releaseStatement(work: Work, { id, release }: StatementRelease): Promise<StatementRow> {
  const { statement, account } = await requireReleasable(work, { id, release });
  let differenceMinor = 0;
  if (release === 'other-statement') await decideAsOwn(work, statement, account);
  else if (release === 'refuse')
    await placeStatement(work.tx, id, { state: 'refused', code: 'statement.not-released' }, work.now);
  else {
    differenceMinor = await releaseDifference(work.tx, statement, account, release);
    if (release === 'leave-out-known') await leaveOutKnown(work, id);
    if (differenceMinor !== 0)
      await post(
        work,
        settlementAdoption({ amountMinor: differenceMinor, currency: statement.currency as CurrencyCode }),
        id,
        { document: { kind: 'bank-statement', bankAccountId: account.id, statementId: id } },
      );
    await postStatement(work, statement, work.approvedBy ?? work.actorId);
  }
  audit(work, {
    operation: 'statements.release',
    clientAccountId: null,
    subjectId: id,
    before: { state: statement.state, code: statement.code },
    after: { release, differenceMinor, currency: statement.currency },
  });
  await announce(work, { staff: true }, ['bank']);
  return (await statementById(work.tx, id)) as StatementRow;
}

/** The lines that another statement has already are not posted again. */
async function leaveOutKnown(work: Work, id: string): Promise<void> {
  for (const line of await knownLines(work.tx, id))
    await work.tx
      .update(bankLines)
      .set({ phase: 'ignored', reason: 'known' })
      .where(eq(bankLines.id, line.id));
}

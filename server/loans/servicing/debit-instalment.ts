import { sql } from 'drizzle-orm';
import { reversal } from '#domain/ledger/payment-postings.ts';
import {
  collectionByDirectDebit,
  type Entry,
  loanToDoubtful,
  loanWriteOff,
  posting,
} from '#domain/ledger/postings.ts';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { splitPaidInterest } from '#domain/loans/loan-state.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { areAssetsFrozen, hasLegalBlock } from '../../db/has-legal-block.ts';
import { readMinor } from '../../db/read-minor.ts';
import { type PostingFacts, post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import { accrualOf, accrue } from './accrue-interest.ts';
import { tellFirstMissed } from './miss-instalments.ts';
import { readServicedLoans } from './serviced-loans.ts';
import { endRepaid, updateInstalments } from './settle-payments.ts';
import { tellBorrower } from './tell-borrower.ts';

/** A freeze of an instalment's loan (LC-92 to LC-94): nothing is collected, and what falls due is not missed. */
const IS_LOAN_FROZEN = sql`exists (select 1 from loans l where l.id = loan_id and l.frozen is not null)`;
/** The same, or a freeze of the client's assets (PAY-62). */
const IS_FROZEN = sql`exists (select 1 from loans l where l.id = loan_id and (l.frozen is not null or ${hasLegalBlock(sql`l.client_account_id`)}))`;
/** A claim that is due as a whole has no instalment that could wait. */
const IS_ACTIVE = sql`exists (select 1 from loan_requests r where r.id = loan_id and r.phase = 'active')`;

/** An instalment of a version, as a direct debit names it. */
export interface InstalmentKey {
  readonly loanId: string;
  readonly version: number;
  readonly number: number;
}

/** What an instalment took of a direct debit, in minor units. */
export interface CollectedInstalment {
  readonly ledgerTransactionId: string;
  readonly interestMinor: number;
  readonly capitalMinor: number;
}

/**
 * Collects an instalment whole from what a direct debit brought, and not from the client's account (PAY-70). The caller has locked the loan's
 * request and posted the money to the clearing account.
 * @param day the legal day on which it counts as paid.
 * @returns null when the instalment does not need exactly this money any more: it is paid, changed, or its loan is no longer repaid by instalments.
 */
export async function collectByDirectDebit(
  work: Work,
  { loanId, version, number }: InstalmentKey,
  {
    amountMinor,
    day,
    facts,
  }: { readonly amountMinor: number; readonly day: string; readonly facts: PostingFacts },
): Promise<CollectedInstalment | null> {
  const serviced = (await readServicedLoans(work.tx, [loanId])).get(loanId);
  const row = serviced?.instalments.find((one) => one.version === version && one.number === number);
  if (!serviced || !row || row.settledOn !== null || !['active', 'accelerated'].includes(serviced.phase))
    return null;
  const interestMinor = row.interest - row.paidInterest;
  const capitalMinor = row.capital - row.paidCapital;
  if (interestMinor + capitalMinor !== amountMinor) return null;
  const accrual = accrualOf(serviced, day);
  if (accrual.posting) await post(work, accrual.posting, loanId, { valueDay: day });
  const made = collectionByDirectDebit(
    serviced.currency,
    { loanId, isDoubtful: serviced.isDoubtful },
    { ...splitPaidInterest(interestMinor, accrual.receivableInterestMinor), capitalMinor },
  );
  const { ledgerTransactionId } = await post(work, made, loanId, { ...facts, valueDay: day });
  const paid = {
    serviced,
    parts: [{ row, interestMinor, capitalMinor }],
    lateInterestMinor: 0,
    accrual: null,
    receivableInterestMinor: 0,
    advanceUsedMinor: 0,
    day,
  };
  await updateInstalments(work, [paid]);
  const { userId } = serviced.account;
  if ((await endRepaid(work, [paid])).has(loanId))
    await tellBorrower(work, serviced, 'loan-repaid', {
      amountMinor: serviced.loan.principal,
      currency: serviced.currency,
    });
  await announce(work, { userId, staff: true }, ['loans']);
  return { ledgerTransactionId, interestMinor, capitalMinor };
}

/** The entries of a transaction of the house and of loans, as a posting names their accounts. */
export async function entriesOf(tx: Db, transactionId: string): Promise<Entry[]> {
  const rows = await rowsOf<{
    code: string;
    kind: string;
    holder: string;
    currency: CurrencyCode;
    amount: string | number;
  }>(
    tx,
    sql`select a.chart_code as code, a.holder_kind as kind, a.holder_id as holder, e.currency, e.amount
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = ${transactionId}::uuid
      order by a.id`,
  );
  return rows.map(({ code, kind, holder, currency, amount }) => ({
    account: (kind === 'loan'
      ? { loan: holder, code, currency }
      : { house: code, currency }) as Entry['account'],
    amountMinor: readMinor(amount),
  }));
}

/** A loan whose last instalment came back is owed again (PAY-72); of one that was written off before, the claim alone lives again (LC-85). */
async function reopen(work: Work, loanId: string, day: string): Promise<void> {
  await work.tx.execute(
    sql`update loan_requests r set ended_at = null, phase = case when l.written_off_on is null then 'active' else 'written_off' end
      from loans l where l.id = r.id and r.id = ${loanId}::uuid and r.phase = 'repaid'`,
  );
  // Interest is accrued again from the last month that was.
  await work.tx.execute(
    sql`update loans set ended_on = null,
        accrued_on = case when written_off_on is null then (date_trunc('month', ${day}::date) - interval '1 day')::date end
      where id = ${loanId}::uuid and ended_on is not null`,
  );
}

/**
 * Of a loan that is written off, the reversal of a collection puts capital and interest back where nothing stands any more: they are lost like the rest of it,
 * while its claim lives on with them (LC-85).
 * @param entries of the collection that was reversed. @returns whether the loan is written off.
 */
async function loseAgain(work: Work, loanId: string, entries: readonly Entry[]): Promise<boolean> {
  const [lost] = await rowsOf<{ currency: CurrencyCode }>(
    work.tx,
    sql`select currency from loan_requests where id = ${loanId}::uuid and phase = 'written_off'`,
  );
  if (!lost) return false;
  const sumOf = (code: string) =>
    sumMinor(
      entries.flatMap(({ account, amountMinor }) =>
        'code' in account && account.code === code ? [amountMinor] : [],
      ),
    );
  const doubtfulMinor = sumOf('loans-doubtful');
  await post(
    work,
    loanWriteOff({ loanId, isDoubtful: doubtfulMinor > 0 }, lost.currency, {
      capitalMinor: doubtfulMinor + sumOf('loans-receivable'),
      accruedInterestMinor: sumOf('interest-receivable'),
    }),
    loanId,
  );
  return true;
}

/**
 * Takes the collection of an instalment back, whose direct debit came back (PAY-72): its posting is reversed, it is unpaid again from its old due
 * day, and late interest runs from the day of the return alone. The client is told as of any first missed instalment (LC-74); no indemnity is
 * charged. Under a freeze it is unpaid and not missed: nobody may pay it, so that it bears nothing (LC-92, LC-93, PAY-62). The caller has locked the
 * loan's request and marked the direct debit as returned.
 * @param tryAt when the client's account is tried next; null for never.
 */
export async function takeCollectionBack(
  work: Work,
  key: InstalmentKey,
  collected: CollectedInstalment,
  { day, tryAt, facts }: { readonly day: string; readonly tryAt: Date | null; readonly facts: PostingFacts },
): Promise<void> {
  const { loanId, version, number } = key;
  const entries = await entriesOf(work.tx, collected.ledgerTransactionId);
  await post(work, reversal(posting('instalment-collection', entries)), loanId, {
    ...facts,
    valueDay: day,
    reverses: collected.ledgerTransactionId,
  });
  await reopen(work, loanId, day);
  const isLost = await loseAgain(work, loanId, entries);
  await work.tx.execute(
    sql`update loan_instalments set paid_interest = paid_interest - ${collected.interestMinor},
        paid_capital = paid_capital - ${collected.capitalMinor}, settled_on = null,
        missed_on = case when ${IS_FROZEN} and ${IS_ACTIVE} then null else ${day}::date end,
        collect_at = case when ${IS_LOAN_FROZEN} then null else ${(isLost ? null : tryAt)?.toISOString() ?? null}::timestamptz end
      where loan_id = ${loanId}::uuid and version = ${version} and number = ${number}`,
  );
  // Its claim is asked for as a whole: nothing is collected, accrued or announced of it.
  if (isLost) return;
  const serviced = (await readServicedLoans(work.tx, [loanId])).get(loanId);
  const row = serviced?.instalments.find((one) => one.version === version && one.number === number);
  if (!serviced || !row) throw new Error(`loan ${loanId} has no instalment ${number}`);
  // The reversal put the capital back where it was when it was paid.
  if (
    serviced.isDoubtful &&
    entries.some(({ account }) => 'code' in account && account.code === 'loans-receivable')
  )
    await post(
      work,
      loanToDoubtful(loanId, { amountMinor: collected.capitalMinor, currency: serviced.currency }),
      loanId,
    );
  await accrue(work, serviced, day);
  await tellMissed(work, key);
}

/**
 * Tells the client of a missed instalment when nothing else of the loan is late (LC-74). Nobody is reminded under a freeze of the loan (LC-92, LC-93) or
 * of assets, from which nothing could be paid (PAY-62).
 */
async function tellMissed(work: Work, { loanId, version, number }: InstalmentKey): Promise<void> {
  const serviced = (await readServicedLoans(work.tx, [loanId])).get(loanId);
  const row = serviced?.instalments.find((one) => one.version === version && one.number === number);
  if (!serviced || !row || serviced.loan.frozen !== null) return;
  if (await areAssetsFrozen(work.tx, serviced.account.id)) return;
  const others = serviced.instalments.filter((one) => one !== row);
  await tellFirstMissed(work, [{ serviced: { ...serviced, instalments: others }, row }]);
}

/** What keeps an instalment from being collected: its loan is frozen, the client's assets are (PAY-62), or nothing. */
export async function freezeOfLoan(tx: Db, loanId: string): Promise<'loan' | 'assets' | null> {
  const [row] = await rowsOf<{ loan: boolean; assets: boolean }>(
    tx,
    sql`select frozen is not null as loan, ${hasLegalBlock(sql`client_account_id`)} as assets from loans where id = ${loanId}::uuid`,
  );
  if (row?.loan) return 'loan';
  return row?.assets ? 'assets' : null;
}

/**
 * Marks an instalment as missed whose direct debit was refused and will not be tried again (PAY-71), once its collection day has come. Under a freeze it
 * is not missed: of a frozen loan it is asked for again once the freeze is lifted, of frozen assets it waits for the account (PAY-62).
 * @returns whether it was unpaid and not missed before.
 */
export async function missAfterDebit(work: Work, key: InstalmentKey, day: string): Promise<boolean> {
  const { loanId, version, number } = key;
  const rows = await rowsOf<{ due_on: string }>(
    work.tx,
    sql`update loan_instalments set missed_on = ${day}::date
      where loan_id = ${loanId}::uuid and version = ${version} and number = ${number}
        and missed_on is null and settled_on is null and not is_superseded and collect_at is null and amount > 0
        and not ${IS_FROZEN}
      returning due_on::text as due_on`,
  );
  const [missed] = rows;
  if (!missed) return false;
  if (day < collectionDayOf(missed.due_on))
    throw new RangeError('an instalment is not missed before its day');
  await tellMissed(work, key);
  return true;
}

/** Locks a loan's request before anything of it is changed. */
export const lockLoan = (work: Work, loanId: string) => lockRequest(work.tx, loanId);

/**
 * Lets the jobs of collections try an instalment from a moment on; null for not at all (LC-70). That of a frozen loan is not tried: the end of the freeze
 * lets it be (LC-92, LC-93).
 */
export async function collectFromAccount(
  tx: Db,
  { loanId, version, number }: InstalmentKey,
  at: Date | null,
): Promise<void> {
  await tx.execute(
    sql`update loan_instalments set collect_at = case when ${IS_LOAN_FROZEN} then null else ${at?.toISOString() ?? null}::timestamptz end
      where loan_id = ${loanId}::uuid and version = ${version} and number = ${number} and settled_on is null and not is_superseded`,
  );
}

import type { Institution } from '#content/institution/schema.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { interestAccrual, withdrawalRightRepayment } from '#domain/ledger/postings.ts';
import type { NettedWithdrawalSum } from '#domain/loans/withdrawal-right.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { areAssetsFrozen } from '../../db/has-legal-block.ts';
import { lockBalance, post } from '../../ledger/post.ts';
import { newClientLine, recordTransaction } from '../../ledger/record-transaction.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClientWithPapers } from '../../notifications/notify.ts';
import { dayInFrench } from '../../papers/paper-language.ts';
import type { Work } from '../../work/work.ts';
import { endFreezes } from '../end-freezes.ts';
import { loanOfAccount, updateRequest } from '../queries.ts';
import { cure } from '../recovery/doubtful-loans.ts';
import { undoWriteOff } from '../recovery/undo-write-off.ts';
import { heldBeside } from '../servicing/holds.ts';
import { readServicedLoans } from '../servicing/serviced-loans.ts';
import { contractLawOn } from './contract-law.ts';
import { lockForEvent } from './issue-offer.ts';
import { keepPaper, RETURN_RECEIPT } from './papers.ts';
import { borrowerOf, contractOf, grantedLoanOf, interestReceivableOf, updateContract } from './queries.ts';
import { sumOwedOn } from './sum-owed.ts';

/** What the books settle of a withdrawn contract: capital, and interest on one side or the other. */
interface Settled {
  readonly loanId: string;
  readonly account: {
    readonly id: string;
    readonly ledgerAccountId: string;
    readonly currency: CurrencyCode;
  };
  readonly owed: NettedWithdrawalSum;
}

/**
 * Posts what is left of a withdrawn contract: what was accrued goes to the contractual daily amount first, which may lower it (LC-102); interest that
 * was paid beyond it leaves the income.
 */
async function postReturn(work: Work, { loanId, account, owed }: Settled): Promise<void> {
  const interestLeftMinor = owed.totalMinor - owed.capitalLeftMinor;
  const accruedInterestMinor = Math.max(0, interestLeftMinor);
  const change = accruedInterestMinor - (await interestReceivableOf(work.tx, loanId));
  if (change !== 0) await post(work, interestAccrual(loanId, money(change, account.currency)), loanId);
  if (owed.capitalLeftMinor === 0 && interestLeftMinor === 0) return;
  const posting = withdrawalRightRepayment(account, loanId, {
    capitalMinor: owed.capitalLeftMinor,
    accruedInterestMinor,
    returnedMinor: Math.max(0, -interestLeftMinor),
  });
  if (owed.totalMinor === 0) await post(work, posting, loanId);
  else
    await recordTransaction(work, {
      account,
      posting,
      causeId: loanId,
      line: newClientLine(work, 'PRT'),
      details: {},
    });
}

/** Moves doubtful capital, or what was written off before the payout came back (LC-6), back among the receivables: the withdrawal settles it whole (LC-84). */
async function backAmongReceivables(work: Work, loanId: string): Promise<void> {
  const found = (await readServicedLoans(work.tx, [loanId], { isLocking: true })).get(loanId);
  const serviced = found && (await undoWriteOff(work, found));
  if (serviced?.isDoubtful) await cure(work, serviced, legalDay(work.now));
}

/**
 * Takes the sum of a withdrawn contract from its client's account, whole, and ends the loan (LC-59). Where the client paid more than capital and daily
 * interest before, the account rises by the rest (LC-57).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `collection.insufficient` with the sum and what is available; `repayment.not-possible` under a
 * freeze of assets.
 */
export async function takeBack(work: Work, institution: Institution, loanId: string): Promise<void> {
  const { request, step } = await lockForEvent(work, loanId, 'return-sum');
  const [loan, contract] = [await grantedLoanOf(work.tx, loanId), await contractOf(work.tx, loanId)];
  const law = contract && (await contractLawOn(work.tx, legalDay(contract.acceptedAt)));
  const owed = loan && law && (await sumOwedOn(work.tx, { loan, contract, law }, legalDay(work.now)));
  if (!owed) throw new Refusal('not-found');
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  // Nothing leaves frozen assets, also towards the house (PAY-62).
  if (owed.totalMinor > 0 && (await areAssetsFrozen(work.tx, borrower.accountId)))
    throw new Refusal('repayment.not-possible');
  const { ledgerAccountId } = borrower;
  const currency = loan.currency as CurrencyCode;
  const words = (amountMinor: number) => formatMoney({ amountMinor, currency }, 'fr-FR');
  const available =
    (await lockBalance(work, ledgerAccountId)) - (await heldBeside(work.tx, borrower.accountId, loanId));
  if (owed.totalMinor > 0 && available < owed.totalMinor)
    throw new Refusal('collection.insufficient', {
      amount: words(owed.totalMinor),
      available: words(available),
    });
  await backAmongReceivables(work, loanId);
  await postReturn(work, { loanId, account: { id: borrower.accountId, ledgerAccountId, currency }, owed });
  await updateContract(work.tx, loanId, { returnedAt: work.now });
  await updateRequest(work.tx, loanId, { phase: step.to, endedAt: work.now });
  await endFreezes(work, [loanId], 'Contrat clos');
  const paper = await keepPaper(work, institution, loanId, RETURN_RECEIPT, {
    borrower,
    currency,
    values: {
      reference: contract.reference,
      borrowerName: borrower.displayName,
      returnedOn: dayInFrench(work.now),
      principal: words(owed.capitalMinor),
      returnInterest: words(owed.interestMinor),
      returnPaid: words(owed.paidMinor),
      returnTotal:
        owed.totalMinor < 0 ? `${words(-owed.totalMinor)}, versés sur votre compte` : words(owed.totalMinor),
    },
  });
  // Whose sum was paid before is told by the receipt of the withdrawal.
  if (owed.totalMinor > 0)
    await notifyClientWithPapers(
      work,
      borrower.userId,
      'loan-sum-returned',
      { amountMinor: owed.totalMinor, currency, reference: contract.reference },
      [paper.id],
    );
  await announce(work, { userId: borrower.userId, staff: true }, ['loans', 'account', 'transactions']);
}

/** « Rendre la somme » (LC-59). @throws Refusal as `takeBack`. */
export async function returnSum(
  work: Work,
  institution: Institution,
  accountId: string,
  loanId: string,
): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, loanId))) throw new Refusal('not-found');
  await takeBack(work, institution, loanId);
}

/** Refusals after which the job tries again another day: the money is not there, or is frozen. */
const LATER: readonly RefusalCode[] = ['collection.insufficient', 'repayment.not-possible'];

/** The job's attempt: whether the sum was there. */
export async function collectReturn(work: Work, institution: Institution, loanId: string): Promise<boolean> {
  try {
    await takeBack(work, institution, loanId);
    return true;
  } catch (error) {
    // Nothing was written: the balance is looked at before anything else.
    if (error instanceof Refusal && LATER.includes(error.code)) return false;
    throw error;
  }
}

import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { interestAccrual, withdrawalRightRepayment } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { lockBalance, post } from '../../ledger/post.ts';
import { newClientLine, recordTransaction } from '../../ledger/record-transaction.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClientWithPapers } from '../../notifications/notify.ts';
import { dayInWords } from '../../papers/paper.ts';
import type { Work } from '../../work/work.ts';
import { loanOfAccount, updateRequest } from '../queries.ts';
import { contractLawOn } from './contract-law.ts';
import { lockForEvent } from './issue-offer.ts';
import { keepPaper, RETURN_RECEIPT } from './papers.ts';
import {
  borrowerOf,
  contractOf,
  grantedLoanOf,
  heldForTransfers,
  interestReceivableOf,
  updateContract,
} from './queries.ts';
import { sumOwedOn } from './sum-owed.ts';

/**
 * Takes the sum of a withdrawn contract from its client's account, whole, and ends the loan (LC-59). What was accrued goes to the contractual
 * daily amount first, which may lower it (LC-102).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `collection.insufficient` with the sum and what is available.
 */
async function takeBack(work: Work, institution: Institution, loanId: string): Promise<void> {
  const { request, step } = await lockForEvent(work, loanId, 'return-sum');
  const [loan, contract] = [await grantedLoanOf(work.tx, loanId), await contractOf(work.tx, loanId)];
  const law = contract && (await contractLawOn(work.tx, legalDay(contract.acceptedAt)));
  const owed = loan && law && sumOwedOn({ loan, contract, law }, legalDay(work.now));
  if (!owed) throw new Refusal('not-found');
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  const { ledgerAccountId } = borrower;
  const currency = loan.currency as CurrencyCode;
  const words = (amountMinor: number) => formatMoney({ amountMinor, currency }, 'fr-FR');
  const available =
    (await lockBalance(work, ledgerAccountId)) - (await heldForTransfers(work.tx, borrower.accountId));
  if (available < owed.totalMinor)
    throw new Refusal('collection.insufficient', {
      amount: words(owed.totalMinor),
      available: words(available),
    });
  const change = owed.interestMinor - (await interestReceivableOf(work.tx, loanId));
  if (change !== 0) await post(work, interestAccrual(loanId, money(change, currency)), loanId);
  await recordTransaction(work, {
    account: { id: borrower.accountId, ledgerAccountId, currency },
    posting: withdrawalRightRepayment({ ledgerAccountId, currency }, loanId, {
      capitalMinor: owed.capitalMinor,
      accruedInterestMinor: owed.interestMinor,
      lateInterestMinor: 0,
    }),
    causeId: loanId,
    line: newClientLine(work, 'PRT'),
    details: {},
  });
  await updateContract(work.tx, loanId, { returnedAt: work.now });
  await updateRequest(work.tx, loanId, { phase: step.to });
  const paper = await keepPaper(work, institution, loanId, RETURN_RECEIPT, {
    borrower,
    currency,
    values: {
      reference: contract.reference,
      borrowerName: borrower.displayName,
      returnedOn: dayInWords(work.now),
      principal: words(owed.capitalMinor),
      returnInterest: words(owed.interestMinor),
      returnTotal: words(owed.totalMinor),
    },
  });
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

/** The job's attempt: whether the sum was there. */
export async function collectReturn(work: Work, institution: Institution, loanId: string): Promise<boolean> {
  try {
    await takeBack(work, institution, loanId);
    return true;
  } catch (error) {
    // Nothing was written: the balance is looked at first.
    if (error instanceof Refusal && error.code === 'collection.insufficient') return false;
    throw error;
  }
}

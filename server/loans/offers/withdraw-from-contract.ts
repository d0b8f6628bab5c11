import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import type { WithdrawalWay } from '#domain/loans/contract.ts';
import { propertiesOf } from '#domain/loans/phases.ts';
import {
  type NotificationParams,
  notificationValues,
  type WithdrawalOutcome,
} from '#domain/notifications/notification.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import type { MailLeave } from '../../bank/attempts.ts';
import { announce } from '../../notifications/live.ts';
import { mailWordsOf, wordOf } from '../../notifications/mail-words.ts';
import { notifyClientWithPapers, queueAskedMail } from '../../notifications/notify.ts';
import { dayInFrench } from '../../papers/paper-language.ts';
import { stopLoanPayout } from '../../transfers/loan-payout.ts';
import type { Work } from '../../work/work.ts';
import { loanOfAccount, updateRequest } from '../queries.ts';
import { contractLawOn } from './contract-law.ts';
import { lockForEvent } from './issue-offer.ts';
import { keepPaper, WITHDRAWAL_RECEIPT } from './papers.ts';
import {
  type Borrower,
  borrowerOf,
  type ContractRow,
  closeDeclaration,
  contractOf,
  grantedLoanOf,
  insertDeclaration,
  loanOfDeclaration,
  updateContract,
} from './queries.ts';
import { stopServicing } from './stop-servicing.ts';
import { payoutIsBack, type SumOwed, sumOwedOn } from './sum-owed.ts';

/** How a client's withdrawal came, and when it was sent, which is what counts (LC-54). */
interface WithdrawalDeclared {
  readonly way: WithdrawalWay;
  /** The instant of a declaration online; a letter and a mail are known by their day. */
  readonly sentAt: Date | null;
  readonly sentOn: string;
  readonly recordedBy: string | null;
}

/** A declaration that was made online at an instant. */
const declaredOnline = (
  way: 'area' | 'public-page',
  sentAt: Date,
  recordedBy: string | null = null,
): WithdrawalDeclared => ({ way, sentAt, sentOn: legalDay(sentAt), recordedBy });

const WAY_WORDS: Readonly<Record<WithdrawalWay, string>> = {
  area: 'votre espace client',
  'public-page': 'la page /retractation',
  paper: 'courrier',
  mail: 'e-mail',
};

/**
 * LC-54: online until the instant, on paper and by mail when it was sent within the period. While the payout is back the contract can be given up
 * after it too: nothing was received, so nothing is owed (LC-6).
 * @throws Refusal `retraction.too-late`; `request.invalid` for one that was sent before there was a contract.
 */
function requireInTime(
  contract: ContractRow,
  { sentAt, sentOn }: WithdrawalDeclared,
  isPayoutBack: boolean,
): void {
  if (sentAt ? sentAt < contract.acceptedAt : sentOn < legalDay(contract.acceptedAt))
    throw new Refusal('request.invalid', {}, [{ field: 'sentOn', message: 'validation.date' }]);
  const isLate = sentAt ? sentAt >= contract.withdrawalEndsAt : sentOn > contract.withdrawalLastDay;
  if ((isLate && !isPayoutBack) || contract.withdrawnAt)
    throw new Refusal('retraction.too-late', { day: contract.withdrawalLastDay });
}

async function keepReceipt(
  work: Work,
  institution: Institution,
  withdrawn: { contract: ContractRow; borrower: Borrower; declared: WithdrawalDeclared; next: string },
): Promise<string> {
  const { contract, borrower, declared, next } = withdrawn;
  const receivedAt = declared.sentAt ?? work.now;
  const paper = await keepPaper(work, institution, contract.id, WITHDRAWAL_RECEIPT, {
    borrower,
    currency: borrower.currency,
    values: {
      reference: contract.reference,
      acceptedOn: dayInFrench(contract.acceptedAt),
      borrowerName: borrower.displayName,
      declaredAt: `${dayInFrench(receivedAt)} à ${timeIn(LEGAL_TIME_ZONE, receivedAt)} (heure de Paris)`,
      sentOn: dayInFrench(declared.sentOn),
      way: WAY_WORDS[declared.way],
      next,
    },
  });
  return paper.id;
}

/** What a client owes who withdraws today after the payout, less what they paid before (LC-57). */
async function owedToday(
  work: Work,
  contract: ContractRow,
  { sentOn }: WithdrawalDeclared,
): Promise<SumOwed | null> {
  const loan = await grantedLoanOf(work.tx, contract.id);
  if (!loan) return null;
  const law = await contractLawOn(work.tx, legalDay(contract.acceptedAt));
  const returnBy = addDays(sentOn, law['withdrawal.repayDays']);
  const withdrawn = { ...contract, withdrawnOn: sentOn, returnBy };
  return sumOwedOn(work.tx, { loan, contract: withdrawn, law }, legalDay(work.now));
}

/**
 * What comes after the withdrawal, for the notice that words it: nothing, also where the payout is back with the house (LC-6), the sum to give back and
 * until when, or what the house gives back (LC-57).
 */
async function whatComesNext(
  work: Work,
  contract: ContractRow,
  owed: SumOwed | null,
): Promise<{ readonly outcome: WithdrawalOutcome } & NotificationParams> {
  const loan = await grantedLoanOf(work.tx, contract.id);
  if (!loan?.paidOutAt || !owed?.repayBy || (await payoutIsBack(work.tx, contract)))
    return { outcome: 'nothing' };
  const sums = {
    principalMinor: loan.principal,
    interestMinor: owed.interestMinor,
    dailyMinor: owed.dailyInterestMinor,
    since: owed.since,
  };
  if (owed.totalMinor <= 0) return { outcome: 'settled', ...sums, backMinor: -owed.totalMinor };
  return {
    outcome: owed.paidMinor > 0 ? 'rest' : 'whole',
    ...sums,
    owedMinor: owed.totalMinor,
    paidMinor: owed.paidMinor,
    until: owed.repayBy,
  };
}

/** The same in French, for the receipt. */
function nextInFrench(params: NotificationParams): string {
  const { locale, words } = mailWordsOf('fr');
  return notificationValues('loan-withdrawn', params, locale, (key) => wordOf(words, key)).next ?? '';
}

/** Ends a contract whose client withdraws (LC-57): at once before the payout; after it, once the sum is given back. */
async function withdraw(
  work: Work,
  institution: Institution,
  loanId: string,
  declared: WithdrawalDeclared,
): Promise<Borrower> {
  const { request, step } = await lockForEvent(work, loanId, 'withdraw');
  const contract = await contractOf(work.tx, loanId);
  if (!contract) throw new Refusal('not-found');
  requireInTime(contract, declared, await payoutIsBack(work.tx, contract));
  const owed = step.to === 'retracting' ? await owedToday(work, contract, declared) : null;
  // What is paid already is settled by the job of the day, which gives back what was paid too much.
  const returnBy = owed && (owed.totalMinor > 0 ? owed.repayBy : legalDay(work.now));
  await updateContract(work.tx, loanId, {
    withdrawnAt: work.now,
    withdrawnOn: declared.sentOn,
    withdrawalWay: declared.way,
    withdrawalRecordedBy: declared.recordedBy,
    returnBy,
  });
  await updateRequest(work.tx, loanId, {
    phase: step.to,
    ...(propertiesOf(step.to).stage === 'end' ? { endedAt: work.now } : {}),
  });
  if (step.to === 'retracting') {
    await stopServicing(work, loanId);
    await stopLoanPayout(work, loanId);
  }
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  const next = await whatComesNext(work, contract, owed);
  const params = {
    amountMinor: request.amount,
    currency: request.currency,
    reference: contract.reference,
    ...next,
  };
  const receipt = { contract, borrower, declared, next: nextInFrench(params) };
  const paperId = await keepReceipt(work, institution, receipt);
  await notifyClientWithPapers(work, borrower.userId, 'loan-withdrawn', params, [paperId]);
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
  return borrower;
}

/**
 * A client withdraws from the contract in their area (LC-54): no reason is asked, and no second proof.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `retraction.too-late` with the last day.
 */
export async function withdrawFromContract(
  work: Work,
  institution: Institution,
  accountId: string,
  loanId: string,
): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, loanId))) throw new Refusal('not-found');
  await withdraw(work, institution, loanId, declaredOnline('area', work.now));
}

/**
 * Takes a declaration of the public page (LC-54). A contract of that reference and address is withdrawn from; any other declaration waits for a
 * person, and is acknowledged to the address that was typed. The answer is the same, so that nobody learns whether a contract exists.
 * @param leave null when this address or network has had its mails.
 */
export async function declareWithdrawal(
  work: Work,
  institution: Institution,
  declaration: { readonly name: string; readonly reference: string; readonly email: string },
  leave: MailLeave | null,
): Promise<void> {
  const loanId = await loanOfDeclaration(work.tx, declaration);
  if (loanId) {
    try {
      await withdraw(work, institution, loanId, declaredOnline('public-page', work.now));
      return;
    } catch (error) {
      // Too late, or withdrawn already: nothing was written, and a person answers.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  await insertDeclaration(work.tx, { id: work.newId(), declaredAt: work.now, ...declaration });
  // The receipt of LC-55, with nothing that was typed: the address may be a stranger's.
  if (leave)
    queueAskedMail(
      work,
      leave,
      'withdrawal-declared',
      { declaredOn: legalDay(work.now), declaredAt: timeIn(LEGAL_TIME_ZONE, work.now) },
      null,
    );
  await announce(work, { staff: true }, ['loans']);
}

/**
 * The staff writes a withdrawal down that came on paper or by mail, by the day on which it was sent, or the declaration of the public page that a
 * contract answers to, by its instant (LC-54). The trail says that a contract was closed, and no more (LC-56).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `retraction.too-late`; `request.invalid` for a day to come, or before the acceptance.
 */
export async function closeContract(
  work: Work,
  institution: Institution,
  order: { readonly id: string; readonly declarationId?: string | undefined } & (
    | { readonly way: 'paper' | 'mail'; readonly sentOn: string }
    | { readonly way: 'public-page'; readonly declaredAt: Date }
  ),
): Promise<void> {
  const declared =
    order.way === 'public-page'
      ? declaredOnline('public-page', order.declaredAt, work.actorId)
      : { way: order.way, sentAt: null, sentOn: order.sentOn, recordedBy: work.actorId };
  if (declared.sentOn > legalDay(work.now))
    throw new Refusal('request.invalid', {}, [{ field: 'sentOn', message: 'validation.dayInFuture' }]);
  const borrower = await withdraw(work, institution, order.id, declared);
  if (order.declarationId)
    await closeDeclaration(work.tx, order.declarationId, { closedAt: work.now, closedBy: work.actorId });
  audit(work, {
    operation: 'loanOffers.closeContract',
    clientAccountId: borrower.accountId,
    subjectId: order.id,
    before: null,
    after: null,
  });
}

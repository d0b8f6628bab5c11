import type { Institution } from '#content/institution/schema.ts';
import { normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { holderVerdict, mayGivePayoutAccount } from '#domain/loans/payout-account.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import { ownPayeeName } from '#domain/payees/payee.ts';
import { cameBack } from '#domain/withdrawals/phases.ts';
import { isSepaIban } from '#domain/withdrawals/sepa.ts';
import { audit } from '../../audit/audit.ts';
import type { Db } from '../../db/database.ts';
import { asHouse, type GuardedContext, run } from '../../http/context.ts';
import { lockBalance } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { type AskedPayee, askPayee, requireFewChecks } from '../../payees/ask-payee.ts';
import { insideRule } from '../../payees/inside-rule.ts';
import { keepCheck, keepFollowedCheck } from '../../payees/payee-checks.ts';
import { accountOfPayer } from '../../payees/payer.ts';
import { holdersOf } from '../../payees/queries.ts';
import { lastPayoutOf, orderLoanPayout, staffFreezeOf } from '../../transfers/loan-payout.ts';
import type { Work } from '../../work/work.ts';
import { wrongPhase } from '../file/own-request.ts';
import { loanOfAccount, lockRequest, type RequestRow } from '../queries.ts';
import { resumeAfterReturn } from '../recovery/resume-after-return.ts';
import { instalmentsInForce } from '../schedules.ts';
import { heldBeside } from '../servicing/holds.ts';
import { type Borrower, borrowerOf, type ContractRow, contractOf, updateContract } from './queries.ts';

/** The account at another bank to which a finance company pays a loan out (LC-6). */

/**
 * Asks whether an IBAN is the client's (PAY-12), before the transaction, for a loan that is paid out outside. An account of somebody else takes no
 * payout: the check is kept, and counted.
 * @throws Refusal `loan.wrong-phase`; `loan.payout-account-not-yours`; `payee-check.too-many`.
 */
export async function askHolder(
  context: GuardedContext,
  loan: Pick<RequestRow, 'id' | 'phase' | 'clientAccountId'>,
  iban: string,
): Promise<AskedPayee | null> {
  const { bank, db } = context;
  const contract = await contractOf(asHouse(context).db, loan.id);
  if (!contract?.paysOutside) throw new Refusal('loan.wrong-phase', { phase: loan.phase });
  const account = await accountOfPayer(db, loan.clientAccountId);
  if (!account) throw new Refusal('not-found');
  await requireFewChecks(db, account.id, bank.surroundings.now());
  const asked = await askPayee(bank, {
    iban,
    name: ownPayeeName(account.displayName),
    orderKind: 'transfer',
  });
  if (asked && holderVerdict(asked.answer.result) === 'other') {
    await run(context, (work) => keepCheck(work, account, asked));
    throw new Refusal('loan.payout-account-not-yours');
  }
  return asked;
}

/** @throws Refusal `loan.payout-account-not-possible` for an IBAN that does not hold, outside SEPA, or in the house itself. */
async function requireOutside(work: Work, institution: Institution, iban: string): Promise<void> {
  const isInside = await insideRule({ db: work.tx, institution, now: work.now });
  const holders = await holdersOf(work.tx, iban);
  if (!isSepaIban(iban) || holders.length > 0 || isInside(iban) || iban === institution.houseIban)
    throw new Refusal('loan.payout-account-not-possible');
}

/** Sends the money of a payout to the verified account: all of the loan, or what is left of it on the client's account after a return. */
export async function sendPayout(
  work: Work,
  contract: ContractRow,
  borrower: Borrower,
  loan: { readonly principal: number; readonly currency: string },
): Promise<void> {
  const { payoutIban, payoutBank, payoutCheckId } = contract;
  if (!payoutIban || !payoutBank || !contract.payoutVerifiedAt)
    throw new Error('a payout leaves for a verified account');
  const balanceMinor = await lockBalance(work, borrower.ledgerAccountId);
  const available = balanceMinor - (await heldBeside(work.tx, borrower.accountId, contract.id));
  const amountMinor = Math.min(loan.principal, available);
  if (amountMinor <= 0) return;
  await orderLoanPayout(work, {
    loanId: contract.id,
    accountId: borrower.accountId,
    amountMinor,
    currency: loan.currency as CurrencyCode,
    iban: payoutIban,
    bankName: payoutBank,
    holder: ownPayeeName(borrower.displayName),
    payeeCheckId: payoutCheckId,
    remittance: `PRET ${contract.reference}`,
  });
  await notifyClient(work, borrower.userId, 'loan-payout-sent', {
    amountMinor,
    currency: loan.currency,
    iban: payoutIban,
    bankName: payoutBank,
  });
  await announce(work, { userId: borrower.userId, staff: true }, ['withdrawals', 'account']);
}

/** The capital that a loan owes by its instalments, in minor units. */
async function capitalOwed(db: Db, loanId: string): Promise<number> {
  const instalments = await instalmentsInForce(db, loanId);
  return sumMinor(instalments.map(({ capital, paidCapital }) => capital - paidCapital));
}

/** What came back leaves again once another account is known to be the borrower's. */
async function sendAgain(work: Work, request: RequestRow, borrower: Borrower): Promise<void> {
  const contract = await contractOf(work.tx, request.id);
  if (request.phase !== 'active' || !contract?.payoutVerifiedAt) return;
  await resumeAfterReturn(work, request.id, contract.dueDay);
  // What was repaid while the money was back does not leave again (LC-95).
  await sendPayout(work, contract, borrower, {
    principal: await capitalOwed(work.tx, request.id),
    currency: request.currency,
  });
}

/** The locked request of a loan that is paid out outside. @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen` while the staff's freeze holds. */
async function lockOutside(work: Work, loanId: string) {
  const request = await lockRequest(work.tx, loanId);
  const contract = request && (await contractOf(work.tx, loanId));
  if (!request || !contract) throw new Refusal('not-found');
  const last = await lastPayoutOf(work.tx, loanId);
  if (!contract.paysOutside || !mayGivePayoutAccount(request.phase, last !== null && cameBack(last.phase)))
    throw wrongPhase(request);
  // As a payout does not leave for a frozen loan (LC-53), it does not leave again for one.
  if (request.phase === 'active' && (await staffFreezeOf(work.tx, loanId))) throw new Refusal('loan.frozen');
  return { request, contract };
}

/**
 * A borrower gives the account that their loan is paid out to (LC-6), in their own name: what the check matches is verified at once, anything
 * between waits for a person. After a transfer that came back the money leaves again.
 * @param asked what was answered of its holder; null where nothing was asked.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen`; `loan.payout-account-not-possible`.
 */
export async function givePayoutAccount(
  work: Work,
  institution: Institution,
  accountId: string,
  given: { readonly id: string; readonly iban: string; readonly bankName: string },
  asked: AskedPayee | null,
): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, given.id))) throw new Refusal('not-found');
  const { request } = await lockOutside(work, given.id);
  const iban = normalizeIban(given.iban);
  await requireOutside(work, institution, iban);
  const result = asked?.answer.result ?? null;
  await updateContract(work.tx, given.id, {
    payoutIban: iban,
    payoutBank: given.bankName,
    payoutCheck: result ?? 'not-possible',
    payoutCheckId: asked && (await keepFollowedCheck(work, accountId, asked, given.id)),
    payoutGivenAt: work.now,
    payoutVerifiedAt: holderVerdict(result) === 'own' ? work.now : null,
    payoutVerifiedBy: null,
  });
  const borrower = await borrowerOf(work.tx, accountId);
  await sendAgain(work, request, borrower);
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}

/**
 * A person saw the details of an account (RIB) and says that it is the borrower's, where the check could not (LC-6).
 * @throws Refusal `not-found`; `loan.wrong-phase` without an account that waits for it; `loan.frozen`.
 */
export async function verifyPayoutAccount(
  work: Work,
  given: { readonly id: string; readonly iban: string },
): Promise<void> {
  const { request, contract } = await lockOutside(work, given.id);
  // What was looked at is what is verified: the borrower may have given another one since.
  if (contract.payoutIban !== normalizeIban(given.iban) || contract.payoutVerifiedAt)
    throw wrongPhase(request);
  await updateContract(work.tx, given.id, { payoutVerifiedAt: work.now, payoutVerifiedBy: work.actorId });
  audit(work, {
    operation: 'loanOffers.verifyPayoutAccount',
    clientAccountId: request.clientAccountId,
    subjectId: given.id,
    before: { check: contract.payoutCheck },
    after: { iban: contract.payoutIban, bankName: contract.payoutBank },
  });
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  await sendAgain(work, request, borrower);
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}

import type { CurrencyCode } from '../money/currencies.ts';
import type { Money } from '../money/money.ts';
import { type AccountReference, type ChartCodeOf, chartCodeOf } from './chart-of-accounts.ts';
import { eventOfLedger, type LedgerEvent } from './events.ts';

/** One line of a posting: a signed amount of minor units on one account. Never zero. */
export interface Entry {
  readonly account: AccountReference;
  readonly amountMinor: number;
}

/** A balanced set of entries for one event. */
export interface Posting {
  readonly event: LedgerEvent;
  readonly entries: readonly Entry[];
}

/** A client's account as postings need it. */
export interface ClientLedgerAccount {
  readonly ledgerAccountId: string;
  readonly currency: CurrencyCode;
}

/**
 * Sums the entries per currency; a posting is balanced when every sum is zero.
 * @throws RangeError when a sum leaves the safe integers.
 */
export function sumsByCurrency(entries: readonly Entry[]): Map<CurrencyCode, number> {
  const sums = new Map<CurrencyCode, number>();
  for (const { account, amountMinor } of entries) {
    const sum = (sums.get(account.currency) ?? 0) + amountMinor;
    if (!Number.isSafeInteger(sum)) throw new RangeError('a posting leaves the safe integers');
    sums.set(account.currency, sum);
  }
  return sums;
}

/**
 * Builds a posting and proves it: at least two entries, no zero, whole minor units, accounts of the event, zero in each currency.
 * @throws RangeError on anything else, because an unbalanced posting is a programming error and never a caller's.
 */
export function posting(event: LedgerEvent, entries: readonly Entry[]): Posting {
  if (entries.length < 2) throw new RangeError('a posting has at least two entries');
  for (const { account, amountMinor } of entries) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor === 0)
      throw new RangeError('an entry is a whole number of minor units other than zero');
    if (!eventOfLedger(event).chartCodes.includes(chartCodeOf(account)))
      throw new RangeError(`${event} does not touch ${chartCodeOf(account)}`);
  }
  for (const [currency, sum] of sumsByCurrency(entries)) {
    if (sum !== 0) throw new RangeError(`the posting does not sum to zero in ${currency}`);
  }
  return { event, entries };
}

/** An entry of the house. */
export const house = (code: ChartCodeOf<'house'>, money: Money, sign: 1 | -1): Entry => ({
  account: { house: code, currency: money.currency },
  amountMinor: sign * money.amountMinor,
});

/** An entry of a client's account. */
export const client = (account: ClientLedgerAccount, amountMinor: number): Entry => ({
  account: { client: account.ledgerAccountId, currency: account.currency },
  amountMinor,
});

const loan = (loanId: string, code: ChartCodeOf<'loan'>, money: Money, sign: 1 | -1): Entry => ({
  account: { loan: loanId, code, currency: money.currency },
  amountMinor: sign * money.amountMinor,
});

/** @throws RangeError for an amount of zero or less. */
export function requirePositive(money: Money): void {
  if (money.amountMinor <= 0) throw new RangeError('a money event moves a positive amount');
}

/** @throws RangeError for an amount in another currency than the account's. */
export function requireCurrency(account: ClientLedgerAccount, money: Money): void {
  if (account.currency !== money.currency)
    throw new RangeError('the amount is not in the currency of the account');
}

/** Pays a loan out: the client's account rises by the capital, which the loan now owes (docs/rules.md, Loans; LC-101). */
export function loanPayout(account: ClientLedgerAccount, loanId: string, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('loan-payout', [
    client(account, amount.amountMinor),
    loan(loanId, 'loans-receivable', amount, -1),
  ]);
}

/** Executes a withdrawal: the money leaves the account for the outside (docs/rules.md, Withdrawals). */
export function withdrawalExecution(account: ClientLedgerAccount, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('withdrawal-execution', [
    client(account, -amount.amountMinor),
    house('settlement', amount, 1),
  ]);
}

/** Where money that the staff enters comes from: the account at our bank or, once its statements keep it, what waits there (PAY-19). */
export type MoneySource = 'settlement' | 'incoming-suspense';

/**
 * Credits an account by an administrator. When the money arrives in another currency, both sides of the conversion stand in the
 * books: the original at its source, the converted amount on the account, and the exchange position between them.
 * @param original what was received; @param credited what the account gets, in its own currency.
 */
export function accountCredit(
  account: ClientLedgerAccount,
  original: Money,
  credited: Money,
  source: MoneySource = 'settlement',
): Posting {
  requirePositive(original);
  requirePositive(credited);
  requireCurrency(account, credited);
  if (original.currency === credited.currency) {
    if (original.amountMinor !== credited.amountMinor)
      throw new RangeError('one currency: what is credited is what was received');
    return posting('account-credit', [client(account, credited.amountMinor), house(source, credited, -1)]);
  }
  return posting('account-credit', [
    house(source, original, -1),
    house('exchange-position', original, 1),
    house('exchange-position', credited, -1),
    client(account, credited.amountMinor),
  ]);
}

/** The first deposit received at activation: the client's own money, credited in full (docs/rules.md, Honest by design 4). */
export function firstDeposit(
  account: ClientLedgerAccount,
  amount: Money,
  source: MoneySource = 'settlement',
): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('first-deposit', [client(account, amount.amountMinor), house(source, amount, -1)]);
}

/**
 * A fee paid in person: money comes in from outside and is income; the client's balance is not touched.
 * @param source `cash` once the account at our bank is kept by its statements (PAY-19).
 */
export function feeSettlement(amount: Money, source: 'settlement' | 'cash' = 'settlement'): Posting {
  requirePositive(amount);
  return posting('fee-settlement', [house(source, amount, -1), house('fee-income', amount, 1)]);
}

/** Moves what is left on a deleted client's account to the unclaimed funds (docs/rules.md, Deleting a client). */
export function accountClosure(account: ClientLedgerAccount, balance: Money): Posting {
  requirePositive(balance);
  requireCurrency(account, balance);
  return posting('account-closure', [
    client(account, -balance.amountMinor),
    house('unclaimed-funds', balance, 1),
  ]);
}

/** A loan as postings need it: its capital stands on another account once its repayment is in doubt (LC-84). */
export interface LoanInBooks {
  readonly loanId: string;
  readonly isDoubtful: boolean;
}

/** What a client pays on a loan, in minor units of their account's currency; none is negative. */
export interface LoanPayment {
  readonly capitalMinor: number;
  /** Interest that was accrued: it leaves what is receivable. */
  readonly accruedInterestMinor: number;
  /** Interest that was not accrued, since the loan was doubtful: it is income now (LC-84). */
  readonly unaccruedInterestMinor?: number;
  readonly lateInterestMinor?: number;
  readonly indemnityMinor?: number;
  /** Legal costs that a court has taxed (LC-75): income when they are received, as late interest is (decision 0055). */
  readonly costsMinor?: number;
}

const capitalCode = ({ isDoubtful }: LoanInBooks) => (isDoubtful ? 'loans-doubtful' : 'loans-receivable');

/** Where the money of a payment on a loan comes from: its client's account, or what a direct debit brought (PAY-70). */
type Payer = ClientLedgerAccount | { readonly clearing: CurrencyCode };

/** The entries of a payment on a loan; parts of zero have none. */
function paymentEntries(
  payer: Payer,
  paidLoan: LoanInBooks,
  { capitalMinor, accruedInterestMinor, ...rest }: LoanPayment,
): Entry[] {
  const { unaccruedInterestMinor = 0, lateInterestMinor = 0, indemnityMinor = 0, costsMinor = 0 } = rest;
  const parts = [
    capitalMinor,
    accruedInterestMinor,
    unaccruedInterestMinor,
    lateInterestMinor,
    indemnityMinor,
    costsMinor,
  ];
  if (parts.some((part) => part < 0)) throw new RangeError('no part of a payment is negative');
  const currency = 'clearing' in payer ? payer.clearing : payer.currency;
  const total = { amountMinor: parts.reduce((sum, part) => sum + part, 0), currency };
  requirePositive(total);
  const of = (amountMinor: number) => ({ amountMinor, currency });
  return [
    'clearing' in payer ? house('direct-debit-clearing', total, -1) : client(payer, -total.amountMinor),
    loan(paidLoan.loanId, capitalCode(paidLoan), of(capitalMinor), 1),
    loan(paidLoan.loanId, 'interest-receivable', of(accruedInterestMinor), 1),
    house('interest-income', of(unaccruedInterestMinor), 1),
    house('late-interest-income', of(lateInterestMinor), 1),
    house('indemnity-income', of(indemnityMinor), 1),
    house('recoveries-income', of(costsMinor), 1),
  ].filter(({ amountMinor }) => amountMinor !== 0);
}

/**
 * Recognises interest by catch-up (LC-101): what is receivable of the loan moves to its target.
 * @param change the target less what is receivable now; below zero when the target is lower.
 */
export function interestAccrual(loanId: string, change: Money): Posting {
  return posting('interest-accrual', [
    loan(loanId, 'interest-receivable', change, -1),
    house('interest-income', change, 1),
  ]);
}

/** Collects instalments, whole or in part, from the client's account, with late interest and indemnity if any (LC-78, LC-101). */
export function instalmentCollection(
  account: ClientLedgerAccount,
  paidLoan: LoanInBooks,
  paid: LoanPayment,
): Posting {
  return posting('instalment-collection', paymentEntries(account, paidLoan, paid));
}

/** Collects an instalment from what a direct debit brought, and not from the client's account (PAY-70). */
export function collectionByDirectDebit(
  currency: CurrencyCode,
  paidLoan: LoanInBooks,
  paid: Pick<LoanPayment, 'capitalMinor' | 'accruedInterestMinor' | 'unaccruedInterestMinor'>,
): Posting {
  return posting('instalment-collection', paymentEntries({ clearing: currency }, paidLoan, paid));
}

/** Repays a part of the capital before it is due, with the interest run on that part (LC-97, LC-101). */
export function earlyRepayment(
  account: ClientLedgerAccount,
  paidLoan: LoanInBooks,
  paid: Omit<LoanPayment, 'lateInterestMinor'>,
): Posting {
  return posting('early-repayment', paymentEntries(account, paidLoan, paid));
}

/** Repays all that is left of a loan (LC-96, LC-101). */
export function loanPayoff(account: ClientLedgerAccount, paidLoan: LoanInBooks, paid: LoanPayment): Posting {
  return posting('loan-payoff', paymentEntries(account, paidLoan, paid));
}

/**
 * Settles a loan whose client withdrew from the contract (LC-57, LC-58): what is left of its capital and of the daily interest, and late interest from the
 * 31st day. When the client paid more than that before, `returnedMinor` leaves interest income; the account rises where it is more than the rest.
 */
export function withdrawalRightRepayment(
  account: ClientLedgerAccount,
  loanId: string,
  left: Pick<LoanPayment, 'capitalMinor' | 'accruedInterestMinor' | 'lateInterestMinor'> & {
    readonly returnedMinor?: number;
  },
): Posting {
  const { capitalMinor, accruedInterestMinor, lateInterestMinor = 0, returnedMinor = 0 } = left;
  if ([capitalMinor, accruedInterestMinor, lateInterestMinor, returnedMinor].some((part) => part < 0))
    throw new RangeError('no part of a settlement is negative');
  const of = (amountMinor: number) => ({ amountMinor, currency: account.currency });
  return posting(
    'withdrawal-right-repayment',
    [
      client(account, returnedMinor - capitalMinor - accruedInterestMinor - lateInterestMinor),
      loan(loanId, 'loans-receivable', of(capitalMinor), 1),
      loan(loanId, 'interest-receivable', of(accruedInterestMinor), 1),
      house('late-interest-income', of(lateInterestMinor), 1),
      house('interest-income', of(returnedMinor), -1),
    ].filter(({ amountMinor }) => amountMinor !== 0),
  );
}

/** Sets a deleted client's balance off against a loan they owe (docs/rules.md, Deleting a client). */
export function loanSetOff(
  account: ClientLedgerAccount,
  owedLoan: LoanInBooks,
  setOff: Pick<LoanPayment, 'capitalMinor' | 'accruedInterestMinor'>,
): Posting {
  return posting('loan-set-off', paymentEntries(account, owedLoan, setOff));
}

/** Collects a legal indemnity alone (LC-77). */
export function indemnityCollection(account: ClientLedgerAccount, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('indemnity-collection', [
    client(account, -amount.amountMinor),
    house('indemnity-income', amount, 1),
  ]);
}

/** Moves a loan's capital to the doubtful ones (LC-84). */
export function loanToDoubtful(loanId: string, capital: Money): Posting {
  requirePositive(capital);
  return posting('loan-to-doubtful', [
    loan(loanId, 'loans-receivable', capital, 1),
    loan(loanId, 'loans-doubtful', capital, -1),
  ]);
}

/** Moves a doubtful loan's capital back once it is cured (LC-84). */
export function loanCure(loanId: string, capital: Money): Posting {
  requirePositive(capital);
  return posting('loan-cure', [
    loan(loanId, 'loans-receivable', capital, -1),
    loan(loanId, 'loans-doubtful', capital, 1),
  ]);
}

/** Sets an amount aside for what a doubtful loan may lose (LC-84). */
export function loanProvision(loanId: string, amount: Money): Posting {
  requirePositive(amount);
  return posting('loan-provision', [
    house('loan-losses', amount, -1),
    loan(loanId, 'loan-provisions', amount, 1),
  ]);
}

/** Takes back what was set aside for a loan: it is repaid, or the loss itself is written (LC-84, LC-85). */
export function loanProvisionRelease(loanId: string, amount: Money): Posting {
  requirePositive(amount);
  return posting('loan-provision-release', [
    house('loan-losses', amount, 1),
    loan(loanId, 'loan-provisions', amount, -1),
  ]);
}

/** Writes off capital and accrued interest that cannot be collected (LC-85): they become a loss. Minor units, none negative. */
export function loanWriteOff(
  lostLoan: LoanInBooks,
  currency: CurrencyCode,
  lost: { readonly capitalMinor: number; readonly accruedInterestMinor: number },
): Posting {
  const of = (amountMinor: number) => ({ amountMinor, currency });
  if (lost.capitalMinor < 0 || lost.accruedInterestMinor < 0)
    throw new RangeError('no part of a loss is negative');
  return posting(
    'loan-write-off',
    [
      house('loan-losses', of(lost.capitalMinor + lost.accruedInterestMinor), -1),
      loan(lostLoan.loanId, capitalCode(lostLoan), of(lost.capitalMinor), 1),
      loan(lostLoan.loanId, 'interest-receivable', of(lost.accruedInterestMinor), 1),
    ].filter(({ amountMinor }) => amountMinor !== 0),
  );
}

/** Receives money from outside for a loan that was written off (LC-85). */
export function loanRecovery(amount: Money, source: MoneySource = 'settlement'): Posting {
  requirePositive(amount);
  return posting('loan-recovery', [house(source, amount, -1), house('recoveries-income', amount, 1)]);
}

/** Gives back to the client's account what came in for a loan that was written off and turned out not to be owed (LC-6). */
export function loanRecoveryReturn(to: ClientLedgerAccount, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(to, amount);
  return posting('loan-recovery-return', [
    house('recoveries-income', amount, -1),
    client(to, amount.amountMinor),
  ]);
}

/** Gives up a part of the capital as a measure for a borrower in difficulty (LC-87). */
export function loanRemission(remittedLoan: LoanInBooks, capital: Money): Posting {
  requirePositive(capital);
  return posting('loan-remission', [
    house('loan-losses', capital, -1),
    loan(remittedLoan.loanId, capitalCode(remittedLoan), capital, 1),
  ]);
}

/** Gives interest back after a judgment (LC-94): to the client's account, or in lowering the capital that they owe. */
export function interestForfeiture(to: ClientLedgerAccount | LoanInBooks, interest: Money): Posting {
  requirePositive(interest);
  if ('ledgerAccountId' in to) requireCurrency(to, interest);
  return posting('interest-forfeiture', [
    house('interest-income', interest, -1),
    'ledgerAccountId' in to
      ? client(to, interest.amountMinor)
      : loan(to.loanId, capitalCode(to), interest, 1),
  ]);
}

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

const house = (code: ChartCodeOf<'house'>, money: Money, sign: 1 | -1): Entry => ({
  account: { house: code, currency: money.currency },
  amountMinor: sign * money.amountMinor,
});

const client = (account: ClientLedgerAccount, amountMinor: number): Entry => ({
  account: { client: account.ledgerAccountId, currency: account.currency },
  amountMinor,
});

const loan = (loanId: string, code: ChartCodeOf<'loan'>, money: Money, sign: 1 | -1): Entry => ({
  account: { loan: loanId, code, currency: money.currency },
  amountMinor: sign * money.amountMinor,
});

function requirePositive(money: Money): void {
  if (money.amountMinor <= 0) throw new RangeError('a money event moves a positive amount');
}

function requireCurrency(account: ClientLedgerAccount, money: Money): void {
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

/**
 * Credits an account by an administrator. When the money arrives in another currency, both sides of the conversion stand in the
 * books: the original at settlement, the converted amount on the account, and the exchange position between them.
 * @param original what was received; @param credited what the account gets, in its own currency.
 */
export function accountCredit(account: ClientLedgerAccount, original: Money, credited: Money): Posting {
  requirePositive(original);
  requirePositive(credited);
  requireCurrency(account, credited);
  if (original.currency === credited.currency) {
    if (original.amountMinor !== credited.amountMinor)
      throw new RangeError('one currency: what is credited is what was received');
    return posting('account-credit', [
      client(account, credited.amountMinor),
      house('settlement', credited, -1),
    ]);
  }
  return posting('account-credit', [
    house('settlement', original, -1),
    house('exchange-position', original, 1),
    house('exchange-position', credited, -1),
    client(account, credited.amountMinor),
  ]);
}

/** The first deposit received at activation: the client's own money, credited in full (docs/rules.md, Honest by design 4). */
export function firstDeposit(account: ClientLedgerAccount, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('first-deposit', [client(account, amount.amountMinor), house('settlement', amount, -1)]);
}

/** A fee paid in person: money comes in from outside and is income; the client's balance is not touched. */
export function feeSettlement(amount: Money): Posting {
  requirePositive(amount);
  return posting('fee-settlement', [house('settlement', amount, -1), house('fee-income', amount, 1)]);
}

/** Sets a deleted client's balance off against a loan they owe (docs/rules.md, Deleting a client): capital, since no interest was posted. */
export function loanSetOff(account: ClientLedgerAccount, loanId: string, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting('loan-set-off', [
    client(account, -amount.amountMinor),
    loan(loanId, 'loans-receivable', amount, 1),
  ]);
}

/** Writes off uncollectible capital (LC-101, loan-write-off): the receivable becomes a loss. */
export function loanWriteOff(loanId: string, amount: Money): Posting {
  requirePositive(amount);
  return posting('loan-write-off', [
    house('loan-losses', amount, -1),
    loan(loanId, 'loans-receivable', amount, 1),
  ]);
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

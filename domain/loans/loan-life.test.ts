import { describe, expect, test } from 'vitest';
import { chartCodeOf } from '../ledger/chart-of-accounts.ts';
import * as postings from '../ledger/postings.ts';
import { allocatePayment } from './allocation.ts';
import { isDoubtful } from './default-status.ts';
import { addDays } from './due-dates.ts';
import { partialRepayment, payoffQuote } from './early-repayment.ts';
import { contractSchedule } from './first-period.ts';
import {
  arrearsOn,
  interestTargetMinor,
  type LoanState,
  lateInterestOwedMinor,
  unpaidRows,
} from './loan-state.ts';
import vectors from './vectors/loan-life-cycle.json' with { type: 'json' };
import { interestSincePayoutMinor, withdrawalSum } from './withdrawal-right.ts';

/** Whole lives of loans: every posting of the vectors is computed by the rules again, from its day alone (LC-100 to LC-102). */

type Given = (typeof vectors.cases)[number]['given'] & {
  principalMinor: number;
  annualRateBps: number;
  durationMonths: number;
  payoutDay: string;
  dueDay: number | null;
  noticeDay?: string;
  withdrawal?: { noticeDay: string };
  partial?: { amountMinor: number; mode: 'shorter' | 'lower' };
  provisionShareBps?: number;
  recovery?: { amountMinor: number };
};
type Event = {
  day: string;
  event: string;
  entries: Record<string, number>;
  balancesAfter: Record<string, number>;
};

const account = { ledgerAccountId: 'account', currency: 'EUR' } as const;
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' as const });
const early = { thresholdMinor: 1_000_000, windowMonths: 12, capLongBps: 100, capShortBps: 50, policyBps: 0 };
const defaults = { daysPastDue: 90, materialityMinor: 10_000, materialityBps: 100 };

/** A loan and its books. Each method makes the posting of its event on a day from the rules, and keeps what it changed. */
class Life {
  private state: LoanState;
  private readonly balances: Record<string, number> = {};
  private doubtful = false;
  private noticeDay: string | null = null;

  private readonly given: Given;

  constructor(given: Given) {
    this.given = given;
    const { rows, firstPeriod } = contractSchedule(given);
    this.state = {
      annualRateBps: given.annualRateBps,
      payoutDay: given.payoutDay,
      dueDay: firstPeriod.dueDay,
      lateInterestPaidMinor: 0,
      rows: rows.map((row) => ({ ...row, payments: [] })),
    };
  }

  private balance(code: string): number {
    return this.balances[code] ?? 0;
  }

  /** Books entries, by code. */
  private book(entries: Record<string, number>): Record<string, number> {
    for (const [code, amount] of Object.entries(entries)) this.balances[code] = this.balance(code) + amount;
    return entries;
  }

  private post({ entries }: postings.Posting): Record<string, number> {
    const code = (entry: postings.Entry) => chartCodeOf(entry.account).replace('clients', 'client');
    return this.book(Object.fromEntries(entries.map((entry) => [code(entry), entry.amountMinor])));
  }

  private get loan(): postings.LoanInBooks {
    return { loanId: 'loan', isDoubtful: this.doubtful };
  }

  private capital(): number {
    return -this.balance('loans-receivable') - this.balance('loans-doubtful');
  }

  private accrual(day: string) {
    const target =
      this.noticeDay === null
        ? interestTargetMinor(this.state, day)
        : interestSincePayoutMinor(this.given, day);
    return this.post(postings.interestAccrual('loan', euros(target + this.balance('interest-receivable'))));
  }

  private collection(day: string) {
    const unpaid = unpaidRows(this.state, day);
    const late = lateInterestOwedMinor(this.state, day);
    const sum = unpaid.reduce((total, row) => total + row.interestMinor + row.capitalMinor, late);
    const paid = allocatePayment({ unpaid, lateInterestMinor: late, indemnityMinor: 0 }, sum);
    const paidRow = (number: number) => paid.rows.find((row) => row.number === number);
    this.state = {
      ...this.state,
      lateInterestPaidMinor: this.state.lateInterestPaidMinor + paid.lateInterestPaidMinor,
      rows: this.state.rows.map((row) => {
        const of = paidRow(row.number);
        const payment = of && { day, interestMinor: of.interestPaidMinor, capitalMinor: of.capitalPaidMinor };
        return payment ? { ...row, payments: [...row.payments, payment] } : row;
      }),
    };
    return this.post(
      postings.instalmentCollection(account, this.loan, {
        capitalMinor: paid.rows.reduce((total, row) => total + row.capitalPaidMinor, 0),
        accruedInterestMinor: paid.rows.reduce((total, row) => total + row.interestPaidMinor, 0),
        lateInterestMinor: paid.lateInterestPaidMinor,
      }),
    );
  }

  private partial(day: string) {
    const { amountMinor = 0, mode = 'lower' } = this.given.partial ?? {};
    const partial = partialRepayment(this.state, day, amountMinor, mode, 0, early);
    const kept = this.state.rows.filter(({ dueDate }) => dueDate <= day);
    this.state = { ...this.state, rows: [...kept, ...partial.rows.map((row) => ({ ...row, payments: [] }))] };
    return this.post(
      postings.earlyRepayment(account, this.loan, {
        capitalMinor: amountMinor,
        accruedInterestMinor: partial.runInterestMinor,
        indemnityMinor: partial.indemnityMinor,
      }),
    );
  }

  private payoff(day: string) {
    const quote = payoffQuote(this.state, day, 0, early);
    return this.post(
      postings.loanPayoff(account, this.loan, {
        capitalMinor: quote.capitalMinor + quote.unpaidCapitalMinor,
        accruedInterestMinor:
          quote.accruedInterestMinor + quote.unpaidInterestMinor + quote.postponedInterestMinor,
        lateInterestMinor: quote.lateInterestMinor,
        indemnityMinor: quote.indemnityMinor,
      }),
    );
  }

  private withdrawalRepayment(day: string) {
    const { principalMinor, annualRateBps, payoutDay } = this.given;
    const noticeDay = this.noticeDay ?? day;
    const sum = withdrawalSum({ principalMinor, annualRateBps, payoutDay, noticeDay, repayDays: 30, day });
    return this.post(
      postings.withdrawalRightRepayment(account, 'loan', {
        capitalMinor: sum.capitalMinor,
        accruedInterestMinor: sum.interestMinor,
      }),
    );
  }

  private toDoubtful(day: string) {
    const on = (one: string) => {
      const { daysPastDue, totalMinor } = arrearsOn(this.state, one);
      const exposureMinor = this.capital() - this.balance('interest-receivable');
      return isDoubtful({ daysPastDue, arrearsMinor: totalMinor, exposureMinor }, defaults);
    };
    expect([on(addDays(day, -1)), on(day)]).toEqual([false, true]);
    const posting = postings.loanToDoubtful('loan', euros(this.capital()));
    this.doubtful = true;
    return this.post(posting);
  }

  private provision() {
    const exposure = this.capital() - this.balance('interest-receivable');
    return this.post(
      postings.loanProvision('loan', euros((exposure * (this.given.provisionShareBps ?? 0)) / 10_000)),
    );
  }

  private writeOff() {
    return this.post(
      postings.loanWriteOff(this.loan, 'EUR', {
        capitalMinor: this.capital(),
        accruedInterestMinor: -this.balance('interest-receivable'),
      }),
    );
  }

  /** The posting of an event by the rules; what has nothing to do with a loan is booked as given. */
  on({ day, event, entries }: Event): Record<string, number> {
    switch (event) {
      case 'loan-payout':
        return this.post(postings.loanPayout(account, 'loan', euros(this.given.principalMinor)));
      case 'interest-accrual':
        return this.accrual(day);
      case 'instalment-collection':
        return this.collection(day);
      case 'early-repayment':
        return this.partial(day);
      case 'loan-payoff':
        return this.payoff(day);
      case 'withdrawal-right-repayment':
        return this.withdrawalRepayment(day);
      case 'loan-to-doubtful':
        return this.toDoubtful(day);
      case 'loan-provision':
        return this.provision();
      case 'loan-provision-release':
        return this.post(postings.loanProvisionRelease('loan', euros(this.balance('loan-provisions'))));
      case 'loan-write-off':
        return this.writeOff();
      case 'loan-recovery':
        return this.post(postings.loanRecovery(euros(this.given.recovery?.amountMinor ?? 0)));
      default:
        return this.book(entries);
    }
  }

  /** From the notice of a withdrawal on, interest runs by the daily amount. */
  withdraw(noticeDay: string): void {
    this.noticeDay = noticeDay;
  }

  books(): Record<string, number> {
    return this.balances;
  }
}

describe('LC-100 to LC-102 every posting of a life', () => {
  const lives = vectors.cases.filter(({ family }) => family === 'life');
  test.each(lives.map((one) => [one.id, one.name, one] as const))(
    '%s %s',
    (_id, _name, { given, expected }) => {
      const life = new Life(given as Given);
      const { events } = expected as unknown as { events: Event[] };
      const notice = (given as Given).noticeDay ?? (given as Given).withdrawal?.noticeDay;
      for (const event of events) {
        if (notice !== undefined && event.day >= notice) life.withdraw(notice);
        expect([event.day, event.event, life.on(event)]).toEqual([event.day, event.event, event.entries]);
        expect(life.books()).toMatchObject(event.balancesAfter);
      }
    },
  );
});

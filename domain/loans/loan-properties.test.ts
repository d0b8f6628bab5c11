import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDayOf } from '../time/calendars.ts';
import { contractClock } from './contract-clock.ts';
import { instalmentIndemnityMinor } from './default-indemnity.ts';
import { addDays, addMonths, daysBetween } from './due-dates.ts';
import { partialRepayment, payoffQuote } from './early-repayment.ts';
import { contractSchedule } from './first-period.ts';
import { interestRunInPeriodMinor, interestRunMinor, periodOf } from './interest-run.ts';
import { bearingBalanceMinor, capitalNotDueMinor, type LoanRow } from './loan-rows.ts';
import { assumingPaid, interestTargetMinor, type LoanState, lateInterestOwedMinor } from './loan-state.ts';
import { type Measure, measureRows, rowsOfNewDueDay } from './measures.ts';

/** What must hold of every loan, whatever its terms and whatever happens to it (LC, « Tests that must exist »). */

const terms = fc.record({
  principalMinor: fc.integer({ min: 10_000, max: 10_000_000 }),
  annualRateBps: fc.integer({ min: 0, max: 2500 }),
  durationMonths: fc.integer({ min: 2, max: 84 }),
  payoutDay: fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-11-20', days)),
  dueDay: fc.option(fc.integer({ min: 1, max: 31 })),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

function loanOf(given: Terms): LoanState {
  const { rows, firstPeriod } = contractSchedule(given);
  return {
    annualRateBps: given.annualRateBps,
    payoutDay: given.payoutDay,
    dueDay: firstPeriod.dueDay,
    lateInterestPaidMinor: 0,
    rows: rows.map((row) => ({ ...row, payments: [] })),
  };
}

/** A step in the life of a loan, as shares of what is possible on its day. */
const step = fc.record({
  kind: fc.constantFrom(
    'shorter',
    'lower',
    'suspension-total',
    'suspension-capital',
    'extension',
    'rate-cut',
    'due-day',
  ),
  days: fc.integer({ min: 0, max: 200 }),
  share: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
  months: fc.integer({ min: 1, max: 12 }),
  /** Whether what fell due meanwhile stays unpaid, so that a measure spreads it. */
  isLate: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const parameters = {
  thresholdMinor: 1_000_000,
  windowMonths: 12,
  capLongBps: 100,
  capShortBps: 50,
  policyBps: null,
};

/** The loan with new rows after a day; what a measure took over is replaced. */
function withRows(
  loan: LoanState,
  day: string,
  rows: readonly LoanRow[],
  replaced: readonly { readonly number: number }[] = [],
): LoanState {
  const past = loan.rows
    .filter(({ dueDate }) => dueDate <= day)
    .map((row) => (replaced.some(({ number }) => number === row.number) ? { ...row, replacedOn: day } : row));
  return { ...loan, rows: [...past, ...rows.map((row) => ({ ...row, payments: [] }))] };
}

/** The loan after a step on a day, and the capital that the step repaid. Null when the step is not possible there. */
function after(loan: LoanState, day: string, { kind, share, months }: Step): [LoanState, number] | null {
  const planned = loan.rows.filter(({ dueDate }) => dueDate > day);
  const [next] = planned;
  if (!next) return null;
  if (kind === 'shorter' || kind === 'lower') {
    const capital = Math.floor(bearingBalanceMinor(loan.rows, next) * share);
    if (capital < 1) return null;
    return [withRows(loan, day, partialRepayment(loan, day, capital, kind, 0, parameters).rows), capital];
  }
  if (kind === 'due-day') {
    if (planned.length < 2) return null;
    const dueDay = 1 + Math.floor(share * 31);
    return [{ ...withRows(loan, day, rowsOfNewDueDay(loan, day, dueDay).rows), dueDay }, 0];
  }
  const annualRateBps = kind === 'rate-cut' ? Math.floor(loan.annualRateBps * share) : loan.annualRateBps;
  const measure: Measure =
    kind === 'rate-cut' ? { kind, annualRateBps } : { kind: kind as 'extension', months };
  const made = measureRows(loan, day, measure);
  return [{ ...withRows(loan, day, made.rows, made.replacedRows), annualRateBps: made.annualRateBps }, 0];
}

/** Checks a version: its rows repay the capital, each is the sum of its parts, due dates go up. */
function expectWhole(loan: LoanState, day: string, capitalMinor: number): void {
  const rows = loan.rows.filter(({ dueDate }) => dueDate > day);
  expect(rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(capitalMinor);
  expect(capitalNotDueMinor(loan.rows, day)).toBe(capitalMinor);
  let left = capitalMinor;
  let before = day;
  for (const row of rows) {
    left -= row.principalMinor;
    expect(row.remainingMinor).toBe(left);
    expect(row.instalmentMinor).toBe(
      row.interestMinor + row.principalMinor + (row.deferredInterestMinor ?? 0),
    );
    expect(row.dueDate > before).toBe(true);
    before = row.dueDate;
  }
}

test('LC-62 the capital of rows sums to the balance in every version, and paid rows leave nothing receivable', () => {
  fc.assert(
    fc.property(terms, fc.array(step, { maxLength: 5 }), (given, steps) => {
      let loan = loanOf(given);
      let day = given.payoutDay;
      let capital = given.principalMinor;
      expectWhole(loan, day, capital);
      for (const one of steps) {
        const nextDay = addDays(day, one.days);
        const isMeasure = one.kind.startsWith('susp') || one.kind === 'extension' || one.kind === 'rate-cut';
        if (!(one.isLate && isMeasure)) {
          loan = assumingPaid(loan, '0000-00-00', nextDay);
          capital = capitalNotDueMinor(loan.rows, nextDay);
        }
        const target = interestTargetMinor(loan, nextDay);
        const made = after(loan, nextDay, one);
        if (!made) break;
        loan = made[0];
        capital -= made[1];
        day = nextDay;
        expectWhole(loan, day, capital);
        // A measure at the same rate makes no interest of its own: what had run is owed, and nothing more.
        if (isMeasure && one.kind !== 'rate-cut') expect(interestTargetMinor(loan, day)).toBe(target);
      }
      const end = loan.rows.at(-1)?.dueDate ?? day;
      expect(interestTargetMinor(assumingPaid(loan, '0000-00-00', end), end)).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('LC-77, LC-98 no indemnity is above its cap, and no payoff costs more than waiting', () => {
  fc.assert(
    fc.property(terms, fc.nat(2500), fc.nat(2_000_000), fc.nat(10_000), (given, days, before, policyBps) => {
      const day = addDays(given.payoutDay, days);
      const loan = assumingPaid(loanOf(given), '0000-00-00', day);
      const quote = payoffQuote(loan, day, before, { ...parameters, policyBps });
      const isLong = quote.contractEnd > addMonths(day, 12);
      expect(quote.indemnityMinor * 10_000).toBeLessThanOrEqual(quote.capitalMinor * (isLong ? 100 : 50));
      expect(quote.indemnityMinor).toBeLessThanOrEqual(Math.max(0, quote.interestSavedMinor));
      const left = loan.rows.filter(({ dueDate }) => dueDate > day);
      expect(quote.totalMinor).toBeLessThanOrEqual(left.reduce((sum, row) => sum + row.instalmentMinor, 0));
      const missed = left.slice(0, 3).map((row) => row.instalmentMinor);
      const most = missed.reduce((sum, instalment) => sum + Math.floor((instalment * 800) / 10_000), 0);
      expect(instalmentIndemnityMinor(missed, { policyBps, capBps: 800 })).toBeLessThanOrEqual(most);
    }),
    { numRuns: 500 },
  );
});

test('LC-101 accrued each day or at month ends, the same interest is receivable at each month end', () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat(400), { maxLength: 4 }), (given, payDays) => {
      const loan = loanOf(given);
      const until = addDays(given.payoutDay, 400);
      const events = new Set(payDays.map((days) => addDays(given.payoutDay, days)));
      const monthEnds = (isDaily: boolean) => {
        let [held, state, paidUntil] = [0, loan, '0000-00-00'];
        const seen: [string, number][] = [];
        for (let day = given.payoutDay; day <= until; day = addDays(day, 1)) {
          const isMonthEnd = addDays(day, 1).endsWith('-01');
          if (isDaily || isMonthEnd || events.has(day)) held += interestTargetMinor(state, day) - held;
          if (events.has(day)) {
            const before = interestTargetMinor(state, day);
            state = assumingPaid(state, paidUntil, day);
            paidUntil = day;
            held -= before - interestTargetMinor(state, day);
          }
          if (isMonthEnd) seen.push([day, held]);
        }
        return seen;
      };
      expect(monthEnds(true)).toEqual(monthEnds(false));
    }),
    { numRuns: 60 },
  );
});

test('LC-66 interest runs up within a period, to the interest of its row', () => {
  fc.assert(
    fc.property(terms, fc.nat(83), (given, index) => {
      const loan = loanOf(given);
      const row = loan.rows[index % loan.rows.length] as LoanRow;
      const period = periodOf(loan.rows, row, loan);
      const balance = bearingBalanceMinor(loan.rows, row);
      expect(interestRunInPeriodMinor(balance, given.annualRateBps, period, period.dueDate)).toBe(
        row.interestMinor,
      );
      let before = 0;
      for (let day = period.startDay; day < period.dueDate; day = addDays(day, 1)) {
        const run = interestRunMinor(loan, loan.rows, day);
        expect(run).toBeGreaterThanOrEqual(before);
        before = run;
      }
    }),
    { numRuns: 300 },
  );
});

test('LC-76, LC-88 no interest bears interest', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 1, max: 12 }), fc.nat(700), (given, months, days) => {
      const loan = loanOf(given);
      const day = addDays(given.payoutDay, days);
      // Late interest is that of the capital: the same whatever the interest of the rows.
      const dearer = {
        ...loan,
        rows: loan.rows.map((row) => ({ ...row, interestMinor: row.interestMinor + 999 })),
      };
      expect(lateInterestOwedMinor(dearer, day)).toBe(lateInterestOwedMinor(loan, day));
      // A suspension only moves interest: that of the later rows is what it was, and the deferred part is that of the months.
      const paid = assumingPaid(loan, '0000-00-00', day);
      const planned = paid.rows.filter(({ dueDate }) => dueDate > day);
      if (planned.length === 0 || planned.some((row) => row.anchorDay !== undefined)) return;
      const made = measureRows(paid, day, { kind: 'suspension-total', months });
      const interest = (rows: readonly LoanRow[]) => rows.reduce((sum, row) => sum + row.interestMinor, 0);
      expect(interest(made.rows)).toBe(interest(planned));
      expect(made.deferredInterestMinor).toBe(months * (planned[0] as LoanRow).interestMinor);
      expect(made.extraInterestMinor).toBe(made.deferredInterestMinor);
    }),
    { numRuns: 300 },
  );
});

test('LC-10 no payout before J+8 nor on a day without TARGET, and fourteen whole days to withdraw', () => {
  const periods = {
    agreementDays: 7,
    lockDays: 7,
    isLockExtended: false,
    withdrawalDays: 14,
    isWithdrawalExtended: true,
    reminderDays: 2,
  };
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-11-20'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom('earliest', 'after-withdrawal'),
      fc.constantFrom(null, 'America/Martinique', 'America/Miquelon'),
      (acceptedAt, payoutChoice, residenceZone) => {
        const clock = contractClock({ acceptedAt, payoutChoice, residenceZone, periods });
        expect(daysBetween(clock.acceptanceDay, clock.payoutDay)).toBeGreaterThanOrEqual(8);
        expect(isDayOf('target-days', clock.payoutDay)).toBe(true);
        expect(daysBetween(clock.acceptanceDay, clock.withdrawalLastDay)).toBeGreaterThanOrEqual(14);
        expect(isDayOf('working-days', clock.withdrawalLastDay)).toBe(true);
        expect(clock.withdrawalDeadline.getTime() - acceptedAt.getTime()).toBeGreaterThan(13.9 * 86_400_000);
        if (payoutChoice === 'after-withdrawal') expect(clock.payoutDay > clock.withdrawalLastDay).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

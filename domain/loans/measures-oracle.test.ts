import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  annuity,
  bearing,
  between,
  collectionDay,
  down,
  dueDayOf,
  leftOn,
  lent,
  type OracleLoan,
  type OracleRow,
  ofMonth,
  planned,
  plus,
  runIn,
  until,
} from '../../server/testing/loan-oracle.ts';
import { accelerationClaim, claimLeftOn } from './acceleration.ts';
import { partialRepayment, payoffQuote } from './early-repayment.ts';
import { contractSchedule } from './first-period.ts';
import type { LoanRow } from './loan-rows.ts';
import type { LoanState, ServicedRow } from './loan-state.ts';
import { type Measure, measureRows } from './measures.ts';

/**
 * Early repayments, measures, payoffs and accelerations against the second reckoning, on lives of a few events: each on any day, with instalments of
 * before unpaid or not, on what the events before it left.
 */

const terms = fc.record({
  principalMinor: fc.integer({ min: 100_000, max: 10_000_000 }),
  annualRateBps: fc.integer({ min: 0, max: 2500 }),
  durationMonths: fc.integer({ min: 3, max: 84 }),
  payoutDay: fc.integer({ min: 0, max: 1500 }).map((days) => plus('2026-11-20', days)),
  dueDay: fc.option(fc.integer({ min: 1, max: 31 })),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

const event = fc.record({
  kind: fc.constantFrom(
    'shorter',
    'lower',
    'suspension-total',
    'suspension-capital',
    'extension',
    'rate-cut',
    'remission',
    'reduced-instalments',
  ),
  days: fc.integer({ min: 0, max: 200 }),
  share: fc.integer({ min: 1, max: 80 }),
  months: fc.integer({ min: 1, max: 12 }),
  /** How many of the instalments that fell due since the last event stay unpaid. */
  late: fc.nat(2),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** The same loan by the product and by the oracle, on a day. */
interface Both {
  readonly product: LoanState;
  readonly oracle: OracleLoan;
  /** Rows of the oracle that are due and not paid. */
  readonly unpaid: readonly OracleRow[];
  /** Late interest of rows that a measure took over, until its day: it stays owed (LC-90). */
  readonly lateBefore: number;
  readonly day: string;
}

/** No early repayment costs an indemnity, unless a test says so. */
const FREE = { thresholdMinor: 1_000_000, windowMonths: 12, capLongBps: 100, capShortBps: 50, policyBps: 0 };

/** A smaller capital than this gives instalments of a few cents, which no lender agrees. */
const SMALLEST = 10_000;

function begun(given: Terms): Both {
  const { rows, firstPeriod } = contractSchedule(given);
  const product: LoanState = {
    annualRateBps: given.annualRateBps,
    payoutDay: given.payoutDay,
    dueDay: firstPeriod.dueDay,
    lateInterestPaidMinor: 0,
    rows: rows.map((row) => ({ ...row, payments: [] })),
  };
  return { product, oracle: lent(given), unpaid: [], lateBefore: 0, day: given.payoutDay };
}

/** The loan some days later: what fell due since was paid on its day, but for the last few. */
function later(both: Both, days: number, late: number): Both {
  const day = plus(both.day, days);
  const due = both.oracle.rows.filter((row) => row.due > both.day && row.due <= day && !row.isSuspended);
  const unpaid = late === 0 ? [] : due.slice(-late);
  const open = new Set([...both.unpaid, ...unpaid].map((row) => row.due));
  const pay = (row: ServicedRow): ServicedRow =>
    row.dueDate > both.day && row.dueDate <= day && !open.has(row.dueDate)
      ? {
          ...row,
          payments: [
            {
              day: row.dueDate,
              interestMinor: row.interestMinor + (row.deferredInterestMinor ?? 0),
              capitalMinor: row.principalMinor,
            },
          ],
        }
      : row;
  return {
    ...both,
    product: { ...both.product, rows: both.product.rows.map(pay) },
    unpaid: [...both.unpaid, ...unpaid],
    day,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const interestOf = (rows: readonly OracleRow[]) =>
  sum(rows.map((row) => row.interest + row.postponedInterest));
const capitalOf = (rows: readonly OracleRow[]) => sum(rows.map(({ capital }) => capital));

/** Late interest of rows on a day: each from its own collection day, rounded down (LC-76). */
const lateOf = (rows: readonly OracleRow[], day: string) =>
  sum(
    rows.map(({ due, capital, bps }) =>
      down(BigInt(capital) * BigInt(bps) * BigInt(Math.max(0, between(collectionDay(due), day))), 3_650_000n),
    ),
  );

/** What an event plans by the oracle, and as the product is asked for it. Null where it is not possible. */
function askedOf({ oracle, unpaid, day }: Both, { kind, share, months }: Event) {
  const left = leftOn(oracle, day);
  const { balance, suspended, interestOnly, count, bps } = left;
  if (balance < SMALLEST || suspended < 0 || interestOnly < 0) return null;
  const plan = { suspended, interestOnly, count, instalment: oracle.instalment };
  const part = Math.floor((balance * share) / 100);
  if (kind === 'shorter' || kind === 'lower') {
    const rest = balance - part;
    if (unpaid.length > 0 || rest < SMALLEST) return null;
    return {
      part,
      measure: null,
      left: { ...left, balance: rest },
      plan:
        kind === 'lower'
          ? { ...plan, instalment: annuity(rest, bps, count) }
          : { ...plan, count: until(rest, bps, oracle.instalment) },
    };
  }
  // What is late is spread over the new rows, interest and capital apart (LC-90).
  const spread = {
    ...left,
    interest: left.interest + interestOf(unpaid),
    capital: left.capital + capitalOf(unpaid),
  };
  const of = (measure: Measure, changed: Partial<typeof spread>, planOf: Partial<typeof plan>) => ({
    part: null,
    measure,
    left: { ...spread, ...changed },
    plan: { ...plan, ...planOf },
  });
  switch (kind) {
    case 'suspension-total':
      return of({ kind, months }, {}, { suspended: suspended + months });
    case 'suspension-capital':
      return of({ kind, months }, {}, { interestOnly: interestOnly + months });
    case 'extension':
      return of(
        { kind, months },
        {},
        { count: count + months, instalment: annuity(balance, bps, count + months) },
      );
    case 'rate-cut': {
      const lower = Math.floor((bps * share) / 100);
      return of(
        { kind, annualRateBps: lower },
        { bps: lower },
        { instalment: annuity(balance, lower, count) },
      );
    }
    case 'remission': {
      const rest = balance - part;
      if (part < 1 || rest < SMALLEST) return null;
      return of({ kind, capitalMinor: part }, { balance: rest }, { instalment: annuity(rest, bps, count) });
    }
    case 'reduced-instalments': {
      const month = ofMonth(balance, bps);
      const instalment = month + Math.ceil(((oracle.instalment - month) * share) / 100);
      if (count < 2 || instalment <= month + balance / 400 || instalment >= oracle.instalment) return null;
      return of(
        { kind, instalmentMinor: instalment },
        {},
        { instalment, count: until(balance, bps, instalment) },
      );
    }
  }
}

/** The rows as both sides say them. */
const ofProduct = (row: LoanRow) => [
  row.dueDate,
  row.interestMinor,
  row.principalMinor,
  row.deferredInterestMinor ?? 0,
  row.deferredPrincipalMinor ?? 0,
  row.instalmentMinor,
];
const ofOracle = (row: OracleRow) => [
  row.due,
  row.interest,
  row.capital,
  row.postponedInterest,
  row.postponedCapital,
  row.interest + row.capital + row.postponedInterest,
];

/** Lives an event on both sides and compares the rows. Null when it is not possible. */
function lived(before: Both, one: Event): Both | null {
  const isPart = one.kind === 'shorter' || one.kind === 'lower';
  const both = later(before, one.days, isPart ? 0 : one.late);
  const asked = askedOf(both, one);
  if (!asked) return null;
  const { product, day, unpaid } = both;
  const next = both.oracle.rows.find(({ due }) => due > day) as OracleRow;
  const oracle = planned(asked.left, asked.plan);
  let rows: readonly LoanRow[];
  let annualRateBps = product.annualRateBps;
  if (asked.measure) {
    const made = measureRows(product, day, asked.measure);
    ({ rows, annualRateBps } = made);
    expect(made.balanceMinor).toBe(asked.left.balance + asked.left.capital);
  } else {
    const made = partialRepayment(product, day, asked.part ?? 0, one.kind as 'lower', 0, FREE);
    ({ rows } = made);
    expect(made.runInterestMinor).toBe(runIn(next, asked.part ?? 0, day));
  }
  expect(rows.map(ofProduct)).toEqual(oracle.rows.map(ofOracle));
  const gone = new Set(unpaid.map(({ due }) => due));
  const past = product.rows
    .filter(({ dueDate }) => dueDate <= day)
    .map((row) => ({
      ...row,
      annualRateBps: row.annualRateBps ?? product.annualRateBps,
      ...(gone.has(row.dueDate) ? { replacedOn: day } : {}),
    }));
  return {
    product: { ...product, annualRateBps, rows: [...past, ...rows.map((row) => ({ ...row, payments: [] }))] },
    oracle,
    unpaid: [],
    lateBefore: both.lateBefore + lateOf(unpaid, day),
    day,
  };
}

/** The loan after events that are possible one after the other. */
const livedAll = (given: Terms, events: readonly Event[]) =>
  events.reduce<Both>((both, one) => lived(both, one) ?? both, begun(given));

test('LC-88 to LC-90, LC-97 the rows after early repayments, suspensions, extensions, lower rates, remissions and reduced instalments', () => {
  fc.assert(
    fc.property(terms, fc.array(event, { minLength: 1, maxLength: 3 }), (given, events) => {
      livedAll(given, events);
    }),
    { numRuns: 250 },
  );
});

test('LC-82, LC-96, LC-98 what repays a loan on any day, and what an acceleration demands: line by line', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(event, { maxLength: 2 }),
      fc.nat(500),
      fc.nat(3),
      fc.option(fc.nat(200)),
      (given, events, days, late, policyBps) => {
        const { product, oracle, unpaid, lateBefore, day } = later(livedAll(given, events), days, late);
        const rows = oracle.rows.filter(({ due }) => due > day);
        const [next] = rows;
        const end = oracle.rows.at(-1)?.due as string;
        const left = next && leftOn(oracle, day);
        const notDue = capitalOf(rows);
        const lines = {
          unpaidInterestMinor: interestOf(unpaid),
          unpaidCapitalMinor: capitalOf(unpaid),
          accruedInterestMinor: next ? runIn(next, bearing(rows), day) : 0,
          postponedInterestMinor: left?.interest ?? 0,
          lateInterestMinor: lateBefore + lateOf(unpaid, day),
        };
        const saved = interestOf(rows) - lines.accruedInterestMinor - lines.postponedInterestMinor;
        const cap = end > dueDayOf(day, 12, Number(day.slice(8))) ? 100 : 50;
        const share = down(BigInt(notDue) * BigInt(Math.min(policyBps ?? cap, cap)), 10_000n);
        const indemnityMinor = notDue <= 1_000_000 ? 0 : Math.min(share, saved);
        const quote = payoffQuote(product, day, 0, { ...FREE, policyBps });
        expect(quote).toMatchObject({
          ...lines,
          capitalMinor: notDue,
          indemnityMinor,
          interestSavedMinor: saved,
          totalMinor: sum(Object.values(lines)) + notDue + indemnityMinor,
        });

        const shareOfDefault = down(BigInt(notDue) * BigInt(policyBps ?? 800), 10_000n);
        const claim = accelerationClaim(product, day, { policyBps: policyBps ?? 800, capBps: 800 });
        expect(claim).toEqual({
          ...lines,
          capitalNotDueMinor: notDue,
          indemnityMinor: shareOfDefault,
          totalMinor: sum(Object.values(lines)) + notDue + shareOfDefault,
        });
        // From then on late interest runs on the whole capital, and nothing else does.
        const capital = lines.unpaidCapitalMinor + notDue;
        const { annualRateBps } = product;
        const since = claimLeftOn({ claim, acceleratedOn: day, annualRateBps, payments: [] }, plus(day, 61));
        expect(since.totalMinor - claim.totalMinor).toBe(
          down(BigInt(capital) * BigInt(annualRateBps) * 61n, 3_650_000n),
        );
      },
    ),
    { numRuns: 200 },
  );
});

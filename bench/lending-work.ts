import { simulate } from '../domain/loans/annuity.ts';
import { productOrWidest } from '../domain/loans/products.ts';
import { amortisationSchedule } from '../domain/loans/schedule.ts';
import { STANDARD_PRICE_LIST } from '../domain/loans/standard-price-list.ts';
import { taegOfSchedule } from '../domain/loans/taeg.ts';
import { naiveSchedule, naiveTaeg } from './reference/naive-lending.ts';

/** What is timed, on the server and in a browser alike: it touches nothing of either. */

const { amount: SIMULATOR_AMOUNT, duration: SIMULATOR_DURATION } = STANDARD_PRICE_LIST.simulator;

const AMOUNTS = Array.from(
  { length: (SIMULATOR_AMOUNT.maxMinor - SIMULATOR_AMOUNT.minMinor) / SIMULATOR_AMOUNT.stepMinor + 1 },
  (_, index) => SIMULATOR_AMOUNT.minMinor + index * SIMULATOR_AMOUNT.stepMinor,
);
const DURATIONS = Array.from(
  {
    length: (SIMULATOR_DURATION.maxMonths - SIMULATOR_DURATION.minMonths) / SIMULATOR_DURATION.stepMonths + 1,
  },
  (_, index) => SIMULATOR_DURATION.minMonths + index * SIMULATOR_DURATION.stepMonths,
);

export interface LendingRound {
  readonly schedulesPerSecond: number;
  readonly naiveSchedulesPerSecond: number;
  readonly taegsPerSecond: number;
  readonly naiveTaegsPerSecond: number;
  /** All positions of the simulator's two sliders. */
  readonly gridMs: number;
  readonly gridPoints: number;
}

/** Calls a second; `work` gets a number that changes, and its results are summed so that nothing is optimised away. */
function perSecond(work: (n: number) => number, ms: number): number {
  let done = 0;
  let sum = 0;
  const started = performance.now();
  let now = started;
  while (now - started < ms) {
    for (let batch = 0; batch < 20; batch += 1) {
      sum += work(done);
      done += 1;
    }
    now = performance.now();
  }
  if (Number.isNaN(sum)) throw new Error('the work gave no number');
  return (done * 1000) / (now - started);
}

export function lendingRound(ms: number): LendingRound {
  const amountOf = (n: number) => AMOUNTS[n % AMOUNTS.length] ?? 0;
  const months = 60;
  const schedule = amortisationSchedule({
    principalMinor: 1_234_500,
    annualRateBps: 390,
    durationMonths: months,
  });
  const naivePayments = naiveSchedule(12_345, 0.039, months).map((row) => row.payment);
  const ours = perSecond(
    (n) =>
      amortisationSchedule({ principalMinor: amountOf(n), annualRateBps: 390, durationMonths: months })
        .totalDueMinor,
    ms,
  );
  const naive = perSecond((n) => naiveSchedule(amountOf(n) / 100, 0.039, months).length, ms);
  const taegs = perSecond((n) => taegOfSchedule(schedule, { feesAtDrawdownMinor: n % 100 }), ms);
  const naiveTaegs = perSecond((n) => naiveTaeg(12_345 - (n % 100) / 100, naivePayments), ms);
  const started = performance.now();
  let points = 0;
  for (const amountMinor of AMOUNTS)
    for (const durationMonths of DURATIONS)
      if (
        simulate({
          amountMinor,
          durationMonths,
          annualRateBps: productOrWidest(STANDARD_PRICE_LIST, null).listRateBps,
        }).monthlyPaymentMinor > 0
      )
        points += 1;
  return {
    schedulesPerSecond: ours,
    naiveSchedulesPerSecond: naive,
    taegsPerSecond: taegs,
    naiveTaegsPerSecond: naiveTaegs,
    gridMs: performance.now() - started,
    gridPoints: points,
  };
}

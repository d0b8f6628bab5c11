import { divideRounded, toSafeInteger } from '../money/rounding.ts';
import { exactPayment, monthlyPaymentMinor, monthlyRate, type Simulation, simulate } from './annuity.ts';
import { listPriceBps, type PriceList, type Product, productOrWidest } from './products.ts';
import { amortisationSchedule, type Schedule } from './schedule.ts';
import { taegOfSchedule } from './taeg.ts';

/** The three questions a visitor may ask, each leaving the rest to be solved. Amounts are euro cents. */
export type SimulationQuestion =
  | { readonly choose: 'amount'; readonly amountMinor: number; readonly durationMonths: number }
  | { readonly choose: 'payment'; readonly paymentMinor: number; readonly durationMonths: number }
  | { readonly choose: 'duration'; readonly amountMinor: number; readonly paymentMinor: number };

export type SimulationBounds = {
  readonly amount: { readonly minMinor: number; readonly maxMinor: number };
  readonly duration: { readonly minMonths: number; readonly maxMonths: number };
};

/** The simulator's specified range, as far as the price list covers it: a personal loan ends at 25,000 € and 72 months. */
export function simulatorBounds(
  list: PriceList,
  product: Product = productOrWidest(list, null),
): SimulationBounds {
  const { amount, duration } = list.simulator;
  return {
    amount: {
      minMinor: Math.max(amount.minMinor, product.minAmountMinor),
      maxMinor: Math.min(amount.maxMinor, product.maxAmountMinor),
    },
    duration: {
      minMonths: Math.max(duration.minMonths, product.minMonths),
      maxMonths: Math.min(duration.maxMonths, product.maxMonths),
    },
  };
}

export type SimulationAnswer = {
  readonly amountMinor: number;
  readonly durationMonths: number;
  readonly annualRateBps: number;
  /** The specified formula, from the unrounded payment. */
  readonly figures: Simulation;
  /** What a contract would say, exact to the cent. */
  readonly schedule: Schedule;
  /** In percent, unrounded, of the schedule. */
  readonly taegPercent: number;
};

export type SimulationVerdict =
  | ({ readonly ok: true } & SimulationAnswer)
  /**
   * `min` and `max` bound the value that was typed: minor units for an amount or a payment, months for a duration.
   */
  | {
      readonly ok: false;
      readonly reason: 'amount' | 'payment' | 'duration';
      readonly min: number;
      readonly max: number;
    };

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** The largest amount whose rounded-down annuity a payment covers: payment × ((1+i)ⁿ − 1) / (i·(1+i)ⁿ), rounded down. */
export function amountForPayment(
  paymentMinor: number,
  durationMonths: number,
  annualRateBps: number,
): number {
  // The annuity is proportional to the principal, so the payment of one minor unit is its factor.
  const factor = exactPayment(1, monthlyRate(annualRateBps), durationMonths);
  return toSafeInteger(divideRounded(BigInt(paymentMinor) * factor.denominator, factor.numerator, 'down'));
}

/** The fewest months whose instalment is not above a payment, or null when even `maxMonths` are not enough. */
export function durationForPayment(
  amountMinor: number,
  paymentMinor: number,
  annualRateBps: number,
  maxMonths: number,
): number | null {
  const instalment = (durationMonths: number) =>
    monthlyPaymentMinor({ principalMinor: amountMinor, annualRateBps, durationMonths });
  if (instalment(maxMonths) > paymentMinor) return null;
  // Instalments only fall as the duration grows: halve the interval.
  let [low, high] = [1, maxMonths];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (instalment(middle) <= paymentMinor) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The lowest and highest instalment that a chosen duration (for any amount within bounds) or a chosen amount (for any duration
 * within bounds) allows, in minor units: the ends of a slider.
 */
export function paymentLimits(
  chosen: { readonly durationMonths: number } | { readonly amountMinor: number },
  list: PriceList,
  product: Product = productOrWidest(list, null),
): { readonly minMinor: number; readonly maxMinor: number } {
  const { amount, duration } = simulatorBounds(list, product);
  const payment = (principalMinor: number, durationMonths: number) =>
    monthlyPaymentMinor({ principalMinor, annualRateBps: product.listRateBps, durationMonths });
  return 'durationMonths' in chosen
    ? {
        minMinor: payment(amount.minMinor, chosen.durationMonths),
        maxMinor: payment(amount.maxMinor, chosen.durationMonths),
      }
    : {
        minMinor: payment(chosen.amountMinor, duration.maxMonths),
        maxMinor: payment(chosen.amountMinor, duration.minMonths),
      };
}

/**
 * Answers one of the three questions at the list price of a product, within the simulator's bounds. A verdict names the value that is out of bounds with the limits it must
 * respect given the others, so that a screen can say "entre 29,47 € et 1 474,03 €".
 */
export function solve(
  question: SimulationQuestion,
  list: PriceList,
  product: Product = productOrWidest(list, null),
): SimulationVerdict {
  const { amount, duration } = simulatorBounds(list, product);
  const { listRateBps: annualRateBps } = product;
  const priced = (amountMinor: number, durationMonths: number) =>
    answer(amountMinor, durationMonths, listPriceBps(product, amountMinor, durationMonths));
  const refuse = (reason: 'amount' | 'payment' | 'duration', min: number, max: number) =>
    ({ ok: false, reason, min, max }) as const;
  const within = (value: number, min: number, max: number) =>
    Number.isSafeInteger(value) && value >= min && value <= max;

  if (
    question.choose !== 'duration' &&
    !within(question.durationMonths, duration.minMonths, duration.maxMonths)
  ) {
    return refuse('duration', duration.minMonths, duration.maxMonths);
  }
  if (question.choose !== 'payment' && !within(question.amountMinor, amount.minMinor, amount.maxMinor)) {
    return refuse('amount', amount.minMinor, amount.maxMinor);
  }
  if (question.choose === 'amount') {
    return { ok: true, ...priced(question.amountMinor, question.durationMonths) };
  }
  if (question.choose === 'payment') {
    const { durationMonths } = question;
    const { minMinor, maxMinor } = paymentLimits({ durationMonths }, list, product);
    if (!within(question.paymentMinor, minMinor, maxMinor)) return refuse('payment', minMinor, maxMinor);
    // The limits are instalments rounded to the cent, so the amount may fall a cent's worth outside: keep it in.
    const amountMinor = clamp(
      amountForPayment(question.paymentMinor, durationMonths, annualRateBps),
      amount.minMinor,
      amount.maxMinor,
    );
    return { ok: true, ...priced(amountMinor, durationMonths) };
  }
  const limits = paymentLimits({ amountMinor: question.amountMinor }, list, product);
  if (!within(question.paymentMinor, limits.minMinor, limits.maxMinor)) {
    return refuse('payment', limits.minMinor, limits.maxMinor);
  }
  const months = durationForPayment(
    question.amountMinor,
    question.paymentMinor,
    annualRateBps,
    duration.maxMonths,
  );
  return {
    ok: true,
    ...priced(question.amountMinor, Math.max(months ?? duration.maxMonths, duration.minMonths)),
  };
}

/** Everything a screen shows for given terms: the specified figures, the exact schedule and its TAEG. */
export function answer(amountMinor: number, durationMonths: number, annualRateBps: number): SimulationAnswer {
  const schedule = amortisationSchedule({ principalMinor: amountMinor, annualRateBps, durationMonths });
  return {
    amountMinor,
    durationMonths,
    annualRateBps,
    figures: simulate({ amountMinor, durationMonths, annualRateBps }),
    schedule,
    taegPercent: taegOfSchedule(schedule),
  };
}

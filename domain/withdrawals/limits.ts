import { addDays, legalDay } from '../time/days.ts';

/** What a client may send at most (PAY-56), in the order in which they are looked at. */
export const TRANSFER_LIMITS = ['operation', 'day', 'thirtyDays'] as const;
export type TransferLimit = (typeof TRANSFER_LIMITS)[number];

/** Minor units of the account's currency; null is no limit. */
export type LimitAmounts = Readonly<Record<TransferLimit, number | null>>;

export const NO_LIMITS: LimitAmounts = { operation: null, day: null, thirtyDays: null };

/** Paris days of the long window, today included (PAY-57). */
const WINDOW_DAYS = 30;

/** The first day of the window that ends today: it moves at midnight in Paris. */
export const windowStart = (today: string): string => addDays(today, 1 - WINDOW_DAYS);

/** An order of before, by the instant of its request. Refused, cancelled and returned ones do not count. */
export interface PastOrder {
  readonly at: Date;
  readonly amountMinor: number;
  readonly counts: boolean;
}

/** What was sent on a day and in the window that ends with it, in minor units. */
export interface Sent {
  readonly dayMinor: number;
  readonly thirtyDaysMinor: number;
}

/** What the orders of before sum up to, by the Paris day of their request. */
export function sentBy(past: readonly PastOrder[], now: Date): Sent {
  const today = legalDay(now);
  const first = windowStart(today);
  let [dayMinor, thirtyDaysMinor] = [0, 0];
  for (const { at, amountMinor, counts } of past) {
    const day = legalDay(at);
    if (!counts || day < first || day > today) continue;
    thirtyDaysMinor += amountMinor;
    if (day === today) dayMinor += amountMinor;
  }
  return { dayMinor, thirtyDaysMinor };
}

/** What is left of each limit, never below 0; null where there is no limit. */
export function leftOf(limits: LimitAmounts, sent: Sent): LimitAmounts {
  const left = (limit: number | null, usedMinor: number) =>
    limit === null ? null : Math.max(0, limit - usedMinor);
  return {
    operation: limits.operation,
    day: left(limits.day, sent.dayMinor),
    thirtyDays: left(limits.thirtyDays, sent.thirtyDaysMinor),
  };
}

/** The least of what is left: what the next order may be. Null without any limit. */
export function leftForNext(left: LimitAmounts): number | null {
  const amounts = TRANSFER_LIMITS.flatMap((limit) => left[limit] ?? []);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

export interface LimitVerdict {
  readonly ok: boolean;
  /** The first limit that the order would pass; null when it passes none. */
  readonly limit: TransferLimit | null;
  /** What is left of that limit, or for the next order when it passes none. */
  readonly leftMinor: number | null;
  readonly left: LimitAmounts;
}

/** Judges an order against what was sent before: the first limit that it would pass is named (PAY-56). */
export function limitVerdict(limits: LimitAmounts, sent: Sent, amountMinor: number): LimitVerdict {
  const left = leftOf(limits, sent);
  const hit = TRANSFER_LIMITS.find((limit) => {
    const rest = left[limit];
    return rest !== null && amountMinor > rest;
  });
  return {
    ok: hit === undefined,
    limit: hit ?? null,
    leftMinor: hit ? left[hit] : leftForNext(left),
    left,
  };
}

/** Says whether one limit is above another: null is above everything. */
const isAbove = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other);

/** The lower of two limits. */
export const lower = (one: number | null, other: number | null): number | null =>
  isAbove(one, other) ? other : one;

/** The limits in force: the client's own, never above the house's maximum (PAY-58). */
export function limitsInForce(own: LimitAmounts, maximum: LimitAmounts): LimitAmounts {
  return {
    operation: lower(own.operation, maximum.operation),
    day: lower(own.day, maximum.day),
    thirtyDays: lower(own.thirtyDays, maximum.thirtyDays),
  };
}

/** What a demand changes: the limits that hold at once, and those that wait; null when none is raised. */
export interface LimitChange {
  readonly now: LimitAmounts;
  readonly raised: LimitAmounts | null;
}

/**
 * Reads a demand against what holds (PAY-58): a lowered limit holds at once; a raised one waits, and until then the old one holds.
 * @param asked never above `maximum`; `limitsAbove` says which are.
 */
export function changeOfLimits(inForce: LimitAmounts, asked: LimitAmounts): LimitChange {
  const isRaised = TRANSFER_LIMITS.some((limit) => isAbove(asked[limit], inForce[limit]));
  return { now: limitsInForce(asked, inForce), raised: isRaised ? asked : null };
}

/** The limits of a demand that are above the house's maximum. */
export const limitsAbove = (asked: LimitAmounts, maximum: LimitAmounts): TransferLimit[] =>
  TRANSFER_LIMITS.filter((limit) => isAbove(asked[limit], maximum[limit]));

import { wordsOfName } from '../payees/name-comparison.ts';
import { sepaObstacle } from './sepa.ts';

/** Instant transfers (PAY-43, regulation (EU) 2024/886): at any hour, answered within seconds, at the price of any other transfer. */

/** Within how many seconds the rail answers for good. */
export const INSTANT_ANSWER_SECONDS = 10;

/** From how long after a question, in seconds, the rail is asked again with the same id: nobody waits for the first answer any more. */
const ASKED_AGAIN_AFTER_SECONDS = 30;

/** Words of the rail: the money has arrived, was refused, or is under way. They are those of ISO 20022. */
export const INSTANT_STATUSES = ['ACSC', 'ACCC', 'RJCT', 'PDNG'] as const;

/** What the rail answers. `reason` is the code of a refusal; null when there is none. */
export interface InstantAnswer {
  readonly status: (typeof INSTANT_STATUSES)[number];
  readonly reason: string | null;
}

/** What the rail is asked for. */
export interface InstantOrder {
  /** The end-to-end id: the same whenever it is asked again, so that nothing is sent twice. */
  readonly requestId: string;
  /** Euro cents. */
  readonly amountMinor: number;
  readonly payee: { readonly name: string; readonly iban: string };
  /** What the payee reads. */
  readonly remittance: string;
  /** Whether it was asked for before. */
  readonly isAgain: boolean;
}

/** What a client lets out by instant transfers at most; minor units, null is no limit of their own. */
export const INSTANT_LIMITS = ['operation', 'day'] as const;
export type InstantLimit = (typeof INSTANT_LIMITS)[number];
export type InstantLimitAmounts = Readonly<Record<InstantLimit, number | null>>;

/**
 * The first limit that an instant transfer would pass, with what is left of it; null when it passes none.
 * @param sentTodayMinor instant transfers of the same Paris day, by the day of their request.
 */
export function instantLimitPassed(
  limits: InstantLimitAmounts,
  sentTodayMinor: number,
  amountMinor: number,
): { readonly limit: InstantLimit; readonly leftMinor: number } | null {
  const left = {
    operation: limits.operation,
    day: limits.day === null ? null : Math.max(0, limits.day - sentTodayMinor),
  };
  for (const limit of INSTANT_LIMITS) {
    const leftMinor = left[limit];
    if (leftMinor !== null && amountMinor > leftMinor) return { limit, leftMinor };
  }
  return null;
}

/** Whether an order can be an instant one: in euro, to an IBAN that holds and that SEPA reaches. */
export const canBeInstant = (order: Parameters<typeof sepaObstacle>[0]): boolean =>
  sepaObstacle(order) === null;

/** A transfer as far as it says whether the rail is to be asked for it. */
export interface InstantState {
  readonly isInstant: boolean;
  readonly phase: string;
  readonly instantAskedAt: Date | null;
}

/**
 * Whether the rail is to be asked for a transfer at a moment: it was not asked yet, or its answer is overdue. One that stands in a file is
 * our bank's to answer.
 */
export function isRailToBeAsked({ isInstant, phase, instantAskedAt }: InstantState, now: Date): boolean {
  if (!isInstant) return false;
  if (phase === 'validated') return true;
  if (instantAskedAt === null || (phase !== 'exported' && phase !== 'accepted')) return false;
  return now.getTime() - instantAskedAt.getTime() >= ASKED_AGAIN_AFTER_SECONDS * 1_000;
}

/**
 * The answer of the simulated rail of a demonstration, by words of the payee's name, the first that applies: REFUS is refused for a closed
 * account, LENT is under way until it is asked for again, INDISPONIBLE is never answered; any other arrives.
 * @returns null for no answer.
 */
export function simulatedInstantAnswer({ payee, isAgain }: InstantOrder): InstantAnswer | null {
  const words = wordsOfName(payee.name);
  if (words.includes('REFUS')) return { status: 'RJCT', reason: 'AC04' };
  if (words.includes('LENT') && !isAgain) return { status: 'PDNG', reason: null };
  return words.includes('INDISPONIBLE') ? null : { status: 'ACSC', reason: null };
}

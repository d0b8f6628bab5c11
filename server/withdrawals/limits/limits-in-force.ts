import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import {
  type LimitAmounts,
  leftOf,
  limitsInForce,
  NO_LIMITS,
  type Sent,
  TRANSFER_LIMITS,
} from '#domain/withdrawals/limits.ts';
import type { Db } from '../../db/database.ts';
import { lastSecurityChange } from '../../notifications/notification-queries.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { sentOn, type TransferLimitsRow, transferLimitsOf } from './queries.ts';

const HOUR_MS = 3_600_000;

/** An account as its limits are read. */
export interface LimitedAccount {
  readonly id: string;
  readonly userId: string;
  readonly currency: string;
}

/** A raise that was asked for, and when it holds. */
export interface Raise {
  readonly amounts: LimitAmounts;
  readonly askedAt: Date;
  readonly delayHours: number;
  readonly effectiveAt: Date;
}

/** The house's maxima on a day, in the currency of an account (dated data, PAY-56). */
export async function houseMaximum(db: Db, currency: string, day: string): Promise<LimitAmounts> {
  const dated = await parametersOn(db, day, ['limits.operation', 'limits.day', 'limits.thirtyDays']);
  const of = (limit: (typeof TRANSFER_LIMITS)[number]) =>
    dated[`limits.${limit}`]?.[currency as CurrencyCode] ?? null;
  return { operation: of('operation'), day: of('day'), thirtyDays: of('thirtyDays') };
}

const ownOf = (row: TransferLimitsRow | null): LimitAmounts =>
  row ? { operation: row.operation, day: row.day, thirtyDays: row.thirtyDays } : NO_LIMITS;

/**
 * The raise that an account waits for, with the moment at which it holds: its waiting time after it was asked for, or after the last change
 * of e-mail, telephone, password or second factor since, which starts it again (PAY-59).
 */
async function raiseOf(db: Db, row: TransferLimitsRow | null, userId: string): Promise<Raise | null> {
  if (!row?.raiseAskedAt || row.raiseDelayHours === null) return null;
  const { raiseAskedAt: askedAt, raiseDelayHours: delayHours } = row;
  const changedAt = await lastSecurityChange(db, userId, askedAt);
  return {
    amounts: {
      operation: row.raisedOperation,
      day: row.raisedDay,
      thirtyDays: row.raisedThirtyDays,
    },
    askedAt,
    delayHours,
    effectiveAt: new Date((changedAt ?? askedAt).getTime() + delayHours * HOUR_MS),
  };
}

export interface LimitsOfAccount {
  /** The house's: nobody is let above. */
  readonly maximum: LimitAmounts;
  readonly inForce: LimitAmounts;
  /** A raise that does not hold yet. */
  readonly raise: Raise | null;
  /** A raise that holds since, and was not written as the client's own yet. */
  readonly risen: Raise | null;
}

/** The limits of an account at a moment. A raise holds from its moment on, whether its job has run or not. */
export async function limitsOfAccount(db: Db, account: LimitedAccount, now: Date): Promise<LimitsOfAccount> {
  const maximum = await houseMaximum(db, account.currency, legalDay(now));
  const row = await transferLimitsOf(db, account.id);
  const raise = await raiseOf(db, row, account.userId);
  const isRisen = raise !== null && raise.effectiveAt <= now;
  return {
    maximum,
    inForce: limitsInForce(isRisen ? raise.amounts : ownOf(row), maximum),
    raise: isRisen ? null : raise,
    risen: isRisen ? raise : null,
  };
}

const hasLimit = (limits: LimitAmounts) => TRANSFER_LIMITS.some((limit) => limits[limit] !== null);

/** What was sent, as far as limits ask for it: without a limit nothing is summed. */
export async function sentAgainst(
  db: Db,
  { id, limits, now }: { readonly id: string; readonly limits: LimitAmounts; readonly now: Date },
): Promise<Sent> {
  return hasLimit(limits) ? sentOn(db, id, legalDay(now)) : { dayMinor: 0, thirtyDaysMinor: 0 };
}

/** What an account may still send at a moment. */
export async function leftOfAccount(db: Db, account: LimitedAccount, now: Date) {
  const limits = await limitsOfAccount(db, account, now);
  const sent = await sentAgainst(db, { id: account.id, limits: limits.inForce, now });
  return { ...limits, left: leftOf(limits.inForce, sent) };
}

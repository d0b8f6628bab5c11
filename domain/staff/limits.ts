import * as z from 'zod/mini';
import type { Permission } from '../operations.ts';
import type { Role } from '../permissions.ts';

/** The operations that a role or a person may have an amount limit for (STAFF-10, the letter « l » of its table; STAFF-42). */
export const LIMITED_OPERATIONS = [
  'accounts.activate',
  'accounts.credit',
  'loanOffers.issue',
  'loans.decide.approve',
  'withdrawals.decide.approve',
] as const satisfies readonly Permission[];
export type LimitedOperation = (typeof LIMITED_OPERATIONS)[number];

/** Says whether an operation may have amount limits. */
export const isLimited = (operation: string): operation is LimitedOperation =>
  (LIMITED_OPERATIONS as readonly string[]).includes(operation);

/** How much a person may do alone. Euro cents; null is no limit. */
export interface AmountLimit {
  readonly perActEurMinor: number | null;
  /** Of one legal day, this act included. */
  readonly perDayEurMinor: number | null;
}

/** The limit of one operation. */
export interface OperationLimit extends AmountLimit {
  readonly operation: LimitedOperation;
}
export type Limits = readonly OperationLimit[];

const limitMinor = z.nullable(
  z
    .int('validation.amount.invalid')
    .check(
      z.gte(0, 'validation.amount.invalid'),
      z.lte(Number.MAX_SAFE_INTEGER, 'validation.amount.invalid'),
    ),
);

/** Limits as they are typed: each operation once, whole euro cents that are not negative (STAFF-43). */
export const limitsField = z
  .array(
    z.strictObject({
      operation: z.enum(LIMITED_OPERATIONS, 'validation.choice'),
      perActEurMinor: limitMinor,
      perDayEurMinor: limitMinor,
    }),
  )
  .check(
    z.maxLength(LIMITED_OPERATIONS.length, 'validation.tooMany'),
    z.refine(
      (limits) => new Set(limits.map(({ operation }) => operation)).size === limits.length,
      'validation.twice',
    ),
  );

/** Limits in one line of text: each operation with its euro cents for one act and for one day, « - » for none. */
export const limitsAsLine = (limits: Limits): string =>
  limits
    .map(
      ({ operation, perActEurMinor, perDayEurMinor }) =>
        `${operation} ${perActEurMinor ?? '-'}/${perDayEurMinor ?? '-'}`,
    )
    .join(', ');

/** The limits of such a line; what is none is left out. */
export const limitsOfLine = (line: string): Limits =>
  line.split(', ').flatMap((one) => {
    const [operation = '', act, day] = one.split(/[ /]/);
    const minor = (text: string | undefined) => (text === undefined || text === '-' ? null : Number(text));
    return isLimited(operation)
      ? [{ operation, perActEurMinor: minor(act), perDayEurMinor: minor(day) }]
      : [];
  });

const NO_LIMIT: AmountLimit = { perActEurMinor: null, perDayEurMinor: null };

const widest = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));
const smallest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

const limitIn = (limits: Limits, operation: LimitedOperation): AmountLimit =>
  limits.find((limit) => limit.operation === operation) ?? NO_LIMIT;

/** A role with what limits its holders. */
export type LimitedRole = Pick<Role, 'holdsAll' | 'permissions'> & { readonly limits: Limits };

/**
 * The limits of a person (STAFF-42). Rights add up, so the widest limit of the roles that hold an operation counts; between roles and person the
 * smaller one. Operations without a limit are left out.
 */
export function limitsOf(roles: readonly LimitedRole[], own: Limits): Limits {
  if (own.length === 0 && roles.every(({ limits }) => limits.length === 0)) return [];
  return LIMITED_OPERATIONS.flatMap((operation) => {
    const holders = roles.filter(({ holdsAll, permissions }) => holdsAll || permissions.includes(operation));
    if (holders.length === 0) return [];
    const ofRoles = holders
      .map(({ holdsAll, limits }) => (holdsAll ? NO_LIMIT : limitIn(limits, operation)))
      .reduce((a, b) => ({
        perActEurMinor: widest(a.perActEurMinor, b.perActEurMinor),
        perDayEurMinor: widest(a.perDayEurMinor, b.perDayEurMinor),
      }));
    const ofPerson = limitIn(own, operation);
    const perActEurMinor = smallest(ofRoles.perActEurMinor, ofPerson.perActEurMinor);
    const perDayEurMinor = smallest(ofRoles.perDayEurMinor, ofPerson.perDayEurMinor);
    return perActEurMinor === null && perDayEurMinor === null
      ? []
      : [{ operation, perActEurMinor, perDayEurMinor }];
  });
}

/** The limit of a person for an operation; null without one. */
export const limitFor = (limits: Limits, operation: string): AmountLimit | null =>
  limits.find((limit) => limit.operation === operation) ?? null;

/**
 * The limit that an act passes, in euro cents, or null when it stays within both. Exactly the limit is within it.
 * @param amountEurMinor null without a rate, which passes every limit (FOUR-6).
 * @param sameDayEurMinor what the person did of the operation on the same legal day; null when one act had no rate.
 */
export function limitPassed(
  { perActEurMinor, perDayEurMinor }: AmountLimit,
  amountEurMinor: number | null,
  sameDayEurMinor: number | null,
): number | null {
  if (perActEurMinor !== null && (amountEurMinor === null || amountEurMinor > perActEurMinor))
    return perActEurMinor;
  if (perDayEurMinor === null) return null;
  const isWithin =
    amountEurMinor !== null && sameDayEurMinor !== null && amountEurMinor + sameDayEurMinor <= perDayEurMinor;
  return isWithin ? null : perDayEurMinor;
}

/** Whether a person may answer for an amount alone, on a day on which they did nothing else: a voter on what passes the limit of its maker (STAFF-42). */
export const coversAmount = (limit: AmountLimit | null, amountEurMinor: number | null): boolean =>
  limit === null || limitPassed(limit, amountEurMinor, 0) === null;

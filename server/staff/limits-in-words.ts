import type { Limits } from '#domain/staff/limits.ts';

/** Limits in one line of the audit trail: each operation with its euro cents for one act and for one day, « - » for none. */
export const limitsInWords = (limits: Limits): string =>
  limits
    .map(
      ({ operation, perActEurMinor, perDayEurMinor }) =>
        `${operation} ${perActEurMinor ?? '-'}/${perDayEurMinor ?? '-'}`,
    )
    .join(', ');

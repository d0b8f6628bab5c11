import { shownMinor } from '#domain/money/money.ts';

/**
 * Minor units as the database gives them: a number, or a text where the driver or a sum in `numeric` needs one. No account can come beyond
 * the safe integers (`ledger_ceiling`); a sum over many rows, or what was stored before that rule, can: it is read as the last safe integer,
 * so that a list is answered rather than refused.
 */
export function readMinor(value: string | number | bigint): number {
  const exact = Number(value);
  return Number.isSafeInteger(exact) ? exact : shownMinor(BigInt(value));
}

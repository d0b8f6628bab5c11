import type { AccountType } from '#domain/accounts/account.ts';
import {
  type GovernedOperation,
  MAX_RATE_DEVIATION_BPS,
  type PolicyCondition,
} from '#domain/proposals/policy.ts';
import { policyScope } from '#domain/proposals/policy-change.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import type { Policy } from './proposal-words.ts';

/** One approval: the roles of which one person gives it. The key stays when others are taken out. */
export interface TypedSlot {
  readonly key: string;
  readonly roles: readonly string[];
}

/** A row of a policy as it is typed. */
export interface TypedRow {
  readonly key: string;
  readonly isAlways: boolean;
  /** As it is typed, in euro. */
  readonly amount: string;
  readonly conditions: readonly PolicyCondition[];
  /** None: each. */
  readonly accountTypes: readonly AccountType[];
  /** How far a rate is from the last one, as it is typed, in percent; empty: whatever the rate. */
  readonly deviation: string;
  readonly slots: readonly TypedSlot[];
  /** Whether it was added here: its first field takes the focus. */
  readonly isAdded: boolean;
}

export const newSlot = (roles: readonly string[] = []): TypedSlot => ({ key: crypto.randomUUID(), roles });

/** A row of a policy as its fields begin. */
export const rowAsTyped = (
  { above, conditions, accountTypes, rateDeviationBps, approvers }: Policy['rows'][number],
  locale: string,
): TypedRow => ({
  key: crypto.randomUUID(),
  isAlways: above < 0,
  amount: above < 0 ? '' : amountAsTyped(above, 'EUR', locale),
  conditions,
  accountTypes,
  // A percentage is typed with two decimals, as an amount of euro is.
  deviation: rateDeviationBps === null ? '' : amountAsTyped(rateDeviationBps, 'EUR', locale),
  slots: approvers.map(({ roles }) => newSlot(roles)),
  isAdded: false,
});

/** A row to be filled in, with one approval of nobody yet. */
export const newRow = (operation: GovernedOperation): TypedRow => ({
  key: crypto.randomUUID(),
  isAlways: !policyScope(operation).hasAmount,
  amount: '',
  conditions: [],
  accountTypes: [],
  deviation: '',
  slots: [newSlot()],
  isAdded: true,
});

/** Basis points out of a typed percentage; undefined for none, null for one that cannot be read. */
export function typedDeviation(text: string, locale: string): number | null | undefined {
  const bps = typedAmount(text, 'EUR', locale);
  return typeof bps === 'number' && (bps < 0 || bps > MAX_RATE_DEVIATION_BPS) ? null : bps;
}

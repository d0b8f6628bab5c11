import { expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import {
  changeOfLimits,
  type LimitAmounts,
  limitsAbove,
  limitsInForce,
  limitVerdict,
  NO_LIMITS,
  sentBy,
} from './limits.ts';

interface LimitsCase {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly limits: LimitAmounts;
    readonly past: readonly { readonly at: string; readonly amountMinor: number; readonly counts: boolean }[];
    readonly now: string;
    readonly amountMinor: number;
  };
  readonly expected: object;
}

const CASES = vectors.cases.filter(({ family }) => family === 'limits') as unknown as LimitsCase[];

test.each(CASES)('PAY-56 PAY-57 $id: $title', ({ input, expected }) => {
  const past = input.past.map((one) => ({ ...one, at: new Date(one.at) }));
  const verdict = limitVerdict(input.limits, sentBy(past, new Date(input.now)), input.amountMinor);
  expect(verdict).toEqual(expected);
});

const LIMITS: LimitAmounts = { operation: 500_00, day: 800_00, thirtyDays: 2_000_00 };

test.each<[string, LimitAmounts, number, number, object]>([
  ['without limits nothing is left over', NO_LIMITS, 0, 9_999_00, { ok: true, limit: null, leftMinor: null }],
  ['the whole of what is left', LIMITS, 300_00, 500_00, { ok: true, limit: null, leftMinor: 500_00 }],
  ['a cent above the day', LIMITS, 300_01, 500_00, { ok: false, limit: 'day', leftMinor: 499_99 }],
  ['nothing left after a lowered limit', LIMITS, 900_00, 1, { ok: false, limit: 'day', leftMinor: 0 }],
])('PAY-56 %s', (_, limits, sentMinor, amountMinor, expected) => {
  const sent = { dayMinor: sentMinor, thirtyDaysMinor: sentMinor };
  expect(limitVerdict(limits, sent, amountMinor)).toMatchObject(expected);
});

test("PAY-58 the client's own limits hold, never above the house's", () => {
  expect(limitsInForce({ ...NO_LIMITS, day: 900_00, operation: 100_00 }, LIMITS)).toEqual({
    operation: 100_00,
    day: 800_00,
    thirtyDays: 2_000_00,
  });
  expect(limitsAbove({ ...LIMITS, day: 800_01, thirtyDays: null }, LIMITS)).toEqual(['day', 'thirtyDays']);
  expect(limitsAbove(LIMITS, NO_LIMITS)).toEqual([]);
});

test.each<[string, LimitAmounts, LimitAmounts, LimitAmounts | null]>([
  ['all lowered', { operation: 1, day: 2, thirtyDays: 3 }, { operation: 1, day: 2, thirtyDays: 3 }, null],
  [
    'one raised, one lowered',
    { ...LIMITS, operation: 600_00, day: 700_00 },
    { ...LIMITS, day: 700_00 },
    { ...LIMITS, operation: 600_00, day: 700_00 },
  ],
  ['one taken off', { ...LIMITS, day: null }, LIMITS, { ...LIMITS, day: null }],
  ['nothing changed', LIMITS, LIMITS, null],
])('PAY-58 a demand: %s', (_, asked, now, raised) => {
  expect(changeOfLimits(LIMITS, asked)).toEqual({ now, raised });
});

test('PAY-58 a first limit lowers what had none', () => {
  expect(changeOfLimits(NO_LIMITS, { ...NO_LIMITS, day: 100_00 })).toEqual({
    now: { ...NO_LIMITS, day: 100_00 },
    raised: null,
  });
});

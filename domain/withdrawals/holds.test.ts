import { expect, test } from 'vitest';
import { type HoldRule, type HoldRuleSetting, holdRules } from '../parameters/hold-rules.ts';
import { holdsOf, type OrderFacts } from './holds.ts';

const LIVE: readonly HoldRuleSetting[] = [
  { rule: 'new-payee-large', fromMinor: 1_000_00 },
  { rule: 'name-mismatch', fromMinor: 500_00 },
  { rule: 'details-changed', hours: 72 },
  { rule: 'many', orders: 5, hours: 24 },
  { rule: 'listed-iban' },
  { rule: 'client-warning' },
];

const ASKED = new Date('2026-11-23T12:00:00Z');
const hoursBefore = (hours: number) => new Date(ASKED.getTime() - hours * 3_600_000);

const FACTS: OrderFacts = {
  amountMinor: 2_000_00,
  isFirstToPayee: false,
  checkResult: 'match',
  askedAt: ASKED,
  securityChangedAt: null,
  earlierOrders: [],
  isReportedIban: false,
  isWarnedAbout: false,
};

test.each<[string, Partial<OrderFacts>, HoldRule[]]>([
  ['an ordinary order', {}, []],
  [
    'the first to a payee, from 1 000,00 on',
    { isFirstToPayee: true, amountMinor: 1_000_00 },
    ['new-payee-large'],
  ],
  ['the first to a payee, below', { isFirstToPayee: true, amountMinor: 999_99 }, []],
  ['against no match, from 500,00 on', { checkResult: 'no-match', amountMinor: 500_00 }, ['name-mismatch']],
  ['against no match, below', { checkResult: 'no-match', amountMinor: 499_99 }, []],
  ['against a close match', { checkResult: 'close-match' }, []],
  ['less than 72 hours after a change', { securityChangedAt: hoursBefore(71.99) }, ['details-changed']],
  ['72 hours after a change', { securityChangedAt: hoursBefore(72) }, []],
  ['the fifth in 24 hours', { earlierOrders: [1, 2, 3, 23.9].map(hoursBefore) }, ['many']],
  ['the fifth in more', { earlierOrders: [1, 2, 3, 24].map(hoursBefore) }, []],
  ['to a reported IBAN', { isReportedIban: true }, ['listed-iban']],
  ['of a client about whom the staff warn', { isWarnedAbout: true }, ['client-warning']],
  [
    'several at once, each named once',
    { isFirstToPayee: true, isReportedIban: true, checkResult: 'no-match' },
    ['new-payee-large', 'name-mismatch', 'listed-iban'],
  ],
])('PAY-60 %s', (_, of, rules) => {
  expect(holdsOf(LIVE, { ...FACTS, ...of })).toEqual(rules);
  // A demonstration has no rules.
  expect(holdsOf([], { ...FACTS, ...of })).toEqual([]);
});

test('PAY-60 the rules are data with a form', () => {
  expect(holdRules.safeParse({ demo: [], live: LIVE }).success).toBe(true);
  expect(holdRules.safeParse({ demo: [{ rule: 'many', orders: 1, hours: 24 }], live: [] }).success).toBe(
    false,
  );
  expect(holdRules.safeParse({ demo: [{ rule: 'moon' }], live: [] }).success).toBe(false);
});

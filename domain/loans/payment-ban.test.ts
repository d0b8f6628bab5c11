import { expect, test } from 'vitest';
import { addDays, legalDay } from '../time/days.ts';
import { firstBanningDay, forbidsFees, paymentBan } from './payment-ban.ts';
import { LOAN_PHASES } from './phases.ts';

const PAID_OUT = '2026-11-22T10:00:00Z';

test.each<[string, { open?: boolean; paidOut?: string }, string, { until: string | null } | null]>([
  ['no loan', {}, '2026-11-22T10:00:00Z', null],
  ['a request that waits', { open: true }, '2026-11-22T10:00:00Z', { until: null }],
  ['the moment of the payout', { paidOut: PAID_OUT }, PAID_OUT, { until: '2026-11-29' }],
  ['the last moment of J+7', { paidOut: PAID_OUT }, '2026-11-29T22:59:59Z', { until: '2026-11-29' }],
  ['the first moment of J+8', { paidOut: PAID_OUT }, '2026-11-29T23:00:00Z', null],
  // J is the day of French legal time: 23:30 UTC is already the next day in Paris.
  [
    'a payout near midnight',
    { paidOut: '2026-11-22T23:30:00Z' },
    '2026-11-30T12:00:00Z',
    { until: '2026-11-30' },
  ],
  [
    'the hour that summer time ends',
    { paidOut: '2026-10-18T10:00:00Z' },
    '2026-10-25T22:59:59Z',
    { until: '2026-10-25' },
  ],
  ['the hour after it', { paidOut: '2026-10-18T10:00:00Z' }, '2026-10-25T23:00:00Z', null],
  [
    'a new request beside an old payout',
    { open: true, paidOut: '2026-01-05T10:00:00Z' },
    PAID_OUT,
    { until: null },
  ],
  ['a new request during the seven days', { open: true, paidOut: PAID_OUT }, PAID_OUT, { until: null }],
])('LC-14 L519-6 L312-25: %s', (_, { open = false, paidOut }, now, expected) => {
  const loans = { hasOpenRequest: open, lastAcceptedOn: paidOut ? legalDay(new Date(paidOut)) : null };
  expect(paymentBan(loans, new Date(now))).toEqual(expected);
});

test('LC-14: an acceptance forbids payments from the first banning day on, and not before', () => {
  for (const at of [
    '2026-11-22T10:00:00Z',
    '2026-11-22T23:30:00Z',
    '2026-03-29T00:30:00Z',
    '2026-10-25T00:30:00Z',
  ]) {
    const now = new Date(at);
    const first = firstBanningDay(now);
    const banAfter = (lastAcceptedOn: string) => paymentBan({ hasOpenRequest: false, lastAcceptedOn }, now);
    expect(banAfter(first)).not.toBeNull();
    expect(banAfter(addDays(first, -1))).toBeNull();
  }
});

test('LC-57, LC-75 L312-26 L312-38: a fee is asked beside a loan that runs, never beside one of which the law names what is owed', () => {
  const forbidden = (isLate: boolean) => LOAN_PHASES.filter((phase) => forbidsFees({ phase, isLate }));
  expect(forbidden(false).sort()).toEqual(['accelerated', 'retracting', 'written_off']);
  expect(forbidden(true)).toEqual(LOAN_PHASES);
});

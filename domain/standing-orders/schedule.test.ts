import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import { addDaysOf } from '../time/calendars.ts';
import { attemptInstants, isMadeUpFor, resultOfAttempts } from './attempts.ts';
import {
  FREQUENCIES,
  type Frequency,
  firstOccurrences,
  lastExecution,
  nextPlanned,
  nominalDay,
  type Pause,
  type Schedule,
  START,
} from './schedule.ts';
import {
  isStillChangeable,
  mayDo,
  pauseFault,
  STANDING_ACTIONS,
  STANDING_STATES,
  scheduleFault,
  stateOn,
} from './standing-order.ts';

const ATTEMPTS = [
  { paymentDay: 0, at: '08:30' },
  { paymentDay: 0, at: '18:30' },
  { paymentDay: 1, at: '08:30' },
];

const schedule = (of: Partial<Schedule> & { firstDay: string }): Schedule => ({
  frequency: 'monthly',
  dayOfMonth: null,
  lastDay: null,
  times: null,
  ...of,
});

interface ScheduleCase {
  readonly id: string;
  readonly input: {
    readonly firstDay: string;
    readonly frequency: Frequency;
    readonly dayOfMonth?: number;
    readonly lastDay?: string;
    readonly times?: number;
    readonly pauses?: readonly (readonly [string, string | null])[];
    readonly list: number;
  };
  readonly expected: readonly object[];
}

const CASES = vectors.cases.filter(({ family }) => family === 'standing');
const schedules = CASES.filter(({ input }) => 'frequency' in input) as unknown as ScheduleCase[];

test.each(schedules)('PAY-45 PAY-46 PAY-47 $id: $title', ({ input, expected }) => {
  const pauses = (input.pauses ?? []).map(([from, until]): Pause => ({ from, until }));
  const found = firstOccurrences(schedule(input), input.list, pauses);
  expect(found.map(({ index: _, ...day }) => day)).toEqual(expected);
});

/** « 2026-12-24T07:30Z », as the cases write instants. */
const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

interface AttemptsCase {
  readonly input: readonly {
    readonly execution: string;
    readonly amountMinor: number;
    readonly available: Readonly<Record<string, number>>;
  }[];
  readonly expected: readonly object[];
}

test('PAY-48 standing-11: 08:30 and 18:30 on the day, 08:30 on the next open day, whole or nothing', () => {
  const { input, expected } = CASES.find(({ id }) => id === 'standing-11') as unknown as AttemptsCase;
  const results = input.map(({ execution, amountMinor, available }) => {
    const found = resultOfAttempts(attemptInstants(execution, ATTEMPTS), (at) =>
      (available[minute(at)] ?? 0) >= amountMinor ? null : 'insufficient-balance',
    );
    return {
      ...found,
      ...('at' in found ? { at: minute(found.at) } : {}),
      attempts: found.attempts.map(minute),
    };
  });
  expect(results).toEqual(expected);
});

describe('PAY-46 nominal days', () => {
  test('fall two weeks apart, across the change of clocks', () => {
    const days = firstOccurrences(schedule({ frequency: 'fortnightly', firstDay: '2027-03-19' }), 3);
    expect(days.map(({ nominal }) => nominal)).toEqual(['2027-03-19', '2027-04-02', '2027-04-16']);
  });

  test('keep 29 February for leap years', () => {
    const leap = schedule({ frequency: 'yearly', firstDay: '2028-02-29' });
    expect([0, 1, 4].map((index) => nominalDay(leap, index))).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2032-02-29',
    ]);
  });

  test('are counted from the first, whatever was asked before', () => {
    for (const frequency of FREQUENCIES.filter((one) => one !== 'once')) {
      const one = schedule({ frequency, firstDay: '2026-12-31' });
      const days = firstOccurrences(one, 24).map(({ nominal }) => nominal);
      expect(days).toEqual(days.map((_, index) => nominalDay(one, index)));
      expect([...days].sort()).toEqual(days);
    }
  });
});

describe('PAY-45 the end', () => {
  test('« Plus tard » is one day, moved to the next payment day', () => {
    const once = schedule({ frequency: 'once', firstDay: '2026-12-25' });
    expect(firstOccurrences(once, 5)).toEqual([{ index: 0, nominal: '2026-12-25', execution: '2026-12-28' }]);
    expect(lastExecution(once, [], START)).toBe('2026-12-28');
  });

  test('PAY-47 what a pause skips is not counted in the number of times, and not made up for', () => {
    const three = schedule({ frequency: 'weekly', firstDay: '2026-12-07', times: 3 });
    const pause = [{ from: '2026-12-10', until: '2026-12-20' }];
    expect(
      firstOccurrences(three, 9, pause).map((one) => [
        one.nominal,
        'execution' in one ? one.execution : null,
      ]),
    ).toEqual([
      ['2026-12-07', '2026-12-07'],
      ['2026-12-14', null],
      ['2026-12-21', '2026-12-21'],
      ['2026-12-28', '2026-12-28'],
    ]);
    expect(lastExecution(three, pause, START)).toBe('2026-12-28');
    expect(lastExecution(three, [], START)).toBe('2026-12-21');
  });

  test('is unknown while a pause has none, or without an end', () => {
    const five = schedule({ firstDay: '2026-12-07', times: 5 });
    expect(lastExecution(five, [{ from: '2027-01-01', until: null }], START)).toBe(null);
    expect(lastExecution(schedule({ firstDay: '2026-12-07' }), [], START)).toBe(null);
  });
});

describe('PAY-47 the next transfer', () => {
  const monthly = schedule({ firstDay: '2026-11-30', dayOfMonth: 31 });
  test.each([
    ['from the beginning', [], START, '2026-11-01', '2026-11-30'],
    ['from where it stands', [], { index: 2, counted: 2 }, '2027-01-31', '2027-02-01'],
    [
      'not in a pause',
      [{ from: '2026-12-01', until: '2027-01-31' }],
      { index: 1, counted: 1 },
      '2026-12-01',
      '2027-03-01',
    ],
    ['not in the past', [], START, '2027-05-01', '2027-05-31'],
    [
      'never, in a pause without an end',
      [{ from: '2026-11-30', until: null }],
      START,
      '2026-11-01',
      undefined,
    ],
  ])('%s', (_, pauses, from, earliest, expected) => {
    expect(nextPlanned(monthly, pauses, from, earliest)?.execution).toBe(expected);
  });
});

test('PAY-48 a bank that was down makes up for the last two payment days', () => {
  const today = '2026-12-29';
  const days = ['2026-12-29', '2026-12-28', '2026-12-24', '2026-12-23'];
  expect(days.map((day) => isMadeUpFor(day, today))).toEqual([true, true, true, false]);
  expect(addDaysOf('target-days', today, -2)).toBe('2026-12-24');
});

test.each([
  ['2026-12-01', '2026-11-30', true],
  ['2026-12-01', '2026-12-01', false],
  ['2026-12-01', '2026-12-02', false],
  [null, '2026-12-02', true],
])('PAY-47 a transfer of %s can be changed on %s: %s', (execution, today, expected) => {
  expect(isStillChangeable(execution, today)).toBe(expected);
});

test('section 18: what a client may do in each state, and nothing else', () => {
  expect(
    STANDING_STATES.map((state) => [state, STANDING_ACTIONS.filter((action) => mayDo(state, action))]),
  ).toEqual([
    ['active', ['change', 'pause', 'end']],
    ['paused', ['change', 'resume', 'end']],
    ['suspended', ['change', 'resume', 'end']],
    ['ended', []],
  ]);
  expect(STANDING_STATES.filter((state) => mayDo(state, 'resume', true))).toEqual([
    'active',
    'paused',
    'suspended',
  ]);
});

test.each([
  ['active', null, 'active'],
  ['active', { from: '2026-12-10', until: null }, 'active'],
  ['active', { from: '2026-12-01', until: null }, 'paused'],
  ['active', { from: '2026-11-01', until: '2026-11-30' }, 'active'],
  ['active', { from: '2026-11-01', until: '2026-12-01' }, 'paused'],
  ['suspended', { from: '2026-12-01', until: null }, 'suspended'],
  ['ended', { from: '2026-12-01', until: null }, 'ended'],
] as const)('PAY-47 %s with the pause %j is %s on 1 December', (stored, pause, expected) => {
  expect(stateOn(stored, pause, '2026-12-01')).toBe(expected);
});

const TODAY = '2026-11-23';
test.each<[string, Partial<Schedule> & { firstDay: string }, string | null]>([
  ['tomorrow', { firstDay: '2026-11-24' }, null],
  ['today', { firstDay: '2026-11-23' }, 'firstDay'],
  ['a year ahead', { firstDay: '2027-11-23', frequency: 'once' }, null],
  ['more than a year ahead', { firstDay: '2027-11-24', frequency: 'once' }, 'firstDay'],
  ['on another day of the month', { firstDay: '2026-11-24', dayOfMonth: 31 }, 'dayOfMonth'],
  ['on the last day of a short month', { firstDay: '2026-11-30', dayOfMonth: 31 }, null],
  ['with an end before it begins', { firstDay: '2026-11-30', lastDay: '2026-11-29' }, 'lastDay'],
  ['with an end on its first day', { firstDay: '2026-11-30', lastDay: '2026-11-30' }, null],
  ['with two ends', { firstDay: '2026-11-30', lastDay: '2027-11-30', times: 3 }, 'times'],
])('PAY-44 PAY-45 a schedule that begins %s', (_, of, field) => {
  expect(scheduleFault(schedule(of), TODAY)?.field ?? null).toBe(field);
});

test('PAY-44 a first day that was accepted before may be past', () => {
  expect(scheduleFault(schedule({ firstDay: '2026-01-05' }), TODAY, true)).toBe(null);
});

test.each([
  [{ from: '2026-11-22', until: null }, 'from'],
  [{ from: '2026-11-23', until: '2026-11-22' }, 'until'],
  [{ from: '2026-11-23', until: '2026-11-23' }, null],
  [{ from: '2026-12-01', until: null }, null],
])('PAY-47 the pause %j', (pause, field) => {
  expect(pauseFault(pause, TODAY)?.field ?? null).toBe(field);
});

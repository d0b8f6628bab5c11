import { expect, test, vi } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import { firstDayOf, isDayOf } from '../time/calendars.ts';
import { addDays } from '../time/days.ts';
import { arrivesBy, fileDay, isAlarming, receiptOf } from './deadlines.ts';

const casesOf = (family: string) => vectors.cases.filter((one) => one.family === family);

interface Expected {
  readonly instant: string;
  readonly receivedDay: string;
  readonly executeBy: string;
  readonly deadlineInstant: string;
}

test.each(casesOf('cutoff').map((one) => [one.id, one.expected as unknown as readonly Expected[]] as const))(
  'PAY-8 %s: receipt, last day and last instant of an order',
  (_, expected) => {
    const told = expected.map(({ instant }) => {
      const { deadline, ...days } = receiptOf(new Date(instant), { cutoff: '15:00', within: 1 });
      return { instant, ...days, deadlineInstant: deadline.toISOString().replace('.000Z', 'Z') };
    });
    expect(told).toEqual(expected);
  },
);

test('PAY-8 the days of orders on both sides of midnight, weekends and cut-offs are told without asking Intl for each', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const told = (first: string) => {
    asked.mockClear();
    const days = Array.from({ length: 200 }, (_, n) => new Date(Date.parse(first) + n * 3_600_000));
    for (const at of days)
      isAlarming(receiptOf(at, { cutoff: '15:00', within: 1 }).executeBy, new Date('2026-06-01T10:00:00Z'));
    return asked.mock.calls.length;
  };
  // Nine days in which no clock changes, with those after them: the days themselves are asked for, once.
  expect(told('2026-05-04T00:10:00Z')).toBeLessThanOrEqual(100);
  expect(told('2026-05-04T00:40:00Z')).toBe(0);
  asked.mockRestore();
});

test.each(casesOf('target').map((one) => [one.id, one] as const))(
  'PAY-7 %s: payment days of a year',
  (_, one) => {
    const { year } = one.input as unknown as { year: number };
    const expected = one.expected as unknown as {
      closedWeekdays: readonly string[];
      openDays: number;
      openDaysPerMonth: Readonly<Record<string, number>>;
    };
    const days: string[] = [];
    for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) days.push(day);
    const open = days.filter((day) => isDayOf('target-days', day));
    const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    expect({
      closedWeekdays: days.filter((day) => isWeekday(day) && !open.includes(day)),
      openDays: open.length,
      openDaysPerMonth: Object.fromEntries(
        [...Map.groupBy(open, (day) => day.slice(0, 7))].map(([month, of]) => [month, of.length]),
      ),
    }).toEqual(expected);
  },
);

test('PAY-7 14 July is a payment day, Good Friday is none', () => {
  expect(firstDayOf('target-days', '2026-07-14')).toBe('2026-07-14');
  expect(firstDayOf('target-days', '2026-04-03')).toBe('2026-04-07');
});

test('a transfer that leaves on Christmas Eve arrives by the next payment day', () => {
  expect(arrivesBy(new Date('2026-12-24T10:00:00Z'))).toBe('2026-12-28');
});

test.each([
  ['2026-11-23T12:59:59Z', '2026-11-23'],
  ['2026-11-23T13:00:00Z', '2026-11-24'],
  ['2026-11-20T20:00:00Z', '2026-11-23'],
  // A Saturday, whatever the clock says, and the eve of Christmas.
  ['2026-11-21T09:00:00Z', '2026-11-23'],
  ['2026-12-24T14:00:00Z', '2026-12-28'],
  // Summer time; a French holiday that TARGET does not keep.
  ['2026-07-13T12:30:00Z', '2026-07-14'],
])('PAY-2, PAY-7 a file of %s is executed on %s: the cut-off for files is 14:00 in Paris', (now, day) => {
  expect(fileDay(new Date(now), '14:00')).toBe(day);
});

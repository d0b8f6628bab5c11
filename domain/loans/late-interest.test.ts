import { describe, expect, it, test } from 'vitest';
import { lateInterestMinor } from './late-interest.ts';

const late = { capitalMinor: 39_469, fromDay: '2027-04-05', payments: [] };

describe('LC-76 late interest', () => {
  test.each([
    ['2027-04-04', 0, 'before the collection day'],
    ['2027-04-05', 0, 'on the collection day'],
    ['2027-04-19', 74, 'fourteen days, rounded down from 74.18'],
    ['2028-04-05', 1939, 'a year that crosses a 29 February is 366 days'],
  ])('%s: %i (%s)', (day, interest) => {
    expect(lateInterestMinor(late, 490, day)).toBe(interest);
  });

  it('runs on each part until that part is paid, and is rounded down once', () => {
    const payments = [
      { day: '2027-04-12', capitalMinor: 20_000 },
      { day: '2027-04-15', capitalMinor: 19_469 },
    ];
    // (20,000 × 7 + 19,469 × 10) × 4.90 % / 365 = 44.93
    expect(lateInterestMinor({ ...late, payments }, 490, '2027-05-01')).toBe(44);
  });

  it('what was paid before the collection day bears none', () => {
    const payments = [{ day: '2027-04-03', capitalMinor: 39_469 }];
    expect(lateInterestMinor({ ...late, payments }, 490, '2027-05-01')).toBe(0);
  });

  it('refuses more capital than was late', () => {
    const payments = [{ day: '2027-04-12', capitalMinor: 40_000 }];
    expect(() => lateInterestMinor({ ...late, payments }, 490, '2027-05-01')).toThrow(RangeError);
  });
});

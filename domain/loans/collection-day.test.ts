import { describe, expect, it, test } from 'vitest';
import { collectionDayOf, isCollectedOn, retryDaysOf } from './collection-day.ts';

describe('LC-70, LC-71 the days of a collection', () => {
  test.each([
    ['2027-02-05', '2027-02-05', 'a Friday'],
    ['2027-05-15', '2027-05-17', 'a Saturday'],
    ['2027-03-26', '2027-03-30', 'Good Friday'],
    ['2027-07-14', '2027-07-14', '14 July: TARGET is open'],
  ])('due on %s, collected on %s: %s', (dueDate, day) => {
    expect(collectionDayOf(dueDate)).toBe(day);
  });

  it('tries again on each of the next five days of TARGET', () => {
    expect(retryDaysOf('2027-03-24')).toEqual([
      '2027-03-25',
      '2027-03-30',
      '2027-03-31',
      '2027-04-01',
      '2027-04-02',
    ]);
  });

  test.each([
    ['2027-05-15', false],
    ['2027-05-17', true],
    ['2027-05-24', true],
    ['2027-05-25', false],
  ])('an instalment due on 15 May 2027 is collected on %s: %s', (day, isCollected) => {
    expect(isCollectedOn('2027-05-15', day)).toBe(isCollected);
  });
});

import { describe, expect, test } from 'vitest';
import { amortisationSchedule } from './schedule.ts';
import { scheduleCsv } from './schedule-csv.ts';

const headers = {
  number: 'Échéance',
  dueDate: 'Date',
  instalment: 'Mensualité',
  interest: 'Intérêts',
  principal: 'Capital',
  remaining: 'Capital restant dû',
};
const terms = { principalMinor: 1_000_000, annualRateBps: 390, durationMonths: 36 };

describe('the schedule as a file', () => {
  const lines = scheduleCsv(amortisationSchedule(terms), headers, 'EUR').split('\r\n');

  test('opens in a French spreadsheet: mark, semicolons, decimal commas, CRLF', () => {
    expect(lines[0]).toBe('\ufeffÉchéance;Mensualité;Intérêts;Capital;Capital restant dû');
    expect(lines[1]).toBe('1;294,80;32,50;262,30;9737,70');
    expect(lines.at(-2)).toBe('36;294,59;0,95;293,64;0,00');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(38);
  });

  test('its principal parts sum to the loan', () => {
    const cents = lines
      .slice(1, -1)
      .reduce((sum, line) => sum + Number((line.split(';')[3] ?? '').replace(',', '')), 0);
    expect(cents).toBe(1_000_000);
  });

  test('an amount has the decimals of its currency', () => {
    const yen = scheduleCsv(amortisationSchedule({ ...terms, principalMinor: 500_000 }), headers, 'JPY');
    expect(yen.split('\r\n')[1]).toBe('1;14740;1625;13115;486885');
  });

  test('LC-88 postponed interest stands in a column of its own, and only where there is some', () => {
    const [first, ...others] = amortisationSchedule(terms).rows;
    if (!first) throw new Error('a schedule has rows');
    const rows = [{ ...first, deferredInterestMinor: 275 }, ...others];
    const csv = scheduleCsv({ rows }, { ...headers, deferred: 'Intérêts reportés' }, 'EUR').split('\r\n');
    expect(csv[0]).toBe('\ufeffÉchéance;Mensualité;Intérêts;Intérêts reportés;Capital;Capital restant dû');
    expect(csv[1]).toBe('1;294,80;29,75;2,75;262,30;9737,70');
    expect(csv[2]).toMatch(/^2;294,80;31,65;0,00;/);
    const without = scheduleCsv(amortisationSchedule(terms), { ...headers, deferred: 'x' }, 'EUR');
    expect(without.split('\r\n')[0]).toBe(lines[0]);
  });

  test('a schedule with due dates has their column', () => {
    const dated = scheduleCsv(amortisationSchedule({ ...terms, firstDueDate: '2027-01-31' }), headers, 'EUR');
    expect(dated.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffÉchéance;Date;Mensualité;Intérêts;Capital;Capital restant dû',
      '1;2027-01-31;294,80;32,50;262,30;9737,70',
      expect.stringMatching(/^2;2027-02-28;/),
    ]);
  });

  test('a heading cannot end its own cell', () => {
    const odd = scheduleCsv({ rows: [] }, { ...headers, interest: 'Intérêts; "nets"' }, 'EUR');
    expect(odd).toBe('\ufeffÉchéance;Mensualité;"Intérêts; ""nets""";Capital;Capital restant dû\r\n');
  });
});
